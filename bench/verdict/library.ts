/** A small stored collection in memory: what the story of a verification asks of the repositories, without a database. */
import { BUILT_IN } from '../../packages/service/src/adapters/models/embedders.ts';
import { embeddingOf } from '../../packages/service/src/compose/ports.ts';
import { decodeFeatures } from '@assay/core/search/compactFeatures';
import { inliersOfBestForm } from '@assay/core/search/similarityVote';
import { decide, type Decision } from '@assay/core/verdict/decide';
import type { Evidence } from '@assay/core/verdict/evidence';
import type { Asset } from '../../packages/service/src/app/ports/assets/assets.ts';
import type { LocalQuery, StoredFingerprint } from '../../packages/service/src/app/ports/verify/engine.ts';
import type { Ports } from '../../packages/service/src/app/ports/ports.ts';
import { candidateEvidence, gatherCandidates } from '../../packages/service/src/app/verify/candidates.ts';
import { readMarks } from '../../packages/service/src/app/verify/marks.ts';
import { mostInliersFirst } from '../../packages/service/src/adapters/searchIndex/localSearch.ts';
import { compare } from '../../packages/service/src/adapters/engine/jobs/compare.ts';
import { embed, inspect, searchFeatures } from '../../packages/service/src/adapters/engine/jobs/inspect.ts';
import { engineLimits } from '../../packages/service/src/adapters/engine/settings.ts';

export const SETTINGS = engineLimits({ watermarkKey: new Uint8Array(32).fill(7) });

export interface Stored {
  readonly id: string;
  readonly original: Uint8Array;
  readonly fingerprint: StoredFingerprint;
}

export interface Story extends Decision {
  /** What was judged: `decide` makes the same of it, or what it makes of it by then. */
  readonly evidence: Evidence;
}

type Judge = (bytes: Uint8Array) => Promise<Story>;

/** What an upload keeps of its marks: a comparison looks for the mark of an asset only where one could be read when it was made. */
const MARKED = { tracks: [{ track: 'a', detected: true, confidence: 1 }] } as const;

const EVERYWHERE = { organizationIds: [] };

/** The search by local features without its vote, which chooses among many: every stored picture is compared. */
function alike(library: readonly Stored[], { upright, mirrored }: LocalQuery) {
  const forms = [decodeFeatures(upright), decodeFeatures(mirrored)];
  return mostInliersFirst(
    library.map(({ id, fingerprint }) => ({
      assetId: id,
      inliers: inliersOfBestForm(forms, decodeFeatures(fingerprint.local.features)),
    })),
  );
}

/** Judges as `verifyImage` does: marks, fingerprints, local features, comparisons, rules; every stored picture is a near one, and was marked. */
export function judgeAgainst(library: readonly Stored[]): Judge {
  const assetOf = (id: string): Asset | null =>
    library.some((stored) => stored.id === id)
      ? ({ id, revokedAt: null, width: 0, height: 0, watermark: MARKED } as unknown as Asset)
      : null;
  // Only what the story calls; a verification that asks for more fails loudly.
  const deps = {
    assets: {
      findLive: async (id: string) => assetOf(id),
      findLiveOf: async (ids: readonly string[]) => ids.flatMap((id) => assetOf(id) ?? []),
      nearest: async () => library.map(({ id, fingerprint }) => ({ assetId: id, ...fingerprint })),
    },
    localSearch: { find: async (query: LocalQuery) => alike(library, query) },
    embedding: embeddingOf(BUILT_IN),
    copies: { findAny: async () => null },
    files: { read: async (id: string) => library.find((stored) => stored.id === id)?.original ?? null },
    engine: {
      embed: async (bytes: Uint8Array) => embed(bytes, SETTINGS),
      localQuery: async (bytes: Uint8Array) => searchFeatures(bytes, SETTINGS),
      compare: async (request: Parameters<typeof compare>[0]) => compare(request, SETTINGS),
    },
  } as unknown as Pick<Ports, 'assets' | 'copies' | 'embedding' | 'files' | 'engine' | 'localSearch'>;
  return async (bytes) => {
    const inspected = await inspect(bytes, SETTINGS);
    const marks = await readMarks(deps, inspected.tracks, EVERYWHERE);
    const query = { ...inspected, bytes, ...inspected.facts };
    const candidates = await gatherCandidates(deps, query, marks.named, { mapSideMax: null }, EVERYWHERE);
    const evidence: Evidence = {
      exact: null,
      tracks: marks.tracks,
      candidates: candidates.map((candidate) => candidateEvidence(candidate, new Map(), inspected.metadata)),
      c2pa: { state: 'none', bindingBroken: false, codes: [], signer: null },
      picture: {
        width: inspected.facts.width,
        height: inspected.facts.height,
        hashQuality: inspected.fingerprint.pdqQuality,
      },
      presence: inspected.presence && inspected.presence.facts,
    };
    return { ...decide(evidence), evidence };
  };
}
