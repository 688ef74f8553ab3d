/** Plays scripted rooms and writes the pictures of the README: `npm run screenshots`. */
import base from './playwright.config.ts';

export default { ...base, testMatch: 'screenshots.ts', projects: base.projects?.slice(0, 1) ?? [] };
