import type { Fingerprints, FoundMatch } from '../../src/app/ports/assets/fingerprints.ts';
/** Assets in memory, with the rules of the port. @module */
import { AppError } from '@assay/core/errors';
import type {
  Asset,
  AssetFilter,
  AssetLease,
  Assets,
  Completion,
  HeldAsset,
  NewAsset,
  PageRequest,
} from '../../src/app/ports/assets/assets.ts';
import type { FingerprintVectors } from '../../src/app/ports/verify/engine.ts';
import type { LeaseRequest } from '../../src/app/ports/runtime/leases.ts';
import type { OutboxEvent } from '../../src/app/ports/delivery/events.ts';
import type { Provenance } from '../../src/app/ports/assets/provenance.ts';
import { type MemoryCopies, memoryCopies } from './memoryCopies.ts';
import { memoryProvenance } from './memoryProvenance.ts';
import { onlyInDatabase } from './onlyInDatabase.ts';

interface Row {
  asset: Asset;
  readonly request: NewAsset['request'];
  readonly requestKey: string | null;
  owner: string | null;
  /** False: ended, as if so much time had gone by. */
  leaseRuns: boolean;
  number: number;
  fingerprint: FingerprintVectors | null;
}

export interface MemoryAssets extends Assets {
  /** As if every process that holds one were gone for long. */
  expireLeases(): void;
  readonly events: OutboxEvent[];
  /** Uploads counted against the quota: begun, less discarded and failed. */
  uploadsCounted(): number;
}

function initial({ request: _request, requestKey: _requestKey, ...asset }: NewAsset): Asset {
  return {
    ...asset,
    processingStatus: 'processing',
    processingError: null,
    watermarkedContentHash: null,
    earlierDeliveries: [],
    watermarkedCid: null,
    watermarkedSizeBytes: null,
    previewSizeBytes: null,
    filesNumber: 1,
    archiveCid: null,
    revokedAt: null,
    revokedReason: null,
    duplicateOf: null,
    watermark: null,
    updatedAt: null,
  };
}

function completed(asset: Asset, { watermark, fingerprint: _fingerprint, at, ...files }: Completion): Asset {
  return {
    ...asset,
    ...files,
    processingStatus: 'completed',
    updatedAt: at,
    watermark: watermark && {
      tracks: watermark.tracks.map(({ payload: _payload, ...track }) => track),
      robustnessScore: watermark.robustnessScore,
      deltaE: watermark.deltaE,
      psnrDb: watermark.psnrDb,
      ssim: watermark.ssim,
      createdAt: at,
    },
  };
}

const fits = (asset: Asset, { tags, status, mimeType, createdFrom, createdTo }: AssetFilter): boolean =>
  (tags ?? []).every((tag) => asset.tags.some((own) => own.toLowerCase() === tag.toLowerCase())) &&
  (status === undefined || asset.processingStatus === status) &&
  (mimeType === undefined || asset.mimeType === mimeType) &&
  (createdFrom === undefined || asset.createdAt >= createdFrom) &&
  (createdTo === undefined || asset.createdAt <= createdTo);

function slice<One extends Asset>(assets: readonly One[], { page, pageSize }: PageRequest) {
  return { items: assets.slice((page - 1) * pageSize, page * pageSize), total: assets.length };
}

const isLive = ({ processingStatus }: Asset): boolean => processingStatus === 'completed';

/** What belongs to assets and has fakes of its own. */
interface Beside {
  readonly provenance: Pick<Provenance, 'add'>;
  readonly copies: MemoryCopies;
}

const alone = (): Beside => {
  const provenance = memoryProvenance();
  return { provenance, copies: memoryCopies(provenance) };
};

export function memoryAssets({ provenance, copies }: Beside = alone()): MemoryAssets {
  const rows = new Map<string, Row>();
  const events: OutboxEvent[] = [];
  const attempts = new Map<string, number>();
  let counted = 0;
  // A map keeps the order of insertion.
  const oldestFirst = (): Asset[] => [...rows.values()].map(({ asset }) => asset);
  const newestFirst = (): Asset[] => oldestFirst().reverse();
  const own = (organizationId: string, id: string): Row | null => {
    const row = rows.get(id);
    return row?.asset.organizationId === organizationId ? row : null;
  };

  const addTraces = async (traces: readonly Parameters<Provenance['add']>[0][] = []): Promise<void> => {
    for (const trace of traces) await provenance.add(trace);
  };
  const hasCopy = (asset: Asset, sha256: string): boolean =>
    [...copies.rows.values()].some((copy) => copy.assetId === asset.id && copy.contentHash === sha256);

  const deathsOf = ({ asset: { id }, request }: Row): number => attempts.get(id) ?? request.attempts;
  const take = (row: Row, { owner }: LeaseRequest): HeldAsset => {
    row.asset = { ...row.asset, processingStatus: 'processing' };
    row.owner = owner;
    row.leaseRuns = true;
    row.number++;
    const request = { ...row.request, attempts: deathsOf(row) };
    return { asset: row.asset, request, lease: { assetId: row.asset.id, owner, number: row.number } };
  };
  const held = ({ assetId, owner, number }: AssetLease): Row | null => {
    const row = rows.get(assetId);
    return row?.asset.processingStatus === 'processing' && row.owner === owner && row.number === number ? row : null;
  };

  return {
    events,
    uploadsCounted: () => counted,
    expireLeases() {
      for (const row of rows.values()) row.leaseRuns = false;
    },
    async begin(draft, lease, traces) {
      const same = oldestFirst().find(
        (asset) => asset.organizationId === draft.organizationId && asset.contentHash === draft.contentHash,
      );
      const asset = { ...initial(draft), duplicateOf: same?.id ?? null };
      const { request, requestKey = null } = draft;
      const row = { asset, request, requestKey, owner: null, leaseRuns: false, number: 0, fingerprint: null };
      rows.set(asset.id, row);
      counted++;
      await addTraces(traces);
      return take(row, lease);
    },
    async restart(organizationId, id, lease, at, traces) {
      const row = own(organizationId, id);
      if (!row) return null;
      if (row.asset.processingStatus !== 'failed') throw new AppError('CONFLICT', 'not failed');
      row.asset = { ...row.asset, processingStatus: 'processing', processingError: null, updatedAt: at };
      counted++;
      await addTraces(traces);
      return take(row, lease);
    },
    async complete(lease, completion, sent, traces) {
      if (!rows.has(lease.assetId)) throw new AppError('ASSET_NOT_FOUND', 'gone');
      const row = held(lease);
      if (!row) throw new AppError('CONFLICT', 'not processing under this lease');
      row.asset = { ...completed(row.asset, completion), filesNumber: lease.number };
      row.fingerprint = completion.fingerprint;
      await addTraces(traces);
      events.push(...sent);
      return row.asset;
    },
    async fail(lease, publicError, at, sent) {
      const row = held(lease);
      if (!row) return false;
      row.asset = { ...row.asset, processingStatus: 'failed', processingError: publicError, updatedAt: at };
      counted--;
      events.push(...sent);
      return true;
    },
    async discard(lease) {
      if (!held(lease)) return false;
      counted--;
      return rows.delete(lease.assetId);
    },
    async renew(lease) {
      const row = held(lease);
      if (row) row.leaseRuns = true;
      return row !== null;
    },
    async release(lease) {
      const row = held(lease);
      if (!row) return;
      row.asset = { ...row.asset, processingStatus: 'pending' };
      row.owner = null;
      row.leaseRuns = false;
    },
    async releaseAll(owner) {
      for (const { owner: holder, number, asset } of rows.values())
        if (holder === owner) await this.release({ assetId: asset.id, owner, number });
    },
    async endLeases() {
      this.expireLeases();
    },
    purgeFailed: onlyInDatabase('assets.purgeFailed'),
    findByRequest: async (requestKey, since) =>
      [...rows.values()].find((row) => row.requestKey === requestKey && row.asset.createdAt > since)?.asset ?? null,
    isBeingMade: onlyInDatabase('assets.isBeingMade'),
    find: async (organizationId, id) => own(organizationId, id)?.asset ?? null,
    findAny: async (id) => rows.get(id)?.asset ?? null,
    async fingerprint(id) {
      const row = rows.get(id);
      if (!row?.fingerprint) return null;
      const pdqHash = Buffer.from(row.fingerprint.pdq).toString('hex');
      const { model } = row.fingerprint;
      return {
        pdqHash,
        embedding768Hash: '00',
        embedding1024Hash: '00',
        model,
        similarityThreshold: 0.8,
        createdAt: row.asset.createdAt,
      };
    },
    fingerprintVectors: async (id) => rows.get(id)?.fingerprint ?? null,
    list: async (organizationId, query) =>
      slice(
        newestFirst().filter((asset) => asset.organizationId === organizationId && fits(asset, query)),
        query,
      ),
    search: async (organizationId, query) =>
      slice(
        newestFirst()
          .filter(
            (asset) =>
              asset.organizationId === organizationId &&
              fits(asset, query) &&
              (asset.title ?? '').toLowerCase().includes(query.q.toLowerCase()),
          )
          .map((asset) => ({ ...asset, highlights: [] })),
        query,
      ),
    async patch(organizationId, id, patch, at, sent, check) {
      const row = own(organizationId, id);
      if (!row) return null;
      check?.(row.asset);
      row.asset = { ...row.asset, ...patch, updatedAt: at };
      events.push(...sent);
      return row.asset;
    },
    async setRevocation(organizationId, id, reason, at, sent, traces, check) {
      const row = own(organizationId, id);
      if (!row) return null;
      check?.(row.asset);
      if ((row.asset.revokedAt !== null) === (reason !== null)) throw new AppError('CONFLICT', 'so already');
      const revokedAt = reason === null ? null : at;
      row.asset = { ...row.asset, revokedAt, revokedReason: reason, updatedAt: at };
      await addTraces(traces);
      events.push(...sent);
      return row.asset;
    },
    async remove(organizationId, id, sent, check) {
      const row = own(organizationId, id);
      if (!row) return false;
      check?.(row.asset);
      for (const copy of [...copies.rows.values()]) if (copy.assetId === id) copies.rows.delete(copy.id);
      events.push(...sent);
      return rows.delete(id);
    },
    findByContent: async (sha256) =>
      oldestFirst().filter(
        (asset) =>
          isLive(asset) &&
          (asset.contentHash === sha256 || asset.watermarkedContentHash === sha256 || hasCopy(asset, sha256)),
      ),
    async findLive(id) {
      const asset = rows.get(id)?.asset;
      return asset && isLive(asset) ? asset : null;
    },
    findLiveOf: async (ids) =>
      ids.flatMap((id) => {
        const asset = rows.get(id)?.asset;
        return asset && isLive(asset) ? [asset] : [];
      }),
    nearest: async (_fingerprint, limitEach, { organizationIds, ownOnly }) =>
      [...rows.values()]
        .filter(({ asset }) => !ownOnly || organizationIds.includes(asset.organizationId))
        .flatMap(({ asset, fingerprint }) =>
          fingerprint && isLive(asset) ? [{ assetId: asset.id, ...fingerprint }] : [],
        )
        .slice(0, 3 * limitEach),
    async countAttempt(id, change) {
      const count = Math.max(0, (attempts.get(id) ?? 0) + change);
      attempts.set(id, count);
      return count;
    },
    async takeStranded(lease, limit) {
      const count = (row: Row): void => {
        if (row.owner !== null && row.owner !== lease.owner) attempts.set(row.asset.id, deathsOf(row) + 1);
      };
      const isFree = ({ asset, leaseRuns }: Row): boolean =>
        ['pending', 'processing'].includes(asset.processingStatus) && !leaseRuns;
      return [...rows.values()]
        .filter(isFree)
        .slice(0, limit)
        .map((row) => {
          count(row);
          return take(row, lease);
        });
    },
    failedBefore: async (ids, before) =>
      new Set(
        ids.filter((id) => {
          const asset = rows.get(id)?.asset;
          return asset?.processingStatus === 'failed' && asset.updatedAt !== null && asset.updatedAt < before;
        }),
      ),
    existing: async (ids) => new Set(ids.filter((id) => rows.has(id))),
  };
}

/** Pairs that look alike, without a database; events are not told. */
export function memoryPairs(): Pick<Fingerprints, 'putMatches' | 'matches'> {
  let pairs: readonly FoundMatch[] = [];
  const isIn = (assetId: string) => (pair: FoundMatch) =>
    pair.sourceAssetId === assetId || pair.targetAssetId === assetId;
  return {
    putMatches: async (assetId, _model, matches) => {
      pairs = [...pairs.filter((pair) => !isIn(assetId)(pair)), ...matches];
    },
    matches: async (assetId) => pairs.filter(isIn(assetId)),
  };
}
