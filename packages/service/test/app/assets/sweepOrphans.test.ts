import { beforeEach, describe, expect, test } from 'vitest';
import { orphanJob } from '../../../src/app/assets/recoveryJobs.ts';
import { emptyQuarantine, isSweepDue, sweepOrphans } from '../../../src/app/assets/sweepOrphans.ts';
import { type KeptLog, keptLog } from '../../support/keptLog.ts';
import { type FakePorts, fakePorts } from '../../fakes/testService.ts';

const BYTES = Uint8Array.of(1, 2, 3);
const DAY_MS = 24 * 60 * 60 * 1000;

let ports: FakePorts;
let log: KeptLog;
/** Ids that the database knows. */
let known: Set<string>;

beforeEach(async () => {
  ({ ports } = await fakePorts());
  log = keptLog();
  known = new Set();
  ports.assets.existing = async (ids) => new Set(ids.filter((id) => known.has(id)));
});

async function store(count: number, isKnown: boolean): Promise<string[]> {
  const ids = Array.from({ length: count }, () => ports.ids.uuid());
  for (const id of ids) {
    await ports.files.put(id, 'original', BYTES);
    if (isKnown) known.add(id);
  }
  return ids;
}

const inQuarantine = async (): Promise<string[]> => {
  const ids: string[] = [];
  for await (const { assetId } of ports.storeKeeping.quarantined()) ids.push(assetId);
  return ids;
};

describe('files without a row', () => {
  test('single ones are moved aside, each is named in the log, and they can come back', async () => {
    const [kept] = await store(50, true);
    const [orphan] = (await store(1, false)) as [string];
    expect(await sweepOrphans(ports, log)).toEqual({ examined: 51, quarantined: 1, stopped: false });
    expect(await ports.files.read(orphan, 'original')).toBeNull();
    expect(await ports.files.read(kept!, 'original')).not.toBeNull();
    expect(log.lines).toMatchObject([{ level: 'warn', facts: { assetId: orphan } }]);
    expect(await ports.storeKeeping.restore(orphan)).toBe(true);
    expect(await ports.files.read(orphan, 'original')).toEqual(BYTES);
  });

  test('an empty database beside a full store: nothing is touched, and the log says so', async () => {
    const ids = await store(100, false);
    expect(await sweepOrphans(ports, log)).toEqual({ examined: 100, quarantined: 0, stopped: true });
    for (const id of ids) expect(await ports.files.read(id, 'original')).toEqual(BYTES);
    expect(log.lines).toMatchObject([{ level: 'error', facts: { examined: 100, orphans: 100 } }]);
  });

  test('a database of last week, which lacks a tenth: nothing is touched', async () => {
    await store(90, true);
    await store(10, false);
    expect(await sweepOrphans(ports, log)).toMatchObject({ stopped: true, quarantined: 0 });
    expect(await inQuarantine()).toEqual([]);
  });
});

describe('the walk over the store', () => {
  const positions = async () => (await ports.jobWalks.find('orphans'))?.after;

  test('goes on where it was left, and begins anew only after its end', async () => {
    const ids = (await store(10_020, true)).toSorted();
    const listed: (string | undefined)[] = [];
    const { listAssetIds } = ports.files;
    ports.files.listAssetIds = (after) => {
      listed.push(after);
      return listAssetIds(after);
    };
    // Its process ends after the first section.
    expect(await sweepOrphans(ports, log, () => true)).toMatchObject({ examined: 10_000 });
    expect(await positions()).toBe(ids[9999]);
    expect(await sweepOrphans(ports, log)).toEqual({ examined: 20, quarantined: 0, stopped: false });
    expect(await positions()).toBeNull();
    expect(await sweepOrphans(ports, log)).toMatchObject({ examined: 10_020 });
    expect(listed).toEqual(['', ids[9999], '']);
  });

  test('stays before a section of which the database knows too little', async () => {
    await store(10_000, true);
    // Ids follow time, so these come after the others.
    ports.clock.advance(1000);
    await store(10, false);
    expect(await sweepOrphans(ports, log)).toEqual({ examined: 10_010, quarantined: 0, stopped: true });
    expect(await positions()).not.toBeNull();
    expect(await sweepOrphans(ports, log)).toEqual({ examined: 10, quarantined: 0, stopped: true });
  });

  test('is made once a day, and gone on with at once', async () => {
    await store(10_001, true);
    const isDue = () => isSweepDue(ports, DAY_MS);
    expect(await isDue()).toBe(true);
    await sweepOrphans(ports, log, () => true);
    expect(await isDue()).toBe(true);
    await sweepOrphans(ports, log);
    expect(await isDue()).toBe(false);
    ports.clock.advance(DAY_MS);
    expect(await isDue()).toBe(true);
  });
});

test('once a day what crashes left half written is removed, also while the process goes on, and the log says how much', async () => {
  const asked: boolean[] = [];
  const files = { ...ports.files, sweepTemporary: async (isStart: boolean) => asked.push(isStart) };
  const job = orphanJob({ ...ports, files }, log);
  await job();
  await job();
  expect(asked).toEqual([false]);
  expect(log.lines).toMatchObject([{ level: 'info', facts: { left: 1 } }]);
});

test('what is aside is removed after its days and not before, with a line in the log', async () => {
  await store(50, true);
  const [orphan] = await store(1, false);
  await sweepOrphans(ports, log);
  const dayOf = (days: number): Date => new Date(ports.clock.now().getTime() - days * DAY_MS);
  ports.clock.advance(29 * DAY_MS);
  expect(await emptyQuarantine(ports, dayOf(30), log)).toBe(0);
  ports.clock.advance(2 * DAY_MS);
  expect(await emptyQuarantine(ports, dayOf(30), log)).toBe(1);
  expect(await inQuarantine()).toEqual([]);
  expect(log.lines.at(-1)).toMatchObject({ level: 'warn', facts: { assetId: orphan } });
});
