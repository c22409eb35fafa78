import { expect, test } from 'vitest';
import { readInTurns } from '../../../src/app/transparency/readInTurns.ts';
import type { TransparencyLog } from '../../../src/app/ports/ledger/transparencyLog.ts';

/** A log whose reads end when they are told to. */
function slowLog() {
  const begun: { readonly path: string; end: (tile: Uint8Array | null) => void; fail: (cause: Error) => void }[] = [];
  const tile = (level: number, index: number): Promise<Uint8Array | null> =>
    new Promise((end, fail) => begun.push({ path: `${level}/${index}`, end, fail }));
  return { log: { tile } as unknown as TransparencyLog, begun, paths: () => begun.map(({ path }) => path) };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('so many reads are under way, the others begin in order as those end', async () => {
  const { log, begun, paths } = slowLog();
  const turns = readInTurns(log, 2);
  const answers = [0, 1, 2, 3].map((index) => turns.tile(0, index, 256));
  await settled();
  expect(paths()).toEqual(['0/0', '0/1']);
  begun[1]?.end(Uint8Array.of(1));
  expect(await answers[1]).toEqual(Uint8Array.of(1));
  await settled();
  expect(paths()).toEqual(['0/0', '0/1', '0/2']);
  begun[0]?.end(null);
  begun[2]?.end(null);
  await settled();
  expect(paths()).toEqual(['0/0', '0/1', '0/2', '0/3']);
  begun[3]?.end(null);
  await Promise.all(answers);
});

test('a read that fails leaves its place to the next', async () => {
  const { log, begun, paths } = slowLog();
  const turns = readInTurns(log, 1);
  const failed = turns.tile(0, 0, 1);
  const next = turns.tile(0, 1, 1);
  begun[0]?.fail(new Error('the disk is gone'));
  await expect(failed).rejects.toThrow('the disk is gone');
  await settled();
  expect(paths()).toEqual(['0/0', '0/1']);
  begun[1]?.end(null);
  expect(await next).toBeNull();
});
