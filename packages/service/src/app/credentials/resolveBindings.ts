/**
 * From what is in a picture to the manifests that speak of it: the queries of the C2PA Soft Binding Resolution API
 * (docs/reference/contentCredentials.md#soft-binding-resolution). Everyone may ask; seen are the assets that a
 * verification would name.
 * @module
 */
import { AppError } from '@assay/core/errors';
import { hammingDistance } from '@assay/core/fingerprint/hammingDistance';
import { PDQ_BITS, PDQ_BYTES, PDQ_DISTANCE_MAX } from '@assay/core/fingerprint/pdq';
import { SIMILARITY_THRESHOLD } from '@assay/core/fingerprint/similarity';
import type { Caller } from '../accounts/caller.ts';
import { organizationIdsOf } from '../actingOrganization.ts';
import type { VerificationScope } from '../ports/assets/assets.ts';
import type { SoftBinding } from '../ports/credentials/credentials.ts';
import type { ManifestEntry } from '../ports/credentials/manifests.ts';
import type { Ports } from '../ports/ports.ts';
import { copyVariant } from '../ports/assets/storage.ts';
import { findCandidates } from '../verify/candidates.ts';
import { COARSE, floorTo } from '../verify/coarse.ts';
import { type Marks, readMarks } from '../verify/marks.ts';

export interface ManifestMatch {
  readonly manifestId: string;
  /** 0..100. */
  readonly similarityScore: number;
}

type ResolveDeps = Pick<
  Ports,
  'assets' | 'copies' | 'credentials' | 'embedding' | 'engine' | 'localSearch' | 'manifests' | 'memberships'
>;

const CERTAIN = 100;

const scopeOf = async (deps: Pick<Ports, 'memberships'>, caller: Caller | null): Promise<VerificationScope> => ({
  organizationIds: caller ? await organizationIdsOf(deps, caller) : [],
});

/** The best score of each manifest, the highest first. */
function ranked(matches: readonly ManifestMatch[], limit: number): ManifestMatch[] {
  const best = new Map<string, number>();
  for (const { manifestId, similarityScore } of matches)
    best.set(manifestId, Math.max(similarityScore, best.get(manifestId) ?? 0));
  return [...best]
    .map(([manifestId, similarityScore]) => ({ manifestId, similarityScore }))
    .sort((a, b) => b.similarityScore - a.similarityScore)
    .slice(0, limit);
}

const certain = ({ manifestId }: ManifestEntry): ManifestMatch => ({ manifestId, similarityScore: CERTAIN });

/** In steps of five, for everybody: whoever asks is most often a stranger to the manifest (docs/spec/security.md#verify-as-an-oracle). */
const scoreOf = (similarity: number): number => Math.round(CERTAIN * floorTo(COARSE.similarity, similarity));

/** Stored hashes within the threshold; a value that is no PDQ hash matches nothing. */
async function byPdq(
  deps: ResolveDeps,
  value: string,
  scope: VerificationScope,
  limit: number,
): Promise<ManifestMatch[]> {
  const pdq = new Uint8Array(Buffer.from(value, 'base64'));
  if (pdq.length !== PDQ_BYTES) return [];
  const near = await deps.manifests.nearestByPdq(pdq, scope, limit);
  return near
    .map(({ manifestId, pdq: stored }) => ({ manifestId, distance: hammingDistance(pdq, stored) }))
    .filter(({ distance }) => distance <= PDQ_DISTANCE_MAX)
    .map(({ manifestId, distance }) => ({ manifestId, similarityScore: scoreOf(1 - distance / PDQ_BITS) }));
}

/** @param binding a name that nobody uses matches nothing */
export async function matchesByBinding(
  deps: ResolveDeps,
  caller: Caller | null,
  binding: SoftBinding,
  limit: number,
): Promise<readonly ManifestMatch[]> {
  const scope = await scopeOf(deps, caller);
  if (binding.algorithm === deps.credentials.algorithms.fingerprint)
    return ranked(await byPdq(deps, binding.value, scope, limit), limit);
  return ranked((await deps.manifests.byBinding(binding, scope, limit)).map(certain), limit);
}

export interface ContentQuery {
  readonly bytes: Uint8Array;
  /** The only soft binding to go by; null: all that the service knows. */
  readonly algorithm: string | null;
  /** One that the caller read from the picture. */
  readonly hint: SoftBinding | null;
  readonly limit: number;
}

/** By the marks in the picture, then by its looks. @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE, SERVICE_UNAVAILABLE */
export async function matchesByContent(
  deps: ResolveDeps,
  caller: Caller | null,
  { bytes, algorithm, hint, limit }: ContentQuery,
): Promise<readonly ManifestMatch[]> {
  const { tracks: names, fingerprint: pdqName } = deps.credentials.algorithms;
  const scope = await scopeOf(deps, caller);
  const inspected = await deps.engine.inspect(bytes);
  const tracks = inspected.tracks.filter(({ track }) => algorithm === null || algorithm === names[track]);
  const marks = await readMarks(deps, tracks, scope);
  const matches = await byMarks(deps, marks, scope);
  if (algorithm === pdqName) {
    const value = Buffer.from(inspected.fingerprint.pdq).toString('base64');
    matches.push(...(await byPdq(deps, value, scope, limit)));
  }
  if (algorithm === null) {
    const candidates = await findCandidates(deps, { ...inspected, bytes }, scope);
    const near = candidates
      .map(({ asset, similarity, localInliers }) => ({
        asset,
        // Parts that lie alike are as good as pictures that are similar as a whole.
        similarity: Math.max(similarity ?? 0, localInliers === null ? 0 : SIMILARITY_THRESHOLD),
      }))
      .filter(({ similarity }) => similarity >= SIMILARITY_THRESHOLD);
    const entries = await deps.manifests.ofAssets(
      near.map(({ asset }) => asset.id),
      scope,
    );
    for (const { manifestId, assetId } of entries) {
      const similarity = near.find(({ asset }) => asset.id === assetId)?.similarity ?? 0;
      matches.push({ manifestId, similarityScore: scoreOf(similarity) });
    }
  }
  if (hint) matches.push(...(await matchesByBinding(deps, caller, hint, limit)));
  return ranked(matches, limit);
}

/** The manifest of a copy that a mark names, before that of its asset. */
async function byMarks(
  deps: ResolveDeps,
  { named, copies }: Marks,
  scope: VerificationScope,
): Promise<ManifestMatch[]> {
  const ofCopies = await deps.manifests.ofCopies(
    copies.map(({ id }) => id),
    scope,
  );
  const ofAssets = await deps.manifests.ofAssets(
    named.map(({ id }) => id),
    scope,
  );
  return [...ofCopies, ...ofAssets].map(certain);
}

const manifestNotFound = (): AppError => new AppError('MANIFEST_NOT_FOUND', 'There is no such manifest.');

/**
 * The manifest store as it lies in the delivered file, or as it was stored. Strangers get the active manifest alone:
 * those of its ancestors may show pictures.
 * @throws {AppError} MANIFEST_NOT_FOUND, also for one of an organization that strangers do not see
 */
export async function manifestBytes(
  deps: ResolveDeps & Pick<Ports, 'files'>,
  caller: Caller | null,
  manifestId: string,
  activeOnly: boolean,
): Promise<Uint8Array> {
  const scope = await scopeOf(deps, caller);
  const entry = await deps.manifests.find(manifestId, scope);
  const store = entry && (await storeOf(deps, entry));
  if (!entry || !store) throw manifestNotFound();
  const isStranger = entry.assetId !== null && !scope.organizationIds.includes(entry.organizationId);
  if (!activeOnly && !isStranger) return store;
  const active = deps.credentials.activeManifest(store);
  if (!active) throw manifestNotFound();
  return active.bytes;
}

async function storeOf(deps: ResolveDeps & Pick<Ports, 'files'>, entry: ManifestEntry): Promise<Uint8Array | null> {
  if (entry.assetId === null) return deps.manifests.storeOf(entry);
  const variant = entry.copyId === null ? 'watermarked' : copyVariant(entry.copyId);
  const file = await deps.files.read(entry.assetId, variant);
  return file && deps.credentials.manifestStore(file);
}
