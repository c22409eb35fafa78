/**
 * The evidence rows of the page: what each kind says, in our words and, below, in the service's own.
 * @module
 */
import { SIMILARITY_THRESHOLD } from '@assay/core/fingerprint/similarity';
import { type TrackId, TRACKS } from '@assay/sdk/tracks';
import type { EvidenceLine } from '@assay/sdk/types';
import type { ShownResult } from '../../api/types.ts';
import type { Translate } from '../../i18n/translate.ts';
import { changeText, isAboutMetadata } from './changes.ts';

/** What a piece of evidence says about the picture being the registered one. */
export type Bearing = 'for' | 'against' | 'neutral' | 'absent';

export interface EvidenceRow {
  readonly id: string;
  readonly label: string;
  readonly bearing: Bearing;
  readonly finding: string;
  /** How we know. */
  readonly how: string;
  /** Further lines in the reader's language, such as each change found. */
  readonly lines: readonly string[];
  /** The service's own sentences, English. */
  readonly statements: readonly string[];
  /** A score on 0..1 to draw; null if there is none. */
  readonly score: number | null;
  /** A long identifier to show as it is; null if there is none. */
  readonly code: { readonly label: string; readonly text: string } | null;
}

const PLAIN = { lines: [], statements: [], score: null, code: null };

export function evidenceRows(result: ShownResult, t: Translate): readonly EvidenceRow[] {
  return [
    exactRow(result, t),
    ...TRACKS.map(({ id }) => trackRow(result, id, t)),
    fingerprintRow(result, t),
    changesRow(result, t),
    ledgerRow(result, t),
    credentialsRow(result, t),
    metadataRow(result, t),
  ];
}

function statedOf(result: ShownResult, kind: EvidenceLine['kind']) {
  const stated = result.evidence.filter((line) => line.kind === kind);
  return {
    statements: stated.map((line) => line.statement),
    /** The strongest of them; null if the service said nothing. */
    bearing: (['against', 'for', 'neutral', 'absent'] as const).find((state) =>
      stated.some((line) => line.state === state),
    ),
  };
}

/** Whether it is byte for byte a stored file: nothing was compared then, and there is no map of differences to look at. */
export function isExactFile(result: ShownResult): boolean {
  const { bearing: stated } = statedOf(result, 'exact_file');
  // Without a statement: equal bytes are the only evidence that gives confidence 1 (first rows of the verdict rule).
  return stated ? stated === 'for' : result.verdict === 'authentic' && result.confidence === 1;
}

function exactRow(result: ShownResult, t: Translate): EvidenceRow {
  const bearing = isExactFile(result) ? 'for' : 'absent';
  const hash = result.source_image_hash;
  return {
    ...PLAIN,
    id: 'exact',
    label: t('evidence.exact.label'),
    bearing,
    finding: t(`evidence.exact.${bearing}`),
    how: t('evidence.exact.how'),
    code: hash ? { label: t('evidence.exact.hash'), text: hash } : null,
  };
}

function trackRow({ watermark }: ShownResult, track: TrackId, t: Translate): EvidenceRow {
  const bearing = watermark[`track_${track}_detected`] ? 'for' : 'absent';
  return {
    ...PLAIN,
    id: `track_${track}`,
    label: t(`evidence.track_${track}.label`),
    bearing,
    finding: t(`evidence.track.${bearing}`),
    how: t(`evidence.track_${track}.how`),
  };
}

function fingerprintRow({ fingerprint }: ShownResult, t: Translate): EvidenceRow {
  const values = {
    score: scoreText(fingerprint.similarity_score, t),
    threshold: scoreText(SIMILARITY_THRESHOLD, t),
  };
  const isMatch = fingerprint.match_count > 0;
  return {
    ...PLAIN,
    id: 'fingerprint',
    label: t('evidence.fingerprint.label'),
    bearing: isMatch ? 'for' : 'absent',
    finding: isMatch
      ? t.plural('evidence.fingerprint.for', fingerprint.match_count, values)
      : t('evidence.fingerprint.absent', values),
    how: t('evidence.fingerprint.how'),
    score: fingerprint.similarity_score,
  };
}

/** Rounded down, so that a score just below the threshold does not read as the threshold. */
export function scoreText(score: number, t: Translate): string {
  const hundredths = Math.floor(score * 100 + 1e-9) / 100; // the addend undoes binary fractions: 0.29 * 100 = 28.99...
  return new Intl.NumberFormat(t.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(hundredths);
}

function changesRow(result: ShownResult, t: Translate): EvidenceRow {
  const changes = result.metadata.modifications.filter((change) => !isAboutMetadata(change));
  const { bearing: stated, statements } = statedOf(result, 'comparison');
  const isEdited = stated === 'against' || changes.some((change) => change.type === 'local_edit');
  const [bearing, finding] = changesFinding(result, isEdited, changes.length > 0, stated !== undefined);
  return {
    ...PLAIN,
    id: 'changes',
    label: t('evidence.changes.label'),
    bearing,
    finding: t(`evidence.changes.${finding}`),
    how: t('evidence.changes.how'),
    lines: changes.map((change) => changeText(change, t)),
    statements,
  };
}

type ChangesFinding = 'none' | 'benign' | 'listed' | 'edited' | 'apart' | 'nearest' | 'noOriginal';

/** Only an authentic verdict may call changes harmless: a composite, too, is cropped and framed. */
function changesFinding(
  { verdict }: ShownResult,
  isEdited: boolean,
  isChanged: boolean,
  isCompared: boolean,
): readonly [Bearing, ChangesFinding] {
  if (isEdited) return ['against', 'edited'];
  if (verdict === 'authentic') return isChanged ? ['neutral', 'benign'] : ['for', 'none'];
  if (isChanged) return ['neutral', 'listed'];
  if (verdict === 'forged') return ['neutral', 'apart'];
  return ['absent', isCompared ? 'nearest' : 'noOriginal'];
}

function ledgerRow(result: ShownResult, t: Translate): EvidenceRow {
  const { blockchain } = result;
  const bearing = ledgerBearing(blockchain);
  return {
    ...PLAIN,
    id: 'ledger',
    label: t('evidence.ledger.label'),
    bearing,
    finding: t(`evidence.ledger.${bearing}`),
    how: t('evidence.ledger.how'),
    statements: statedOf(result, 'ledger').statements,
    code: blockchain.tx_hash ? { label: t('evidence.ledger.tx'), text: blockchain.tx_hash } : null,
  };
}

function ledgerBearing(blockchain: ShownResult['blockchain']): Bearing {
  if (!blockchain.commitment_found) return 'absent';
  if (!blockchain.signature_valid) return 'against';
  return blockchain.on_chain ? 'for' : 'neutral';
}

function credentialsRow(result: ShownResult, t: Translate): EvidenceRow {
  const { bearing = 'absent', statements } = statedOf(result, 'content_credentials');
  return {
    ...PLAIN,
    id: 'credentials',
    label: t('evidence.credentials.label'),
    bearing,
    finding: t(`evidence.credentials.${bearing}`),
    how: t('evidence.credentials.how'),
    statements,
  };
}

function metadataRow(result: ShownResult, t: Translate): EvidenceRow {
  const bearing = metadataBearing(result);
  return {
    ...PLAIN,
    id: 'metadata',
    label: t('evidence.metadata.label'),
    bearing,
    finding: t(`evidence.metadata.${bearing}`),
    how: t('evidence.metadata.how'),
    lines: result.metadata.modifications.filter(isAboutMetadata).map((change) => changeText(change, t)),
  };
}

/** Never against: stripped metadata alone makes no picture forged. */
function metadataBearing({ evidence, metadata }: ShownResult): 'for' | 'neutral' | 'absent' {
  // Where neither picture has EXIF, it is intact and says nothing.
  const stated = evidence.find(({ kind }) => kind === 'metadata')?.state ?? 'absent';
  if (stated === 'absent') return 'absent';
  return metadata.exif_intact ? 'for' : 'neutral';
}
