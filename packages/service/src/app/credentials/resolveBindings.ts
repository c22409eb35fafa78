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
import type { Inspected } from '../ports/verify/engine.ts';
import type { ManifestEntry } from '../ports/credentials/manifests.ts';
import type { Ports } from '../ports/ports.ts';
import { copyVariant } from '../ports/assets/storage.ts';
import { findCandidates } from '../verify/candidates.ts';
import { COARSE, COARSEST, floorTo, type Steps } from '../verify/coarse.ts';
import { type CheckDeps, countCheck } from '../verify/countCheck.ts';
import { type Marks, readMarks } from '../verify/marks.ts';

export interface ManifestMatch {
  readonly manifestId: string;
  /** 0..100. */
  readonly similarityScore: number;
}

/** Before it is told: whose manifest it is. */
interface Found extends ManifestMatch, Pick<ManifestEntry, 'assetId' | 'organizationId'> {}

type ResolveDeps = CheckDeps &
  Pick<
    Ports,
    | 'assets'
    | 'copies'
    | 'credentials'
    | 'digests'
    | 'embedding'
    | 'engine'
    | 'localSearch'
    | 'manifests'
    | 'memberships'
    | 'outbox'
  >;

/** Who asks: members are told of their own pictures without count. */
export interface Asker {
  readonly caller: Caller | null;
  readonly ip: string | null;
}

const CERTAIN = 100;

const scopeOf = async (deps: Pick<Ports, 'memberships'>, caller: Caller | null): Promise<VerificationScope> => ({
  organizationIds: caller ? await organizationIdsOf(deps, caller) : [],
});

/** The best score of each manifest, the highest first. */
function ranked(matches: readonly Found[], limit: number): Found[] {
  const best = new Map<string, Found>();
  for (const match of matches)
    if (match.similarityScore > (best.get(match.manifestId)?.similarityScore ?? -1)) best.set(match.manifestId, match);
  return [...best.values()].sort((a, b) => b.similarityScore - a.similarityScore).slice(0, limit);
}

const found = ({ manifestId, assetId, organizationId }: ManifestEntry, similarityScore: number): Found => ({
  manifestId,
  assetId,
  organizationId,
  similarityScore,
});
const certain = (entry: ManifestEntry): Found => found(entry, CERTAIN);

/** In steps, for everybody: whoever asks is most often a stranger to the manifest (docs/spec/security.md#verify-as-an-oracle). */
const scoreOf = (similarity: number, { similarity: step }: Steps = COARSE): number =>
  Math.round(CERTAIN * floorTo(step, similarity));

/**
 * What is found by a picture, or by its looks, is a check of each asset that it leads to: a stranger who could ask here without
 * count would need no verification to tune an edit. @param picture SHA-256 of what was sent, hex
 * @throws {AppError} RATE_LIMITED
 */
async function told(
  deps: ResolveDeps,
  { caller, ip }: Asker,
  picture: string,
  { organizationIds }: VerificationScope,
  matches: readonly Found[],
): Promise<ManifestMatch[]> {
  const foreign = matches.filter(({ organizationId }) => !organizationIds.includes(organizationId));
  const assets = new Map(foreign.flatMap(({ assetId: id, ...match }) => (id ? [[id, { ...match, id }]] : [])));
  const crowded = new Set<string>();
  for (const asset of assets.values()) {
    const check = await countCheck(deps, caller, ip, asset, { picture, isExact: false });
    if (check.isCrowded) crowded.add(asset.id);
    if (check.events.length > 0) await deps.outbox.add(check.events);
  }
  return matches.map(({ manifestId, assetId, similarityScore }) => ({
    manifestId,
    similarityScore: assetId && crowded.has(assetId) ? scoreOf(similarityScore / CERTAIN, COARSEST) : similarityScore,
  }));
}

/** Stored hashes within the threshold; a value that is no PDQ hash matches nothing. */
async function byPdq(deps: ResolveDeps, value: string, scope: VerificationScope, limit: number): Promise<Found[]> {
  const pdq = new Uint8Array(Buffer.from(value, 'base64'));
  if (pdq.length !== PDQ_BYTES) return [];
  const near = await deps.manifests.nearestByPdq(pdq, scope, limit);
  return near
    .map((entry) => ({ entry, distance: hammingDistance(pdq, entry.pdq) }))
    .filter(({ distance }) => distance <= PDQ_DISTANCE_MAX)
    .map(({ entry, distance }) => found(entry, scoreOf(1 - distance / PDQ_BITS)));
}

/**
 * @param binding a name that nobody uses matches nothing; a mark is there or not, but looks can be tuned
 * @throws {AppError} RATE_LIMITED
 */
export async function matchesByBinding(
  deps: ResolveDeps,
  asker: Asker,
  binding: SoftBinding,
  limit: number,
): Promise<readonly ManifestMatch[]> {
  const scope = await scopeOf(deps, asker.caller);
  const matches = ranked(await byBinding(deps, binding, scope, limit), limit);
  if (binding.algorithm !== deps.credentials.algorithms.fingerprint) return matches.map(plain);
  const { sha256 } = await deps.digests.sha256([Buffer.from(binding.value)]);
  return told(deps, asker, sha256, scope, matches);
}

const plain = ({ manifestId, similarityScore }: Found): ManifestMatch => ({ manifestId, similarityScore });

async function byBinding(
  deps: ResolveDeps,
  binding: SoftBinding,
  scope: VerificationScope,
  limit: number,
): Promise<Found[]> {
  if (binding.algorithm === deps.credentials.algorithms.fingerprint) return byPdq(deps, binding.value, scope, limit);
  return (await deps.manifests.byBinding(binding, scope, limit)).map(certain);
}

export interface ContentQuery {
  readonly bytes: Uint8Array;
  /** The only soft binding to go by; null: all that the service knows. */
  readonly algorithm: string | null;
  /** One that the caller read from the picture. */
  readonly hint: SoftBinding | null;
  readonly limit: number;
}

/**
 * By the marks in the picture, then by its looks.
 * @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE, SERVICE_UNAVAILABLE; RATE_LIMITED as a verification of it would be
 */
export async function matchesByContent(
  deps: ResolveDeps,
  asker: Asker,
  { bytes, algorithm, hint, limit }: ContentQuery,
): Promise<readonly ManifestMatch[]> {
  const { tracks: names, fingerprint: pdqName } = deps.credentials.algorithms;
  const scope = await scopeOf(deps, asker.caller);
  const inspected = await deps.engine.inspect(bytes, false);
  const tracks = inspected.tracks.filter(({ track }) => algorithm === null || algorithm === names[track]);
  const marks = await readMarks(deps, tracks, scope);
  const matches = await byMarks(deps, marks, scope);
  if (algorithm === pdqName) {
    const value = Buffer.from(inspected.fingerprint.pdq).toString('base64');
    matches.push(...(await byPdq(deps, value, scope, limit)));
  }
  if (algorithm === null) matches.push(...(await byLooks(deps, { ...inspected, bytes }, scope)));
  if (hint) matches.push(...(await byBinding(deps, hint, scope, limit)));
  const { sha256 } = await deps.digests.sha256([bytes]);
  return told(deps, asker, sha256, scope, ranked(matches, limit));
}

async function byLooks(
  deps: ResolveDeps,
  picture: Inspected & { readonly bytes: Uint8Array },
  scope: VerificationScope,
): Promise<Found[]> {
  const candidates = await findCandidates(deps, picture, scope);
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
  return entries.map((entry) =>
    found(entry, scoreOf(near.find(({ asset }) => asset.id === entry.assetId)?.similarity ?? 0)),
  );
}

/** The manifest of a copy that a mark names, before that of its asset. */
async function byMarks(deps: ResolveDeps, { named, copies }: Marks, scope: VerificationScope): Promise<Found[]> {
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
