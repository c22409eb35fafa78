import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { imagesAt } from '../../../src/adapters/engine/imageProcesses.ts';
import { askerAt, openDesk, tellBegun } from '../../../src/adapters/engine/jobDesk.ts';

describe('the time of a job', () => {
  test('is over after its bound, counted from when the thread tells that it has begun', async () => {
    const { desk, signal, close } = openDesk({ msMax: 1 });
    tellBegun({ desk });
    if (!signal.aborted) await once(signal, 'abort');
    expect(signal.aborted).toBe(true);
    close();
  });

  test('does not run while the thread has not begun', async () => {
    const waiting = openDesk({ msMax: 0 });
    const other = openDesk({ msMax: 0 });
    tellBegun(other);
    if (!other.signal.aborted) await once(other.signal, 'abort');
    expect(waiting.signal.aborted).toBe(false);
    for (const { close } of [waiting, other]) close();
  });

  test('a job that is over is not ended any more', async () => {
    const first = openDesk({ msMax: 0 });
    const second = openDesk({ msMax: 0 });
    tellBegun(first);
    first.close();
    tellBegun(second);
    if (!second.signal.aborted) await once(second.signal, 'abort');
    expect(first.signal.aborted).toBe(false);
    second.close();
  });

  test('a job without a bound tells nobody', () => {
    expect(() => tellBegun({})).not.toThrow();
  });
});

test('pictures move to whoever works on them and are not copied there; the thread keeps its own', async () => {
  const seen: Uint8Array[] = [];
  const { desk, close } = openDesk({
    msMax: 60_000,
    serve: async (question) => {
      seen.push((question as { input: Uint8Array }).input);
      return { value: { result: { info: {}, data: new Uint8Array(1) } }, transfer: [] };
    },
  });
  const asked: { transfer: readonly ArrayBuffer[] | undefined; bytes: number }[] = [];
  const ask = askerAt(desk);
  const large = new Uint8Array(1000).fill(3).subarray(100, 300);
  await imagesAt((question, transfer) => {
    const answer = ask(question, transfer);
    asked.push({ transfer, bytes: (question as { input: Uint8Array }).input.byteLength });
    return answer;
  })({ options: {}, steps: [], want: 'bytes' }, large);
  // What was moved is empty afterwards.
  expect(asked).toEqual([{ transfer: [expect.objectContaining({ byteLength: 0 })], bytes: 0 }]);
  expect(seen[0]).toEqual(new Uint8Array(200).fill(3));
  expect(seen[0]?.buffer.byteLength).toBe(200);
  expect(large).toEqual(new Uint8Array(200).fill(3));
  close();
});
