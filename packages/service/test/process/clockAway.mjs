// Loaded before a service of a test or a bench: its clock differs from everybody's by so much. Timers and `performance.now()` run as they do.
const AWAY_MS = Number(process.env.ASSAY_TEST_CLOCK_AWAY_MS ?? 0);
const Real = Date;
globalThis.Date = class extends Real {
  constructor(...given) {
    if (given.length === 0) super(Real.now() + AWAY_MS);
    else super(...given);
  }
  static now() {
    return Real.now() + AWAY_MS;
  }
};
