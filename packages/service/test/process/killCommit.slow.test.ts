import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runKillCommits } from '../../../../bench/durability/killCommits.ts';

let dataDir: string | undefined;

afterAll(async () => {
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

// The long version is `npm run test:killCommit`.
it('loses no commitment and records none twice, and forgets nothing that its log has shown, in two rounds of SIGKILL at random moments', async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'assay-kill-commits-'));
  const report = await runKillCommits({ dataDir, rounds: 2, seed: 3, clients: 4, uploadEvery: 3, assets: 1 });
  expect(report.faults).toEqual([]);
  expect(report.transactions).toBe(report.commitments);
  // Otherwise nothing was tested.
  expect(report.acknowledged).toBeGreaterThan(0);
  expect(report.unanswered).toBeGreaterThan(0);
  expect(report.checkpoints).toBeGreaterThan(1);
}, 900_000);
