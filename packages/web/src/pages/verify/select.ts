/**
 * From a verification result to what the page says about it: pure, so that every sentence can be tested without a page.
 * @module
 */
import type { VerificationResult } from '@assay/sdk/types';
import type { MessageKey, Translate } from '../../i18n/translate.ts';
import { isRunning, type VerifyState } from './state.ts';

/** Default of `similarity_threshold`, which decides what counts as a fingerprint match; interface.md, Fingerprint. */
export const FINGERPRINT_THRESHOLD = 0.8;

/** What a piece of evidence says about the picture being the registered one. */
export type Bearing = 'for' | 'against' | 'neutral' | 'absent';

export interface EvidenceRow {
  readonly id: string;
  readonly label: string;
  readonly bearing: Bearing;
  readonly finding: string;
  /** How we know. */
  readonly how: string;
  /** Further lines, such as each change found. */
  readonly lines: readonly string[];
  /** A score on 0..1 to draw; null if there is none. */
  readonly score: number | null;
  /** A long identifier to show as it is; null if there is none. */
  readonly code: { readonly label: string; readonly text: string } | null;
}

/**
 * Lower bounds of the words for confidence, our own scale: a word per step of doubt that a reader acts differently on.
 * 1 itself is reserved for equal bytes, by the verdict rule.
 */
const CONFIDENCE_WORDS: readonly (readonly [min: number, key: MessageKey])[] = [
  [1, 'verdict.confidence.certain'],
  [0.95, 'verdict.confidence.veryHigh'],
  [0.8, 'verdict.confidence.high'],
  [0.6, 'verdict.confidence.moderate'],
  [0, 'verdict.confidence.low'],
];

export function confidenceText(confidence: number, t: Translate): string {
  const key = CONFIDENCE_WORDS.find(([min]) => confidence >= min)?.[1] ?? 'verdict.confidence.low';
  return t('verdict.confidenceValue', { word: t(key), percent: percentText(confidence, t) });
}

/** Whole percent, rounded down, so that only certainty itself reads as 100 %. */
export function percentText(share: number, t: Translate): string {
  // The small addend undoes binary fractions such as 0.29 * 100 = 28.999...
  const whole = Math.floor(share * 100 + 1e-9) / 100;
  return new Intl.NumberFormat(t.locale, { style: 'percent' }).format(whole);
}

function scoreText(score: number, t: Translate): string {
  return new Intl.NumberFormat(t.locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 }).format(score);
}

export function checkedAtText(iso: string, t: Translate): string {
  return new Intl.DateTimeFormat(t.locale, { dateStyle: 'long', timeStyle: 'long' }).format(new Date(iso));
}

/** Equal bytes are the only evidence that gives confidence 1 (rows 1 and 2 of the verdict rule). */
function isExactFile(result: VerificationResult): boolean {
  return result.verdict === 'authentic' && result.confidence === 1;
}

/** Whether there is an original that the picture was compared with. */
function hasOriginal(result: VerificationResult): boolean {
  const { watermark, fingerprint } = result;
  const isMarked = watermark.track_a_detected || watermark.track_b_detected || watermark.track_c_detected;
  return result.verdict !== 'unknown' || isMarked || fingerprint.match_count > 0;
}

export function evidenceRows(result: VerificationResult, t: Translate): readonly EvidenceRow[] {
  return [
    exactRow(result, t),
    trackRow('track_a', result.watermark.track_a_detected, t),
    trackRow('track_b', result.watermark.track_b_detected, t),
    trackRow('track_c', result.watermark.track_c_detected, t),
    fingerprintRow(result, t),
    changesRow(result, t),
    ledgerRow(result, t),
    metadataRow(result, t),
  ];
}

const PLAIN = { lines: [], score: null, code: null };

function exactRow(result: VerificationResult, t: Translate): EvidenceRow {
  const bearing = isExactFile(result) ? 'for' : 'absent';
  const hash = result.source_image_hash;
  return {
    ...PLAIN,
    id: 'exact',
    label: t('evidence.exact.label'),
    bearing,
    finding: t(`evidence.exact.${bearing}`),
    how: t('evidence.exact.how'),
    code: hash ? { label: 'SHA-256', text: hash } : null,
  };
}

function trackRow(track: 'track_a' | 'track_b' | 'track_c', detected: boolean, t: Translate): EvidenceRow {
  const bearing = detected ? 'for' : 'absent';
  const [label, how] = [t(`evidence.${track}.label`), t(`evidence.${track}.how`)];
  return { ...PLAIN, id: track, label, bearing, finding: t(`evidence.track.${bearing}`), how };
}

function fingerprintRow({ fingerprint }: VerificationResult, t: Translate): EvidenceRow {
  const values = {
    score: scoreText(fingerprint.similarity_score, t),
    threshold: scoreText(FINGERPRINT_THRESHOLD, t),
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

function ledgerRow({ blockchain }: VerificationResult, t: Translate): EvidenceRow {
  const bearing = ledgerBearing(blockchain);
  return {
    ...PLAIN,
    id: 'ledger',
    label: t('evidence.ledger.label'),
    bearing,
    finding: t(`evidence.ledger.${bearing}`),
    how: t('evidence.ledger.how'),
    code: blockchain.tx_hash ? { label: t('evidence.ledger.tx'), text: blockchain.tx_hash } : null,
  };
}

function ledgerBearing(blockchain: VerificationResult['blockchain']): Bearing {
  if (!blockchain.commitment_found) return 'absent';
  if (!blockchain.signature_valid) return 'against';
  return blockchain.on_chain ? 'for' : 'neutral';
}

function metadataRow(result: VerificationResult, t: Translate): EvidenceRow {
  const compared = hasOriginal(result) ? 'neutral' : 'absent';
  const bearing = result.metadata.exif_intact ? 'for' : compared;
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

function changesRow(result: VerificationResult, t: Translate): EvidenceRow {
  const changes = result.metadata.modifications.filter((change) => !isAboutMetadata(change));
  const bearing = changesBearing(result, changes);
  return {
    ...PLAIN,
    id: 'changes',
    label: t('evidence.changes.label'),
    bearing,
    finding: t(`evidence.changes.${bearing}`),
    how: t('evidence.changes.how'),
    lines: changes.map((change) => changeText(change, t)),
  };
}

type Change = VerificationResult['metadata']['modifications'][number];

function changesBearing(result: VerificationResult, changes: readonly Change[]): Bearing {
  if (changes.some((change) => change.type === 'local_edit')) return 'against';
  if (changes.length > 0) return 'neutral';
  return hasOriginal(result) ? 'for' : 'absent';
}

function isAboutMetadata(change: Change): boolean {
  return change.type.startsWith('metadata_');
}

const CHANGE_NAMES: Readonly<Record<string, MessageKey>> = {
  crop: 'change.crop',
  resize: 'change.resize',
  recompress: 'change.recompress',
  color: 'change.color',
  local_edit: 'change.local_edit',
  metadata_removed: 'change.metadata_removed',
  metadata_changed: 'change.metadata_changed',
};

function changeText({ type, field, severity, region }: Change, t: Translate): string {
  const key = CHANGE_NAMES[type];
  let change = key ? t(key) : t('change.other', { type });
  if (field) change = t('change.withField', { change, field });
  if (region) change = t('change.at', { change, width: region.w, height: region.h, x: region.x, y: region.y });
  return severity ? t('change.severity', { change, severity }) : change;
}

export interface RegionFacts {
  readonly name: string;
  readonly place: string;
  readonly score: string;
  readonly box: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

export function regionFacts(result: VerificationResult, t: Translate): readonly RegionFacts[] {
  return (result.tamper_regions ?? []).map(({ x, y, w, h, score }, index) => ({
    name: t('regions.name', { number: index + 1 }),
    place: t('regions.place', { width: w, height: h, x, y }),
    score: t('regions.score', { percent: percentText(score, t) }),
    box: { x, y, w, h },
  }));
}

/** The result as indented JSON for reading; the map, which is long, shortened. */
export function readableJson(result: VerificationResult, t: Translate): string {
  const map = result.tamper_map;
  const shown = map === null ? result : { ...result, tamper_map: t('json.shortened', { count: map.length }) };
  return JSON.stringify(shown, null, 2);
}

/** What a screen reader is told when the state changes: few words, and nothing per percent of an upload. */
export function announcement(state: VerifyState, t: Translate): string {
  switch (state.state) {
    case 'idle':
      return '';
    case 'sending':
      return t('busy.sending');
    case 'judging':
      return t('busy.judging');
    case 'waiting':
      return t.plural(`busy.waiting.${state.reason}`, Math.ceil(state.delayS));
    case 'failed':
      return t(`failure.${state.failure.kind}.title`);
    case 'done':
      return t('verdict.announce', {
        verdict: t(`verdict.${state.result.verdict}`),
        confidence: confidenceText(state.result.confidence, t),
      });
  }
}

export function documentTitle(state: VerifyState, t: Translate): string {
  if (state.state === 'done') return t('title.done', { verdict: t(`verdict.${state.result.verdict}`) });
  if (state.state === 'failed') return t('title.failed');
  return isRunning(state) ? t('title.busy') : t('title.idle');
}
