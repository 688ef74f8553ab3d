/** Measures how long a move of a tile takes to be painted: `npm run latency`. It reports and gates nothing. */
import base from './playwright.config.ts';

export default { ...base, workers: 1, testMatch: 'latency.ts', projects: base.projects?.slice(0, 2) ?? [] };
