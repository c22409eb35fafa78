// `npm test`: installs, builds, checks format, lint, types and layers, runs every test of the fast tier. With `--slow`:
// installs, builds, runs the slow tier, and checks nothing else, since `npm test` did. Standard output ends with one line
// for each outside thing whose tests were skipped, one for each test that needed a second try, and with
// `N passed, N failed, N skipped`; each check counts as one.
// Other arguments go to vitest; ASSAY_TEST_REPORT=FILE keeps its JSON report there.
//
// ASSAY_TEST_REQUIRE=postgres,chromium makes the absence of what it names a failure; .ci/run sets it.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  installMissing,
  buildPackages,
  buildWeb,
  inRoot,
  requireNode,
  root,
  runBeside,
  runToolBeside,
  StepFailed,
  toolPath,
} from './steps.mjs';

/** As tests themselves look for programs that they start by name. */
const isOnPath = (program) =>
  (process.env.PATH ?? '').split(path.delimiter).some((folder) => fs.existsSync(path.join(folder, program)));

/** Outside things that tests use when they are there. */
const NEEDS = [
  {
    name: 'postgres',
    isThere: Boolean(process.env.ASSAY_TEST_DATABASE_URL),
    line: 'PostgreSQL tests skipped: ASSAY_TEST_DATABASE_URL is not set (tools/testPostgres.sh start prints one).',
  },
  {
    name: 'redis',
    isThere: fs.existsSync(process.env.ASSAY_REDIS_SERVER || '/usr/bin/redis-server'),
    line: 'Redis tests skipped: no redis-server at /usr/bin/redis-server (install it, or name another in ASSAY_REDIS_SERVER).',
  },
  {
    name: 'wapiti',
    isThere: fs.existsSync(process.env.ASSAY_WAPITI || '/usr/bin/wapiti'),
    line: 'The web scan is skipped: no wapiti at /usr/bin/wapiti (install it, or name another in ASSAY_WAPITI).',
  },
  {
    name: 'chromium',
    isThere: fs.existsSync(process.env.ASSAY_CHROMIUM || '/usr/bin/chromium'),
    line: 'Browser tests skipped: no Chromium at /usr/bin/chromium (install it, or name another in ASSAY_CHROMIUM).',
  },
  {
    name: 'pdfsig',
    isThere: fs.existsSync('/usr/bin/pdfsig'),
    line: 'Signatures of reports are not read by poppler: no pdfsig at /usr/bin/pdfsig (Debian: poppler-utils).',
  },
  {
    name: 'swift',
    isThere: isOnPath('swift-proxy-server'),
    line: 'Tests against a real S3 server skipped: no swift-proxy-server (Debian: swift-proxy swift-account swift-container swift-object).',
  },
  {
    name: 'haproxy',
    isThere: isOnPath('haproxy'),
    line: 'Tests behind a balancer skipped: no haproxy.',
  },
  {
    name: 'prometheus',
    isThere: isOnPath('prometheus') && isOnPath('promtool'),
    line: 'Alerts and figures are read by no Prometheus: no prometheus and promtool.',
  },
  {
    name: 'photos',
    isThere: Boolean(process.env.ASSAY_PHOTOS),
    line: 'Tests on photos skipped: ASSAY_PHOTOS names no folder with bsds/ and train/; rendered scenes stand in.',
  },
];

const isSlow = process.argv.includes('--slow');
const vitestArguments = process.argv.slice(2).filter((argument) => argument !== '--slow');

const failures = [];
let passed = 0;

/** @returns false if the step failed; the others still run, so that one look shows everything */
function check(step) {
  try {
    step();
    passed += 1;
    return true;
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    failures.push(error.message);
    return false;
  }
}

/** As `check`, one after the other. */
async function checkInTurn(steps) {
  for (const step of steps) {
    try {
      await step();
      passed += 1;
    } catch (error) {
      if (!(error instanceof StepFailed)) throw error;
      failures.push(error.message);
    }
  }
}

/** Runs vitest and adds up what its JSON report says. */
function runTests() {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-test-'));
  const report = path.join(folder, 'report.json');
  const secondTries = path.join(folder, 'second-tries.txt');
  const reporters = ['default', 'json', inRoot('tools/secondTries.mjs')].map((name) => `--reporter=${name}`);
  const args = ['run', ...reporters, `--outputFile.json=${report}`, ...vitestArguments];
  const { status } = spawnSync(process.execPath, [toolPath('vitest', 'vitest'), ...args], {
    cwd: root,
    stdio: 'inherit',
    // Tests that start the service as a process may use the build.
    env: {
      ...process.env,
      ASSAY_TEST_BUILT: '1',
      ASSAY_TEST_TIER: isSlow ? 'slow' : 'fast',
      ASSAY_SECOND_TRIES: secondTries,
    },
  });
  const counts = { passed: 0, failed: 0, skipped: 0 };
  if (fs.existsSync(report)) {
    const told = JSON.parse(fs.readFileSync(report, 'utf8'));
    counts.passed = told.numPassedTests;
    counts.failed = told.numFailedTests;
    counts.skipped = told.numPendingTests + told.numTodoTests;
    if (process.env.ASSAY_TEST_REPORT) fs.copyFileSync(report, process.env.ASSAY_TEST_REPORT);
  }
  if (fs.existsSync(secondTries)) {
    const lines = fs.readFileSync(secondTries, 'utf8').split('\n').filter(Boolean);
    for (const line of lines) console.log(`Passed at the second try only: ${line}`);
  }
  fs.rmSync(folder, { recursive: true });
  // A file that does not load, or an error outside of every test, fails the run without failing a test.
  if (status !== 0 && counts.failed === 0) failures.push(`tests: vitest ended with ${status}`);
  return counts;
}

requireNode();
const isBuilt = check(installMissing) && check(buildPackages) && check(buildWeb);
let tests = { passed: 0, failed: 0, skipped: 0 };
if (isBuilt && !isSlow) {
  // Two lanes, about as long as each other: compilers in one, what looks at files alone in the other.
  const ofFiles = [
    () => runToolBeside('format', '@biomejs/biome', 'biome', ['ci', '--reporter=summary', '.']),
    () => runToolBeside('lint', 'oxlint', 'oxlint', []),
    () => runBeside('format, lint and types of Python', process.execPath, ['tools/lintPython.mjs']),
    () => runBeside('layers', process.execPath, ['tools/checkLayers.mjs']),
    ...['tsconfig.json', 'tsconfig.test.json'].map(
      (project) => () =>
        runToolBeside(`types of the page, ${project}`, 'typescript', 'tsc', ['-p', `packages/web/${project}`]),
    ),
  ];
  const ofTypes = [() => runToolBeside('types, tests included', 'typescript', 'tsc', ['-b'])];
  await Promise.all([checkInTurn(ofFiles), checkInTurn(ofTypes)]);
}
if (isBuilt) tests = runTests();

const required = (process.env.ASSAY_TEST_REQUIRE ?? '').split(',').filter(Boolean);
for (const name of required)
  if (!NEEDS.some((need) => need.name === name)) failures.push(`required, but nothing of the kind is known: ${name}`);
for (const need of NEEDS.filter(({ isThere }) => !isThere)) {
  if (required.includes(need.name)) failures.push(`required, but missing: ${need.line}`);
  else console.log(need.line);
}
for (const failure of failures) console.log(`FAILED ${failure}`);
const failed = tests.failed + failures.length;
console.log(`${tests.passed + passed} passed, ${failed} failed, ${tests.skipped} skipped`);
process.exitCode = failed > 0 || !isBuilt ? 1 : 0;
