/**
 * The evidence of a submitted picture: its marks, files of the same bytes, the candidates compared with it, what the ledger says
 * of them, and its Content Credentials.
 * @module
 */
import type { Evidence } from '@assay/core/verdict/evidence';
import type { PictureEvidence } from '@assay/core/verdict/pictureEvidence';
import { commitmentEvidence } from '../ledger/commitmentEvidence.ts';
import type { Asset, VerificationScope } from '../ports/assets/assets.ts';
import type { CredentialReading } from '../ports/credentials/credentials.ts';
import type { Ports } from '../ports/ports.ts';
import type { Inspected } from '../ports/verify/engine.ts';
import { assetEvidence } from './assetEvidence.ts';
import { type Candidate, candidateEvidence, compareCandidates, findCandidates } from './candidates.ts';
import { credentialsEvidence } from './credentialsEvidence.ts';
import { type Marks, readMarks } from './marks.ts';
import type { VerifyInput } from './verification.ts';

export type GatherDeps = Pick<
  Ports,
  | 'assets'
  | 'copies'
  | 'files'
  | 'engine'
  | 'localSearch'
  | 'embedding'
  | 'credentials'
  | 'commitments'
  | 'organizationSigner'
>;

/** `evidence` is what the verdict rests on; the rest is what it was taken from, for the description. */
export interface Gathered {
  readonly evidence: Evidence;
  readonly inspected: Inspected;
  readonly credentials: CredentialReading;
  readonly marks: Marks;
  /** The asset with a file of these very bytes. */
  readonly exact: Asset | null;
  /** Not compared where there is an exact file: nothing could add to it. */
  readonly candidates: readonly Candidate[];
}

/** @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE, SERVICE_UNAVAILABLE */
export async function gatherEvidence(
  deps: GatherDeps,
  { bytes, mapSideMax }: Pick<VerifyInput, 'bytes' | 'mapSideMax'>,
  scope: VerificationScope,
): Promise<Gathered> {
  const inspected = await deps.engine.inspect(bytes);
  const credentials = await deps.credentials.read(bytes);
  const marks = await readMarks(deps, inspected.tracks, scope);
  const exact = await findExact(deps, inspected.ids.sha256, marks.named, scope);
  const found = await findCandidates(deps, inspected, marks.named, scope);
  const candidates = exact
    ? found
    : await compareCandidates(deps, { bytes, ...sizeOf(inspected) }, found, mapSideMax, scope);
  const commitments = await commitmentEvidence(deps, [
    ...(exact ? [exact] : []),
    ...candidates.map(({ asset }) => asset),
  ]);
  const evidence: Evidence = {
    exact: exact && { ...assetEvidence(exact, commitments), variant: variantOf(exact, inspected.ids.sha256) },
    tracks: marks.tracks,
    candidates: candidates.map((candidate) => candidateEvidence(candidate, commitments)),
    c2pa: credentialsEvidence(credentials),
    picture: pictureEvidence(inspected),
    presence: inspected.presence?.facts ?? null,
  };
  return { evidence, inspected, credentials, marks, exact, candidates };
}

const sizeOf = ({ facts: { width, height } }: Inspected) => ({ width, height });

const pictureEvidence = (inspected: Inspected): PictureEvidence => ({
  ...sizeOf(inspected),
  hashQuality: inspected.fingerprint.pdqQuality,
});

/** Of several assets with these bytes: one that a mark names, else the oldest that stands, else the oldest. */
async function findExact(
  deps: Pick<Ports, 'assets'>,
  sha256: string,
  named: readonly Asset[],
  scope: VerificationScope,
): Promise<Asset | null> {
  const same = await deps.assets.findByContent(sha256, scope);
  const isNamed = (asset: Asset): boolean => named.some(({ id }) => id === asset.id);
  return same.find(isNamed) ?? same.find(({ revokedAt }) => revokedAt === null) ?? same[0] ?? null;
}

const variantOf = (asset: Asset, sha256: string): 'original' | 'delivered' =>
  asset.contentHash === sha256 ? 'original' : 'delivered';
