import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { runKillLoop } from '../../../../bench/durability/killLoop.ts';

let dataDir: string | undefined;

afterAll(async () => {
  if (dataDir) await rm(dataDir, { recursive: true, force: true });
});

// The long version is `npm run test:kill`.
it('loses no acknowledged upload, and leaves nothing behind, in two rounds of SIGKILL at random moments', async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'assay-kill-loop-'));
  const report = await runKillLoop({ dataDir, rounds: 2, seed: 7, clients: 3 });
  expect(report.lost).toEqual([]);
  expect(report.leftBehind).toEqual([]);
  // Otherwise nothing was tested.
  expect(report.acknowledged).toBeGreaterThan(0);
  expect(report.unanswered).toBeGreaterThan(0);
}, 900_000);
