/**
 * Browser tests against the real server binary, on desktop and on a phone held both ways.
 *
 * `PARLOUR_BIN` names the binary, `CHROMIUM` the browser, `PARLOUR_E2E_PORT` the port.
 */
import { defineConfig } from '@playwright/test';

const port = Number(process.env.PARLOUR_E2E_PORT ?? 18080);
const binary = process.env.PARLOUR_BIN ?? '../target/debug/parlour';

const phone = { isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

const ANY_SCREEN = { testIgnore: /network\.spec\.ts$/, grepInvert: /@once/ };

export default defineConfig({
  testDir: 'e2e',
  timeout: 30_000,
  // Each on a core of its own: a browser and what drives it use one, and seldom wait. They share the server, where each test
  // has players and tables of its own.
  workers: 2,
  // A browser on a machine that others use may miss a moment; what fails twice is broken. The list names what was tried twice.
  retries: 1,
  forbidOnly: process.env.CI !== undefined,
  reporter: [['list']],
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    locale: 'en-GB',
    launchOptions: {
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--disable-quic',
        '--no-first-run',
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--disable-gpu',
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // What does not depend on the screen is tested on the desktop alone.
    { name: 'phone', ...ANY_SCREEN, use: { viewport: { width: 360, height: 640 }, ...phone } },
    { name: 'landscape', ...ANY_SCREEN, use: { viewport: { width: 640, height: 360 }, ...phone } },
  ],
  webServer: {
    command: `${binary} serve --listen 127.0.0.1:${port}`,
    url: `http://127.0.0.1:${port}/healthz`,
    reuseExistingServer: false,
    timeout: 30_000,
    env: {
      // Bots answer at once, and nobody waits for the next round for long.
      PARLOUR_ROOMS__BOT_THINK_MS: '50',
      PARLOUR_SERVER__LOG: 'warn',
      // All browsers come from one address.
      PARLOUR_LIMITS__HANDSHAKES_PER_MINUTE: '100000',
      PARLOUR_LIMITS__FAILED_JOINS_PER_MINUTE: '1000',
      PARLOUR_LIMITS__REFEREE_PER_MINUTE: '1000',
      // Each run begins with an empty server.
      PARLOUR_JOURNAL__DURABILITY: 'memory',
    },
  },
});
