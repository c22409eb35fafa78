/** The evidence in words, one line a piece. The sentences state what was seen; the verdict is not repeated. @module */
import type { CommitmentEvidence, Evidence } from '@assay/core/verdict/evidence';
import { percentAtMost } from '@assay/core/verdict/honestShare';
import { removedMarks } from '@assay/core/verdict/removedMarks';
import { KNOWN_PAYLOAD_Z_MIN } from '@assay/core/watermark/fusion/knownPayloadDetection';
import { trackDefinition } from '@assay/core/watermark/tracks';
import { COARSE, floorTo } from '../coarse.ts';
import { comparisonSentences, percent } from './comparisonEvidence.ts';
import { credentialsLine } from './credentialsEvidence.ts';
import { namedCommitment } from '../namedCommitment.ts';
import type { Description, EvidenceLine } from '../verification.ts';

type State = EvidenceLine['state'];
/** @param plainStatement where the sentence tells what was measured: what strangers are told instead, null for nothing */
const line = (
  kind: EvidenceLine['kind'],
  state: State,
  statement: string,
  assetId: string | null = null,
  plainStatement: string | null = statement,
): EvidenceLine => ({ kind, state, statement, plainStatement, assetId });

function exactLine({ exact }: Evidence): EvidenceLine {
  if (!exact) return line('exact_file', 'absent', 'Not byte for byte a stored file.');
  return line('exact_file', 'for', `Byte for byte the stored ${exact.variant} file.`, exact.assetId);
}

/** Of a stored file its record tells, and of an original there is none. */
function recordedMarkLines({ tracks }: Evidence, variant: 'original' | 'delivered'): EvidenceLine[] {
  if (variant === 'original')
    return [line('watermark', 'neutral', 'Marks were not looked for: the stored original speaks for itself.')];
  return tracks.map(({ track, detected, assetId, confidence }) => {
    const name = trackDefinition(track).label;
    const plain = `${name} was read when the file was marked.`;
    return detected
      ? line(
          'watermark',
          'for',
          `${plain.slice(0, -1)}; ${percent(confidence)} of its coded bits agreed.`,
          assetId,
          plain,
        )
      : line('watermark', 'absent', `${name} was not found when the file was marked.`);
  });
}

function markLines(evidence: Evidence): EvidenceLine[] {
  const { exact, tracks } = evidence;
  if (exact) return recordedMarkLines(evidence, exact.variant);
  return tracks.map(({ track, detected, assetId, confidence }) => {
    const name = trackDefinition(track).label;
    return detected
      ? line(
          'watermark',
          'for',
          `${name} was read; ${percent(confidence)} of its coded bits agree.`,
          assetId,
          `${name} was read.`,
        )
      : line('watermark', 'absent', `${name} was not found.`);
  });
}

/** Two owners marked the picture, one after the other: what the later one's mark says of its origin, the earlier one's gainsays. */
function beneathLine({ beneathAssetId }: Description): EvidenceLine[] {
  if (beneathAssetId === null) return [];
  const statement =
    'Beneath this mark lies an earlier one of another asset: the picture had been registered before, and was marked over.';
  return [line('watermark', 'neutral', statement, beneathAssetId)];
}

/** Consistent with a stored asset's mark, where that could not be read: shown beside what the tracks say, never as a reading. */
function knownMarkLines({ candidates }: Evidence): EvidenceLine[] {
  return candidates.flatMap(({ assetId, payloadZScore }) => {
    if (payloadZScore === null || payloadZScore < KNOWN_PAYLOAD_Z_MIN) return [];
    const statement = `Consistent with the mark of the stored picture (${payloadZScore.toFixed(1)} standard deviations), which is too weak to be read.`;
    return [line('watermark', 'neutral', statement, assetId, null)];
  });
}

function removedMarkLines(evidence: Evidence): EvidenceLine[] {
  return removedMarks(evidence).map(({ assetId, isSubtracted, honestProbability, zScore }) => {
    const statement = isSubtracted
      ? `Mark removed or destroyed: the mark of the stored picture stands out with the wrong sign (${zScore.toFixed(1)} standard deviations), as where more of it was taken away than there was.`
      : `Mark removed or destroyed, or a copy of the unmarked original: of honest copies that keep as much detail at most ${percentAtMost(honestProbability)} % hold nothing of their mark.`;
    return line('watermark', 'neutral', statement, assetId, null);
  });
}

/** What the picture's own mark says of it, without any original: shown as such, and for people to judge. */
function presenceLine({ presence }: Evidence, { payloadAssetId }: Description): EvidenceLine[] {
  if (!presence || payloadAssetId === null) return [];
  const names = presence.tracks.map(({ track }) => track.toUpperCase()).join(' and ');
  const count = presence.regions.length;
  const found =
    count === 0
      ? `the mark of track ${names} is nowhere missing`
      : `the mark of track ${names} is missing in ${count} ${count === 1 ? 'place' : 'places'}, ${percent(presence.missingFraction)} of the picture`;
  const statement = `Without the original: ${found}; in ${percent(presence.assessableFraction)} of the picture that can be told.`;
  return [line('watermark', 'neutral', statement, payloadAssetId, null)];
}

function fingerprintLine({ exact, candidates }: Evidence, { similarityScore, threshold }: Description): EvidenceLine {
  const nearest = candidates.toSorted((a, b) => (b.similarity ?? 0) - (a.similarity ?? 0))[0];
  const assetId = (exact ?? nearest)?.assetId ?? null;
  const said = (score: string): readonly [State, string] =>
    similarityScore >= threshold
      ? ['for', `Similarity ${score} to the nearest stored picture.`]
      : ['absent', `Nearest similarity ${score}, below ${threshold}.`];
  const [state, statement] = said(similarityScore.toFixed(3));
  const [, plain] = said(floorTo(COARSE.similarity, similarityScore).toFixed(2));
  return line('fingerprint', state, statement, assetId, plain);
}

function comparisonLines(evidence: Evidence): EvidenceLine[] {
  const { candidates } = evidence;
  // A second choice that does not fit says nothing beside one that does, and once is enough where none does.
  const [unlaid] = candidates.filter(({ compared }) => compared);
  const sentences = comparisonSentences(evidence);
  if (unlaid && sentences.length === 0)
    return [line('comparison', 'neutral', 'Could not be laid over the stored picture.', unlaid.assetId)];
  return sentences.map(({ state, statement, assetId, plain }) => line('comparison', state, statement, assetId, plain));
}

function metadataLine({ exifIntact, hasExif }: Description, assetId: string | null): EvidenceLine {
  if (assetId === null) return line('metadata', 'absent', 'There is no original to compare metadata with.');
  if (!hasExif) return line('metadata', 'absent', 'Neither picture has EXIF.', assetId);
  return exifIntact
    ? line('metadata', 'for', 'EXIF is as recorded.', assetId)
    : line('metadata', 'neutral', 'EXIF differs from what was recorded.', assetId);
}

function ledgerLine(commitment: CommitmentEvidence | null, assetId: string | null): EvidenceLine {
  if (!commitment) return line('ledger', 'absent', 'The ledger holds no commitment of a stored picture like this.');
  const { hashFits, signatureValid, onChain } = commitment;
  if (!hashFits) return line('ledger', 'against', 'The commitment does not fit the stored asset.', assetId);
  if (!signatureValid) return line('ledger', 'against', 'The signature of the commitment is wrong.', assetId);
  return onChain
    ? line('ledger', 'for', 'The ledger holds a signed commitment of the stored asset.', assetId)
    : line('ledger', 'neutral', 'A signed commitment of the stored asset is on its way to the ledger.', assetId);
}

export function evidenceLines(evidence: Evidence, description: Description, assetId: string | null): EvidenceLine[] {
  return [
    exactLine(evidence),
    ...markLines(evidence),
    ...beneathLine(description),
    ...knownMarkLines(evidence),
    ...removedMarkLines(evidence),
    ...presenceLine(evidence, description),
    fingerprintLine(evidence, description),
    ...comparisonLines(evidence),
    ledgerLine(namedCommitment(evidence, assetId), assetId),
    credentialsLine(evidence, description),
    metadataLine(description, assetId),
  ];
}
