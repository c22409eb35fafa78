/**
 * The evidence of a submitted picture: its marks, files of the same bytes, the candidates compared with it, what the ledger says
 * of them, and its Content Credentials.
 * @module
 */
import type { PictureEvidence } from '@assay/core/verdict/pictureEvidence';
import { commitmentEvidence } from '../ledger/commitmentEvidence.ts';
import type { VerificationScope } from '../ports/assets/assets.ts';
import type { Inspected } from '../ports/verify/engine.ts';
import { candidateEvidence, gatherCandidates } from './candidates.ts';
import { credentialsEvidence } from './evidence/credentialsEvidence.ts';
import type { Gathered, GatherDeps } from './gathered.ts';
import { gatherKnown } from './knownFile.ts';
import { readMarks } from './marks.ts';
import type { VerifyInput } from './verification.ts';

type Submission = Pick<VerifyInput, 'bytes' | 'mapSideMax' | 'onStage'>;

/** @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE, SERVICE_UNAVAILABLE */
export async function gatherEvidence(
  deps: GatherDeps,
  submission: Submission,
  scope: VerificationScope,
): Promise<Gathered> {
  const { bytes } = submission;
  deps.engine.assertStructure(bytes);
  const { sha256 } = await deps.digests.sha256([bytes]);
  const [first, ...others] = await deps.assets.findByContent(sha256, scope);
  if (!first) return gatherByLooks(deps, submission, sha256, scope);
  const known = await gatherKnown(deps, bytes, sha256, [first, ...others]);
  submission.onStage?.({ stage: 'read', skipped: false });
  submission.onStage?.({ stage: 'searched', skipped: true });
  submission.onStage?.({ stage: 'compared', skipped: true });
  return known;
}

/** Of a picture that is no stored file, or as if it were none: by its marks and by what it shows. @param sha256 of its bytes */
export async function gatherByLooks(
  deps: GatherDeps,
  { bytes, ...wishes }: Submission,
  sha256: string,
  scope: VerificationScope,
): Promise<Gathered> {
  const inspected = await deps.engine.inspect(bytes, wishes.mapSideMax !== null);
  const credentials = await deps.credentials.read(bytes);
  const marks = await readMarks(deps, inspected.tracks, scope);
  wishes.onStage?.({ stage: 'read', skipped: false });
  const query = { ...inspected, bytes, ...sizeOf(inspected) };
  const candidates = await gatherCandidates(deps, query, marks.named, wishes, scope);
  const commitments = await commitmentEvidence(
    deps,
    candidates.map(({ asset }) => asset),
  );
  const { metadata, presence } = inspected;
  return {
    evidence: {
      exact: null,
      tracks: marks.tracks,
      candidates: candidates.map((candidate) => candidateEvidence(candidate, commitments, metadata)),
      c2pa: credentialsEvidence(credentials),
      picture: pictureEvidence(inspected),
      presence: presence?.facts ?? null,
    },
    submitted: { sha256, metadata, presence },
    credentials,
    marks,
    exact: null,
    candidates,
  };
}

const sizeOf = ({ facts: { width, height } }: Inspected) => ({ width, height });

const pictureEvidence = (inspected: Inspected): PictureEvidence => ({
  ...sizeOf(inspected),
  hashQuality: inspected.fingerprint.pdqQuality,
});
