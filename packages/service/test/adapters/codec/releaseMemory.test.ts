import { expect, test } from 'vitest';
import { noteDecoded, releaseMemory } from '../../../src/adapters/codec/releaseMemory.ts';

/** Of an array that nobody else refers to. */
const reference = (): WeakRef<object> => new WeakRef(new Uint8Array(1024));

/** A reference keeps its target alive until the present task ends. */
const nextTask = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('after large pictures, what nobody refers to is given back at once', async () => {
  const array = reference();
  await nextTask();
  noteDecoded(300_000_000);
  await releaseMemory();
  expect(array.deref()).toBeUndefined();
});

test('after small ones nothing is collected: it would take longer than the work', async () => {
  const array = reference();
  await nextTask();
  noteDecoded(1_000_000);
  await releaseMemory();
  expect(array.deref()).toBeInstanceOf(Uint8Array);
});
