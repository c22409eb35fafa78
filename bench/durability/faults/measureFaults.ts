/**
 * `node --conditions=assay-source --import tsx bench/durability/faults/measureFaults.ts [--only WORD] [--times N] [--hold SECONDS] [--clients N] [--verifiers N]`: the
 * fault matrix of a service of two api and two worker processes over PostgreSQL with a replica, S3 (Swift), Redis and HAProxy.
 * Ends with 1 if anything was lost, made twice, differs or was refused. Needs what `tools/testPostgres.sh` and `tools/testSwift.sh` need,
 * redis-server and haproxy. The result goes to bench/results/service/fault-matrix.json, unless `--only` is given.
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { saveResult } from '../../machine.ts';
import { FAULTS } from './faults.ts';
import { runFaults } from './runFaults.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    times: { type: 'string', default: '1' },
    hold: { type: 'string', default: '15' },
    clients: { type: 'string', default: '4' },
    verifiers: { type: 'string', default: '2' },
  },
});
const clients = Number(values.clients);
const verifiers = Number(values.verifiers);
const holdSeconds = Number(values.hold);
const chosen = FAULTS.filter(({ name }) => name.includes(values.only ?? ''));
const faults = Array.from({ length: Number(values.times) }, () => chosen).flat();
const folder = await mkdtemp(path.join(tmpdir(), 'assay-faults-'));
const load = loadavg()[0];
try {
  const rows = await runFaults({
    folder,
    name: `bench-${process.pid}`,
    faults,
    clients,
    verifiers,
    beforeMs: 3_000,
    holdMs: holdSeconds * 1000,
    note: console.log,
  });
  if (values.only === undefined)
    console.log(saveResult('service/fault-matrix', { clients, verifiers, holdSeconds, load, rows }));
  const isWell = rows.every(
    ({ findings, recoverySeconds }) => findings.length === 0 && Number.isFinite(recoverySeconds),
  );
  process.exitCode = isWell ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
