/**
 * `npm run test:kill [-- ROUNDS [SEED]]`: the kill loop with a report; ends with 1 if anything was lost or left behind.
 * The result goes to bench/results/service/kill-loop.json.
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { saveResult } from '../machine.ts';

// The npm script has just built; read when the module is loaded, so it is loaded afterwards.
process.env.ASSAY_TEST_BUILT ??= '1';
const { runKillLoop } = await import('./killLoop.ts');

const [rounds = '20', seed = '1'] = process.argv.slice(2);
const dataDir = await mkdtemp(path.join(tmpdir(), 'assay-kill-loop-'));
const report = await runKillLoop({
  dataDir,
  rounds: Number(rounds),
  seed: Number(seed),
  clients: 4,
  note: console.log,
});
const { lost, leftBehind } = report;
for (const line of [...lost, ...leftBehind]) console.log(line);
console.log(
  `${report.rounds} rounds, ${report.acknowledged} acknowledged, ${report.unanswered} unanswered, lost: ${lost.length}, left behind: ${leftBehind.length}, slowest recovery ${report.recoveryMsMax} ms`,
);
console.log(saveResult('service/kill-loop', { seed: Number(seed), ...report }));
if (lost.length + leftBehind.length === 0) await rm(dataDir, { recursive: true });
else console.log(`The data folder stays for a look: ${dataDir}`);
process.exitCode = lost.length + leftBehind.length === 0 ? 0 : 1;
