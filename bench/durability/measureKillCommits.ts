/**
 * `npm run test:killCommit [-- KILLS [SEED]]`: kills the service in the middle of commitments, with a report; ends with 1
 * if one was lost or recorded twice. The result goes to bench/results/ledger/kill-commits.json.
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { saveResult } from '../machine.ts';

// The npm script has just built; read when the module is loaded, so it is loaded afterwards.
process.env.ASSAY_TEST_BUILT ??= '1';
const { runKillCommits } = await import('./killCommits.ts');

const [kills = '60', seed = '1'] = process.argv.slice(2);
const dataDir = await mkdtemp(path.join(tmpdir(), 'assay-kill-commits-'));
const report = await runKillCommits({
  dataDir,
  rounds: Number(kills),
  seed: Number(seed),
  clients: 4,
  uploadEvery: 5,
  assets: 3,
  note: console.log,
});
for (const line of report.faults) console.log(line);
console.log(
  `${report.kills} kills, ${report.acknowledged} acknowledged, ${report.unanswered} unanswered, ${report.commitments} commitments, ${report.transactions} transactions, ${report.checkpoints} checkpoints, faults: ${report.faults.length}`,
);
console.log(saveResult('ledger/kill-commits', { seed: Number(seed), ...report }));
if (report.faults.length === 0) await rm(dataDir, { recursive: true });
else console.log(`The data folder stays for a look: ${dataDir}`);
process.exitCode = report.faults.length === 0 ? 0 : 1;
