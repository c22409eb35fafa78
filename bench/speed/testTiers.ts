/**
 * How long the two tiers of tests take, and each slow file; writes bench/results/tests/test-tiers.json and the table of
 * CONTRIBUTING.md. Both tiers run as the commands that a contributor types.
 *
 *     npm run bench:tests
 * @module
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { provenance, saveResult } from '../machine.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

interface Report {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly testResults: readonly { readonly name: string; readonly startTime: number; readonly endTime: number }[];
}

interface Tier {
  readonly command: string;
  readonly wallS: number;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly files: readonly { readonly file: string; readonly seconds: number }[];
}

function runTier(script: string): Tier {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'assay-tiers-'));
  const report = path.join(folder, 'report.json');
  const startMs = Date.now();
  spawnSync('npm', ['run', '--silent', script], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, ASSAY_TEST_REPORT: report },
  });
  const wallS = Math.round((Date.now() - startMs) / 1000);
  const told = JSON.parse(readFileSync(report, 'utf8')) as Report;
  rmSync(folder, { recursive: true });
  const files = told.testResults.map(({ name, startTime, endTime }) => ({
    file: path.relative(ROOT, name),
    seconds: Math.round((endTime - startTime) / 1000),
  }));
  return {
    command: script === 'test' ? 'npm test' : `npm run ${script}`,
    wallS,
    passed: told.numPassedTests,
    failed: told.numFailedTests,
    skipped: told.numPendingTests,
    files: files.sort((a, b) => b.seconds - a.seconds || (a.file < b.file ? -1 : 1)),
  };
}

const before = provenance();
const fast = runTier('test');
const slow = runTier('test:slow');
saveResult('tests/test-tiers', { ...before, fast: { ...fast, files: fast.files.slice(0, 15) }, slow });

const BEGIN = '<!-- slow tests: written by npm run bench:tests -->';
const END = '<!-- end -->';
const page = path.join(ROOT, 'CONTRIBUTING.md');
const text = readFileSync(page, 'utf8');
const table = [
  '',
  '',
  '| Slow test | Seconds |',
  '|---|---|',
  ...slow.files.map(({ file, seconds }) => `| \`${file}\` | ${seconds} |`),
  '',
].join('\n');
writeFileSync(page, `${text.slice(0, text.indexOf(BEGIN) + BEGIN.length)}${table}${text.slice(text.indexOf(END))}`);
