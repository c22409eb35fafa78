import path from 'node:path';

/** Settings of a process whose clock is so far from everybody's, ms; see `clockAway.mjs`. */
export const clockAway = (ms: number): Readonly<Record<string, string>> => ({
  NODE_OPTIONS: `--import ${path.join(import.meta.dirname, 'clockAway.mjs')}`,
  ASSAY_TEST_CLOCK_AWAY_MS: String(ms),
});
