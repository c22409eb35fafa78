import { decide } from '@assay/core/verdict/decide';
import { expect, test } from 'vitest';
import type { Asset } from '../../../src/app/ports/assets/assets.ts';
import {
  type Compared,
  type CompareRequest,
  type LookupVectors,
  NOT_EMBEDDED,
} from '../../../src/app/ports/verify/engine.ts';
import type { Ports } from '../../../src/app/ports/ports.ts';
import { candidateEvidence, gatherCandidates, pairwiseComparisons } from '../../../src/app/verify/candidates.ts';
import { toyEngine, toyPicture } from '../../fakes/toyEngine.ts';

const NOTHING: Compared = {
  registration: null,
  keypoints: 0,
  difference: null,
  payloadZScore: null,
  markInRegion: null,
  mapPng: null,
  modifications: [],
};

/** How many of ten candidates, none of which explains the picture, are compared. */
async function comparisons(query: { width: number; height: number }, stored: { width: number; height: number }) {
  const deps = {
    files: { read: async () => new Uint8Array(1) },
    engine: { compare: async () => NOTHING },
  } as unknown as Pick<Ports, 'files' | 'engine'>;
  const found = Array.from({ length: 10 }, (_, i) => ({
    asset: { id: String(i), ...stored } as unknown as Asset,
    similarity: 0.5,
    isNamed: false,
    localInliers: null,
    compared: null,
  }));
  const scope = { organizationIds: [] };
  const compare = pairwiseComparisons(deps, { bytes: new Uint8Array(1), ...query }, null, scope);
  const candidates = await compare.untilExplained(found);
  expect(candidates).toHaveLength(10);
  return candidates.filter(({ compared }) => compared !== null).length;
}

test('five candidates are compared, also with pictures of a large camera', async () => {
  expect(await comparisons({ width: 800, height: 600 }, { width: 4000, height: 3000 })).toBe(5);
  expect(await comparisons({ width: 5000, height: 4000 }, { width: 5000, height: 4000 })).toBe(5);
});

test('of the largest pictures only the likeliest is, which bounds the time of a verification', async () => {
  expect(await comparisons({ width: 10_000, height: 10_000 }, { width: 10_000, height: 10_000 })).toBe(1);
  expect(await comparisons({ width: 6000, height: 4000 }, { width: 6000, height: 4000 })).toBe(4);
  expect(await comparisons({ width: 7000, height: 7000 }, { width: 7000, height: 7000 })).toBe(2);
});

const storedAsset = (id: string) => ({ id, organizationId: 'o', width: 640, height: 480, revokedAt: null });

interface Marked {
  /** Stored pictures that the marks of the submitted one name. */
  readonly named?: readonly string[];
  /** What it is looked up by. */
  readonly seenAs?: (vectors: LookupVectors) => LookupVectors;
}

/**
 * A store of toy pictures, named by their scenes, in which a picture without mark is looked for: which searches and comparisons were
 * made, and what was judged.
 * @param shown of the stored picture by the submitted one, 0..1
 * @param found by local features, the best first
 */
async function lookedFor(
  text: string,
  stored: readonly string[],
  shown: number,
  found: readonly string[] = [],
  { named = [], seenAs = (vectors: LookupVectors) => vectors }: Marked = {},
) {
  const engine = toyEngine();
  const calls: string[] = [];
  let lookUps = 0;
  const inspected = await engine.inspect(Buffer.from(text));
  const { facts, metadata } = inspected;
  const fingerprint = seenAs(inspected.fingerprint);
  const near = await Promise.all(stored.map(async (id) => [id, (await engine.examine(toyPicture(id))).fingerprint]));
  const deps = {
    assets: {
      findLive: async (id: string) => storedAsset(id),
      // The store has an order of its own.
      findLiveOf: async (ids: readonly string[]) => {
        lookUps++;
        return ids.toReversed().map(storedAsset);
      },
      nearest: async () => near.map(([assetId, vectors]) => ({ ...(vectors as object), assetId })),
    },
    embedding: {},
    files: { read: async (id: string) => toyPicture(id) },
    localSearch: { find: async () => found.map((assetId, i) => ({ assetId, inliers: 50 - i })) },
    engine: {
      embed: async (bytes: Uint8Array) => {
        calls.push('embed');
        return engine.embed(bytes);
      },
      localQuery: async (bytes: Uint8Array) => {
        calls.push('search');
        return engine.localQuery(bytes);
      },
      compare: async (request: CompareRequest) => {
        calls.push(Buffer.from(request.reference).toString().replace('TOY ', ''));
        const compared = await engine.compare(request);
        const { difference } = compared;
        const geometry = difference && { ...difference.geometry, visibleFraction: shown };
        return { ...compared, difference: difference && { ...difference, geometry } } as Compared;
      },
    },
  } as unknown as Parameters<typeof gatherCandidates>[0];
  const query = { bytes: Buffer.from(text), fingerprint, ...facts };
  const assets = named.map(storedAsset) as unknown as readonly Asset[];
  const candidates = await gatherCandidates(deps, query, assets, { mapSideMax: null }, { organizationIds: [] });
  const { verdict, assetId, ruleId, confidence } = decide({
    exact: null,
    tracks: [],
    candidates: candidates.map((candidate) => candidateEvidence(candidate, new Map(), metadata)),
    c2pa: { state: 'none', bindingBroken: false, codes: [], signer: null },
    picture: { width: 640, height: 480, hashQuality: 100 },
    presence: null,
  });
  const similarities = candidates.map(({ similarity }) => similarity);
  return { calls, lookUps, similarities, judged: { verdict, assetId, ruleId, confidence } };
}

test('a picture that is the whole of the one it is most similar to is searched for no more, with the same verdict', async () => {
  const [whole, part] = [
    await lookedFor('TOY harbour', ['harbour'], 1),
    await lookedFor('TOY harbour', ['harbour'], 0.9),
  ];
  expect(whole.calls).toEqual(['harbour']);
  expect(part.calls).toEqual(['harbour', 'search']);
  expect(whole.judged).toEqual(part.judged);
  expect(whole.judged).toMatchObject({ verdict: 'authentic', assetId: 'harbour', ruleId: 'copy-unmarked' });
});

test('a part of it is searched for, and what lies alike best is compared before it', async () => {
  const { calls, lookUps, judged } = await lookedFor('TOY harbour', ['harbour', 'desert'], 0.5, ['desert', 'harbour']);
  expect(calls).toEqual(['harbour', 'search', 'desert']);
  expect(lookUps).toBe(1);
  expect(judged.assetId).toBe('harbour');
});

test('one that was changed is searched for, and compared with no picture twice', async () => {
  const { calls, judged } = await lookedFor('TOY harbour +edit', ['harbour'], 1, ['harbour']);
  expect(calls).toEqual(['harbour', 'search']);
  expect(judged).toMatchObject({ verdict: 'forged', assetId: 'harbour' });
});

const byHashAlone = ({ pdq, pdqDihedral, pdqQuality }: LookupVectors): LookupVectors => ({
  ...NOT_EMBEDDED,
  pdq,
  pdqDihedral,
  pdqQuality,
});
/** As a crop would be hashed. */
const byAnotherHash = (vectors: LookupVectors): LookupVectors => {
  const pdq = vectors.pdq.map((byte) => byte ^ 0x55);
  return { ...byHashAlone(vectors), pdq, pdqDihedral: [pdq] };
};

test('a picture that its mark names and its hash finds is not embedded, with the same verdict', async () => {
  const named = ['harbour'];
  const [lazily, atOnce] = [
    await lookedFor('TOY harbour', ['harbour', 'desert'], 1, [], { named, seenAs: byHashAlone }),
    await lookedFor('TOY harbour', ['harbour', 'desert'], 1, [], { named }),
  ];
  expect(lazily.calls).toEqual(['harbour']);
  expect(lazily.calls).toEqual(atOnce.calls);
  expect(lazily.judged).toEqual(atOnce.judged);
  expect(lazily.similarities[0]).toBe(1);
});

test('it is where its hash does not find what its mark names, or what that shows is another picture', async () => {
  const cut = await lookedFor('TOY harbour', ['harbour'], 1, [], { named: ['harbour'], seenAs: byAnotherHash });
  expect(cut.calls).toEqual(['harbour', 'embed']);
  expect(cut.similarities[0]).toBeGreaterThan(0.5);
  const moved = await lookedFor('TOY harbour', ['harbour', 'desert'], 1, [], {
    named: ['desert'],
    seenAs: byHashAlone,
  });
  expect(moved.calls.slice(0, 3)).toEqual(['desert', 'embed', 'search']);
  const deleted = await lookedFor('TOY harbour', ['harbour'], 1, [], { seenAs: byHashAlone });
  expect(deleted.calls[0]).toBe('embed');
});

test('nothing is compared before the search that is not as similar as copies are', async () => {
  expect((await lookedFor('TOY harbour', ['desert'], 1)).calls[0]).toBe('search');
});

test('a reflected copy is looked for where local features found the picture, also after an upright comparison in vain', async () => {
  const asked: [string, boolean | undefined][] = [];
  const deps = {
    files: { read: async (id: string) => Buffer.from(id) },
    engine: {
      compare: async ({ reference, isLikely }: CompareRequest) => {
        asked.push([Buffer.from(reference).toString(), isLikely]);
        return NOTHING;
      },
    },
  } as unknown as Pick<Ports, 'files' | 'engine'>;
  const found = (id: string, of: { isNamed?: boolean; localInliers?: number | null }) => ({
    asset: { id, width: 640, height: 480 } as unknown as Asset,
    similarity: 0.5,
    isNamed: false,
    localInliers: null,
    compared: null,
    ...of,
  });
  const query = { bytes: new Uint8Array(1), width: 640, height: 480 };
  await pairwiseComparisons(deps, query, null, { organizationIds: [] }).untilExplained([
    found('near', {}),
    found('alike', { localInliers: 30 }),
    found('named', { isNamed: true }),
  ]);
  expect(asked).toEqual([
    ['near', false],
    ['alike', true],
    ['named', true],
  ]);
});

test('what is hardly similar is compared only where local features see too little to find it', async () => {
  const compared = async (similarity: number, weakToo: boolean, found: { localInliers?: number } = {}) => {
    const deps = {
      files: { read: async () => new Uint8Array(1) },
      engine: { compare: async () => NOTHING },
    } as unknown as Pick<Ports, 'files' | 'engine'>;
    const asset = { id: 'a', width: 640, height: 480 } as unknown as Asset;
    const query = { bytes: new Uint8Array(1), width: 640, height: 480 };
    const candidate = { asset, similarity, isNamed: false, localInliers: null, compared: null, ...found };
    const [only] = await pairwiseComparisons(deps, query, null, { organizationIds: [] }).untilExplained(
      [candidate],
      weakToo,
    );
    return only?.compared !== null;
  };
  expect(await compared(0.3, false)).toBe(true);
  expect(await compared(0.2, false)).toBe(false);
  expect(await compared(0.2, false, { localInliers: 9 })).toBe(true);
  expect(await compared(0, true)).toBe(true);
});

test('local features see too little of small pictures and of plain ones', async () => {
  const compares = async (side: number, count: number): Promise<boolean> => {
    const near = [{ ...(await toyEngine().examine(toyPicture('desert'))).fingerprint, assetId: 'desert' }];
    const { fingerprint } = await toyEngine().inspect(toyPicture('harbour'));
    const alike = { floor: -0.1, match: 0.9 };
    const knots = { embedding768: alike, embedding1024: alike, pdq: alike };
    const weights = { embedding768: 0.5, embedding1024: 0.25, pdq: 0.25 };
    let isCompared = false;
    const deps = {
      assets: {
        findLive: async (id: string) => storedAsset(id),
        findLiveOf: async (ids: readonly string[]) => ids.map(storedAsset),
        nearest: async () => near,
      },
      // A calibration by which strangers are a little alike.
      embedding: { similarity: { name: 'toy', weights, knots: { ...knots, average: alike } } },
      files: { read: async (id: string) => toyPicture(id) },
      localSearch: { find: async () => [] },
      engine: {
        localQuery: async () => ({ upright: new Uint8Array(8 + 54 * count), mirrored: new Uint8Array(8) }),
        compare: async () => {
          isCompared = true;
          return NOTHING;
        },
      },
    } as unknown as Parameters<typeof gatherCandidates>[0];
    const query = { bytes: toyPicture('harbour'), fingerprint, width: side, height: 100 };
    const found = await gatherCandidates(deps, query, [], { mapSideMax: null }, { organizationIds: [] });
    expect(found.map(({ similarity }) => similarity! < 0.25)).toEqual([true]);
    return isCompared;
  };
  expect(await compares(640, 1500)).toBe(false);
  expect(await compares(640, 100)).toBe(true);
  expect(await compares(200, 1500)).toBe(true);
});
