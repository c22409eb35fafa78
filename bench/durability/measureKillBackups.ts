/**
 * `npm run test:killBackup [-- KILLS [SEED [ROUNDS_EACH [BACKUPS_EACH]]]]`: kills over uploads, commits, verifications and
 * backups, with a report; ends with 1 if anything was lost or a backup cannot be used. The result goes to
 * bench/results/service/kill-backups.json.
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { saveResult } from '../machine.ts';

// The npm script has just built; read when the module is loaded, so it is loaded afterwards.
process.env.ASSAY_TEST_BUILT ??= '1';
const { runKillBackups } = await import('./killBackups.ts');

const [kills = 20, seed = 1, roundsEach = 10, backupsEach = 3] = process.argv.slice(2).map(Number);
const root = await mkdtemp(path.join(tmpdir(), 'assay-kill-backups-'));
const report = await runKillBackups({ root, kills, seed, roundsEach, backupsEach, note: console.log });
const faults = [...report.lost, ...report.unusable];
for (const line of faults) console.log(line);
console.log(JSON.stringify({ ...report, lost: report.lost.length, unusable: report.unusable.length }));
console.log(saveResult('service/kill-backups', { seed, roundsEach, backupsEach, ...report }));
if (faults.length === 0) await rm(root, { recursive: true });
else console.log(`The data folders stay for a look: ${root}`);
process.exitCode = faults.length === 0 ? 0 : 1;
