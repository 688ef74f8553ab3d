/**
 * Draws the icons of the manifest from `public/icon.svg`: `npm run icons`. Run it when the drawing changes.
 *
 * The maskable one fills its square and keeps the drawing inside the middle 80 %, since a phone may cut its edge to any
 * shape.
 */
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const svg = readFileSync('public/icon.svg', 'utf8');
const GROUND = '#12302f';

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
});
for (const { file, size, maskable } of [
  { file: 'icon-192', size: 192, maskable: false },
  { file: 'icon-512', size: 512, maskable: false },
  { file: 'icon-maskable-512', size: 512, maskable: true },
]) {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const inner = maskable ? size * 0.8 : size;
  await page.setContent(
    `<body style="margin:0;display:grid;place-items:center;height:100vh;background:${maskable ? GROUND : 'transparent'}">
      ${svg.replace('<svg', `<svg width="${inner}" height="${inner}"`)}</body>`,
  );
  await page.screenshot({ path: `public/${file}.png`, omitBackground: true });
  await page.close();
}
await browser.close();
