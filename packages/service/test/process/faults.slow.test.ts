import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { FAULTS } from '../../../../bench/durability/faults/faults.ts';
import { runFaults } from '../../../../bench/durability/faults/runFaults.ts';
import { whyNoRedis } from '../support/redisServer.ts';
import { whySkipped } from '../support/testDatabase.ts';

/** Its server is one that `tools/testPostgres.sh` unpacked; a pair of its own is started from the same. */
const isLocal = process.env['ASSAY_TEST_DATABASE_URL']?.includes('@127.0.0.1:') === true && process.getuid?.() === 0;
const missing = ['haproxy', 'swift-proxy-server'].filter((one) => spawnSync(one, ['--help']).error !== undefined);
const reason =
  whySkipped('postgresql') ??
  whyNoRedis ??
  (missing.length > 0 ? `skipped: ${missing.join(', ')} is not installed` : null) ??
  (isLocal ? null : 'skipped: tools/testPostgres.sh can start no pair here');

/** The whole matrix is bench/durability/faults/measureFaults.ts. */
const TRIED = ['kill -9 of an api process', 'S3 refuses connections', 'fail-over'];

describe.skipIf(reason !== null)(`two api and two worker processes${reason === null ? '' : `; ${reason}`}`, () => {
  it('lose, double and refuse nothing when one is killed, the store is away, the database fails over', {
    timeout: 900_000,
  }, async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'assay-faults-'));
    try {
      const rows = await runFaults({
        folder,
        name: `test-${process.pid}`,
        faults: FAULTS.filter(({ name }) => TRIED.some((one) => name.startsWith(one))),
        clients: 3,
        verifiers: 2,
        beforeMs: 500,
        holdMs: 5_000,
      });
      expect(rows).toHaveLength(TRIED.length);
      for (const row of rows) {
        expect(row.findings, row.fault).toEqual([]);
        expect(row, row.fault).toMatchObject({ lost: 0, duplicated: 0, differing: 0, refused: 0 });
        expect(row.verifications, row.fault).toMatchObject({ lost: 0, duplicated: 0, differing: 0, refused: 0 });
        expect(row.acknowledged, row.fault).toBeGreaterThan(0);
        expect(row.verifications.acknowledged, row.fault).toBeGreaterThan(0);
        expect(row.recoverySeconds, row.fault).toBeLessThan(120);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
