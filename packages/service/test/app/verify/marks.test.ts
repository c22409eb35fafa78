import { expect, test } from 'vitest';
import type { Asset } from '../../../src/app/ports/assets/assets.ts';
import type { TrackFinding } from '../../../src/app/ports/verify/engine.ts';
import { readMarks } from '../../../src/app/verify/marks.ts';

const finding = (track: 'a' | 'b', assetId: string | null, beneathAssetId: string | null = null): TrackFinding => ({
  track,
  detected: assetId !== null,
  assetId,
  confidence: 1,
  pilotZScore: 20,
  beneathAssetId,
});

/** What the marks of a picture say where these assets are stored. */
const read = (findings: readonly TrackFinding[], stored: readonly string[]) =>
  readMarks(
    {
      assets: { findLive: async (id: string) => (stored.includes(id) ? ({ id } as Asset) : null) },
      copies: { findAny: async () => null },
    } as unknown as Parameters<typeof readMarks>[0],
    findings,
    { organizationIds: [] },
  );

test('an earlier mark beneath the one that is read names its asset, beside that of the later one', async () => {
  const { named, beneath } = await read(
    [finding('a', 'later'), finding('b', 'later', 'earlier')],
    ['later', 'earlier'],
  );
  expect(named.map(({ id }) => id)).toEqual(['later']);
  expect(beneath?.id).toBe('earlier');
});

test('beneath a mark lies nothing where both name one asset, or the earlier one is gone', async () => {
  expect((await read([finding('a', 'same', 'same')], ['same'])).beneath).toBeNull();
  expect((await read([finding('a', 'later', 'gone')], ['later'])).beneath).toBeNull();
  const both = await read([finding('a', 'x', 'y'), finding('b', 'y')], ['x', 'y']);
  expect([both.named.length, both.beneath]).toEqual([2, null]);
});
