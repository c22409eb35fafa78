import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../../src/adapters/db/connection/open.ts';
import { embeddedTemplate } from '../../../support/testDatabase.ts';
import type { Held } from './keepWriting.ts';

const WRITER = fileURLToPath(new URL('./keepWriting.ts', import.meta.url));
const ROUNDS = 4;
/** From one acknowledged upload to some dozens: the kill comes at another phase of the work each time. */
const acknowledgedBeforeKill = (round: number): number => 1 + 7 * round;

/** Starts a writer and kills it after so many acknowledged uploads; what it found at its start, and what it promised. */
function round(dataDir: string, acknowledgements: number): Promise<{ held: Held; promised: string[] }> {
  const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=assay-source', WRITER, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  return new Promise((resolve) => {
    createInterface(child.stdout)
      .on('line', (line) => {
        if (lines.push(line) === 1 + acknowledgements) child.kill('SIGKILL');
      })
      // Only now, since lines that were written before the kill may still be on their way.
      .on('close', () => resolve({ held: JSON.parse(lines[0] ?? 'null'), promised: lines.slice(1) }));
  });
}

test(`SIGKILL, ${ROUNDS} times: no acknowledged upload is lost, none is torn, counters fit`, {
  timeout: 600_000,
}, async () => {
  const dataDir = await mkdtemp(path.join(os.tmpdir(), 'assay-kill-'));
  await (await openDatabase({ dataDir, template: await embeddedTemplate() })).close();
  const promised: string[] = [];
  for (let i = 0; i <= ROUNDS; i++) {
    const { held, promised: more } = await round(dataDir, acknowledgedBeforeKill(i));
    expect(held.torn).toEqual([]);
    expect(held.miscounted).toBe(0);
    const found = new Set(held.whole);
    expect(promised.filter((id) => !found.has(id))).toEqual([]);
    expect(more.length).toBeGreaterThan(0);
    promised.push(...more);
  }
  expect(promised.length).toBeGreaterThan(ROUNDS * 12);
  await rm(dataDir, { recursive: true, force: true });
});
