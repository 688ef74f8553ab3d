/**
 * The pictures: every screen at three sizes, by day and by lamp light, as a player sees it.
 *
 * All go to `web-client/screenshots/`, to be looked at; those that `README` names are written to `docs/images` as well.
 */
import { mkdirSync } from 'node:fs';
import { test } from '@playwright/test';
import { PICTURES } from './pictures.ts';

/** Which pictures the README shows: the scene, the project, and the file in `docs/images`. */
const README: Readonly<Record<string, string>> = {
  'rummikub-throw desktop-light': 'rummikub',
  'tichu-follow desktop-dark': 'tichu',
  'rummikub-take phone-dark': 'rummikub-phone',
  'raised-tichu phone-light': 'tichu-phone',
  'room phone-light': 'room-phone',
};

for (const [name, lead] of Object.entries(PICTURES)) {
  test(name, async ({ page }, { project }) => {
    await lead(page);
    mkdirSync('screenshots', { recursive: true });
    const shot = { animations: 'disabled', caret: 'hide' } as const;
    await page.screenshot({ ...shot, path: `screenshots/${name}-${project.name}.png` });
    const shown = README[`${name} ${project.name}`];
    if (shown !== undefined) {
      // One picture point a pixel: half the bytes, and a page of text shows it no larger.
      await page.screenshot({ ...shot, scale: 'css', path: `../docs/images/${shown}.png` });
    }
  });
}
