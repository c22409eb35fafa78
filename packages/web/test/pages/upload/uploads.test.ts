import type { AssayClient } from '@assay/sdk/client';
import type { Asset } from '@assay/sdk/types';
import { expect, test } from 'vitest';
import { DEFAULT_CHOICES, recipientsOf, uploadOptions } from '../../../src/pages/upload/options.ts';
import { UploadQueue } from '../../../src/pages/upload/uploadQueue.ts';
import { reduceUploads, type Upload, type UploadEvent } from '../../../src/pages/upload/uploads.ts';
import { tagsOf } from '../../../src/shared/form/tagsOf.ts';

const file = (name: string) => new File(['x'], name);
const asset = { id: 'a1' } as Asset;
const after = (...events: UploadEvent[]): readonly Upload[] => events.reduce(reduceUploads, []);
const chosen: UploadEvent = {
  type: 'chosen',
  files: [
    { id: 1, file: file('a.jpg'), failure: null },
    { id: 2, file: file('b.jpg'), failure: null },
  ],
};
const states = (uploads: readonly Upload[]) => uploads.map(({ id, state }) => [id, state]);

test('a file goes from ready over waiting, sending and marking to done', () => {
  const sending = after(
    chosen,
    { type: 'queued', ids: [1] },
    { type: 'progressed', id: 1, sentBytes: 1, totalBytes: 4 },
  );
  expect(sending[0]).toMatchObject({ state: 'sending', sentFraction: 0.25 });
  const marking = reduceUploads(sending, { type: 'progressed', id: 1, sentBytes: 4, totalBytes: 4 });
  expect(states(marking)).toEqual([
    [1, 'marking'],
    [2, 'ready'],
  ]);
  expect(reduceUploads(marking, { type: 'answered', id: 1, asset })[0]).toMatchObject({ state: 'done', asset });
});

test('what comes late, of a file that was cancelled or taken off, changes nothing', () => {
  const cancelled = after(chosen, { type: 'queued', ids: [1] }, { type: 'cancelled', id: 1 });
  expect(reduceUploads(cancelled, { type: 'answered', id: 1, asset })[0]?.state).toBe('ready');
  const removed = after(chosen, { type: 'removed', id: 1 });
  expect(states(reduceUploads(removed, { type: 'known', id: 1, duplicateId: 'a0' }))).toEqual([[2, 'ready']]);
  const queued = after(chosen, { type: 'queued', ids: [1] });
  expect(reduceUploads(queued, { type: 'known', id: 1, duplicateId: 'a0' })[0]?.state).toBe('waiting');
});

interface Sent {
  readonly name: string;
  readonly signal: AbortSignal;
  resolve(): void;
  reject(error: Error): void;
}

function queueWith() {
  const sent: Sent[] = [];
  const told: string[] = [];
  const upload = ((given: File, { signal }: { signal: AbortSignal }) =>
    new Promise((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason));
      sent.push({ name: given.name, signal, resolve: () => resolve(asset), reject });
    })) as unknown as AssayClient['upload'];
  const copies: string[] = [];
  const makeCopy = async (assetId: string, recipient: string) => {
    copies.push(`${assetId} ${recipient}`);
    if (recipient === 'nobody') throw new Error('no copy');
  };
  const queue = new UploadQueue({ upload, makeCopy }, (event) =>
    told.push(`${event.type} ${'id' in event ? event.id : 'ids' in event ? event.ids : ''}`),
  );
  const add = (...ids: number[]) =>
    queue.add(ids.map((id) => ({ id, file: file(`${id}`), options: {}, recipients: [] })));
  const settled = () => new Promise((resolve) => setImmediate(resolve));
  return { queue, sent, told, copies, add, settled };
}

test('two files are sent at a time; one that fails makes room as well', async () => {
  const { sent, told, add, settled } = queueWith();
  add(1, 2, 3, 4);
  expect(sent.map(({ name }) => name)).toEqual(['1', '2']);
  sent[0]?.reject(new Error('broken'));
  await settled();
  sent[1]?.resolve();
  await settled();
  expect(sent.map(({ name }) => name)).toEqual(['1', '2', '3', '4']);
  expect(told).toEqual(['queued 1,2,3,4', 'failed 1', 'answered 2']);
});

test('copies for recipients are made after the upload, one after the other; one that fails stops nothing', async () => {
  const { queue, sent, told, copies, settled } = queueWith();
  queue.add([{ id: 1, file: file('1'), options: {}, recipients: ['Daily News', 'nobody', 'Evening Post'] }]);
  expect(copies).toEqual([]);
  sent[0]?.resolve();
  await settled();
  expect(copies).toEqual(['a1 Daily News', 'a1 nobody', 'a1 Evening Post']);
  expect(told).toEqual(['queued 1', 'answered 1', 'copied 1', 'copied 1', 'copied 1']);
});

test('outcomes of copies stand with the picture, and nowhere before it is registered', () => {
  const copied: UploadEvent = { type: 'copied', id: 1, recipient: 'Daily News', failure: null };
  const registered = after(chosen, { type: 'queued', ids: [1] }, { type: 'answered', id: 1, asset }, copied);
  expect(registered[0]).toMatchObject({ state: 'done', copies: [{ recipient: 'Daily News', failure: null }] });
  expect(after(chosen, copied)[0]).toEqual(after(chosen)[0]);
});

test('recipients are lines, each once', () => {
  expect(recipientsOf({ recipients: ' Daily News \n\nEvening, Post\nDaily News' })).toEqual([
    'Daily News',
    'Evening, Post',
  ]);
});

test('a cancelled file is aborted, or never sent, and nothing is told of it afterwards', async () => {
  const { queue, sent, told, add, settled } = queueWith();
  add(1, 2, 3);
  queue.cancel(3);
  queue.cancel(1);
  await settled();
  expect(sent.map(({ name, signal }) => [name, signal.aborted])).toEqual([
    ['1', true],
    ['2', false],
  ]);
  expect(told).toEqual(['queued 1,2,3', 'cancelled 3', 'cancelled 1']);
});

test('options: what nobody touched is left to the service', () => {
  expect(uploadOptions(DEFAULT_CHOICES)).toEqual({ trackA: true, trackB: true, trackC: true, blockchainCommit: false });
  const tracks = { ...DEFAULT_CHOICES.tracks, a: { isOn: true, strength: 0.8 }, b: { isOn: false, strength: 0.9 } };
  expect(uploadOptions({ recipients: '', tags: ' harbour, , dawn,harbour', commit: true, tracks })).toEqual({
    trackA: true,
    trackAStrength: 0.8,
    trackB: false,
    trackC: true,
    tags: ['harbour', 'dawn'],
    blockchainCommit: true,
  });
});

test('tags are parted by the commas of several languages', () => {
  expect(tagsOf('港口，黎明、海')).toEqual(['港口', '黎明', '海']);
  expect(tagsOf('ميناء، فجر')).toEqual(['ميناء', 'فجر']);
});
