// Reporter of vitest: leaves the names of tests that passed at their second try only in the file of ASSAY_SECOND_TRIES, a
// line each, for the summary. A test that often needs it is a fault of its own.
import fs from 'node:fs';

export default class SecondTries {
  #names = [];

  onTestCaseResult(test) {
    if (test.diagnostic()?.flaky) this.#names.push(`${test.module.relativeModuleId}: ${test.fullName}`);
  }

  onTestRunEnd() {
    fs.writeFileSync(process.env.ASSAY_SECOND_TRIES, this.#names.map((name) => `${name}\n`).join(''));
  }
}
