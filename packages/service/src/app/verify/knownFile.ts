/**
 * A file whose very bytes are stored answers from its record: docs/spec/verification.md#stored-files. Equal bytes settle the
 * verdict (of the rules, `exact`, `exact-withdrawn` and `commitment-broken` come first and read nothing else), so nothing is
 * decoded, searched or compared.
 * @module
 */
import type { TrackEvidence } from '@assay/core/verdict/evidence';
import { commitmentEvidence } from '../ledger/commitmentEvidence.ts';
import type { Asset, EarlierDelivery } from '../ports/assets/assets.ts';
import type { RecipientCopy, TrackReading } from '../ports/assets/copies.ts';
import type { ImageMetadata } from '../ports/verify/engine.ts';
import { assetEvidence } from './assetEvidence.ts';
import { type Candidate, candidateEvidence } from './candidates.ts';
import { credentialsEvidence } from './evidence/credentialsEvidence.ts';
import type { Gathered, GatherDeps } from './gathered.ts';
import type { Marks } from './marks.ts';

type Deps = Pick<GatherDeps, 'copies' | 'engine' | 'credentials' | 'commitments' | 'organizationSigner'>;

/** @param same the assets that have a file of these bytes, the oldest first; at least one */
export async function gatherKnown(
  deps: Deps,
  bytes: Uint8Array,
  sha256: string,
  same: readonly [Asset, ...Asset[]],
): Promise<Gathered> {
  const exact = assetOf(same, sha256);
  const variant = exact.contentHash === sha256 ? 'original' : 'delivered';
  const earlier = exact.earlierDeliveries.find(({ contentHash }) => contentHash === sha256) ?? null;
  const isCopy = variant !== 'original' && earlier === null && exact.watermarkedContentHash !== sha256;
  const [copy, metadata, credentials, commitments] = await Promise.all([
    isCopy ? deps.copies.findByContent(exact.id, sha256) : null,
    variant === 'original' ? recordedMetadata(exact) : deps.engine.readMetadata(bytes),
    deps.credentials.read(bytes),
    commitmentEvidence(deps, same),
  ]);
  const marks = recordedMarks(exact, { copy, earlier, isOriginal: variant === 'original' });
  const candidates = [exact, ...same.filter(({ id }) => id !== exact.id)].map(
    (asset): Candidate => ({
      asset,
      similarity: 1,
      isNamed: marks.named.includes(asset),
      localInliers: null,
      compared: null,
    }),
  );
  const { width, height } = exact;
  return {
    evidence: {
      exact: { ...assetEvidence(exact, commitments), variant },
      tracks: marks.tracks,
      candidates: candidates.map((candidate) => candidateEvidence(candidate, commitments, metadata)),
      c2pa: credentialsEvidence(credentials),
      picture: { width, height, hashQuality: null },
      presence: null,
    },
    submitted: { sha256, metadata, presence: null },
    credentials,
    marks,
    exact,
    candidates,
  };
}

/** One whose mark these bytes carry, else the oldest that stands, else the oldest. */
function assetOf(same: readonly [Asset, ...Asset[]], sha256: string): Asset {
  const isMarked = ({ contentHash }: Asset): boolean => contentHash !== sha256;
  return same.find(isMarked) ?? same.find(({ revokedAt }) => revokedAt === null) ?? same[0];
}

const recordedMetadata = (asset: Asset): ImageMetadata => ({
  exif: asset.exifMetadata,
  tiff: asset.tiffMetadata,
  xmp: asset.xmpMetadata,
  iptc: asset.iptcMetadata,
});

interface KnownAs {
  readonly copy: RecipientCopy | null;
  /** Delivered before the asset was marked anew. */
  readonly earlier: EarlierDelivery | null;
  readonly isOriginal: boolean;
}

/** What the tracks read when the file was made; of an original nothing, for it was never read. */
function recordedMarks(asset: Asset, { copy, earlier, isOriginal }: KnownAs): Marks {
  const readings: readonly (TrackReading & { readonly detected: boolean })[] = isOriginal
    ? []
    : (copy?.tracks.map((reading) => ({ ...reading, detected: true })) ??
      earlier?.tracks ??
      asset.watermark?.tracks ??
      []);
  const tracks = readings.map(
    ({ track, detected, confidence }): TrackEvidence =>
      detected ? { track, detected, assetId: asset.id, confidence } : { track, detected, assetId: null, confidence: 0 },
  );
  const isNamed = tracks.some(({ detected }) => detected);
  return { tracks, named: isNamed ? [asset] : [], copies: copy ? [copy] : [], beneath: null };
}
