/**
 * `node --conditions=assay-source --import tsx bench/durability/measureTwoNodes.ts [RESTARTS]`: two nodes through a rolling restart, with
 * a report; ends with 1 if anything was lost, doubled or differs. Needs ASSAY_TEST_DATABASE_URL; takes REDIS_URL.
 * The result goes to bench/results/service/two-nodes.json.
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { createEmptyDatabase } from '../../packages/service/test/support/testDatabase.ts';
import { saveResult } from '../machine.ts';
import { runTwoNodes } from './twoNodes.ts';

const restarts = Number(process.argv[2] ?? '8');
const folder = await mkdtemp(path.join(tmpdir(), 'assay-two-nodes-'));
const database = await createEmptyDatabase();
const clients = 4;
const load = loadavg()[0];
const report = await runTwoNodes({
  databaseUrl: database.url,
  redisUrl: process.env['REDIS_URL'] ?? null,
  folder,
  // Each node in turn, first both gracefully, then both killed.
  restarts: Array.from({ length: restarts }, (_, at) => (at % 4 < 2 ? 'graceful' : 'kill')),
  clients,
  answersBetween: 6,
  seed: 1,
  note: console.log,
});
await database.remove();
await rm(folder, { recursive: true });
console.log(JSON.stringify(report));
console.log(saveResult('service/two-nodes', { clients, redis: 'REDIS_URL' in process.env, load, ...report }));
const { lost, duplicated, differing, unfinished } = report;
process.exitCode = [lost, duplicated, differing, unfinished].every((faults) => faults.length === 0) ? 0 : 1;
