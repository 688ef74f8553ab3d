/** Plays scripted scenes and takes their pictures at three sizes in both lights: `npm run screenshots`. */
import { defineConfig } from '@playwright/test';
import base from './playwright.config.ts';

export default defineConfig({
  ...base,
  // The list of open tables is in some of them.
  workers: 1,
  testMatch: 'screenshots.ts',
  projects: (base.projects ?? []).flatMap((project) =>
    (['light', 'dark'] as const).map((colorScheme) => ({
      ...project,
      name: `${project.name}-${colorScheme}`,
      use: { ...project.use, colorScheme, deviceScaleFactor: 1.5, reducedMotion: 'reduce' as const },
    })),
  ),
});
