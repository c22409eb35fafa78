/** Each piece of evidence in the reader's language, how we know, and the service's own sentences. @module */
import { percentAtMost } from '@assay/core/verdict/honestShare';
import { TRACK_IDS } from '@assay/core/watermark/tracks';
import type { z } from 'zod';
import type { ReportBlock } from '../../app/ports/verify/reportPrinter.ts';
import type { VerificationBody } from '../schemas/verify/verify.ts';
import type { Word, Words } from './words.ts';

type Result = Omit<z.output<typeof VerificationBody>, 'recipient_copy'>;
type Kind = Result['evidence'][number]['kind'];
type State = Result['evidence'][number]['state'];
type Change = Result['metadata']['modifications'][number];

const isAboutMetadata = ({ type }: Change): boolean => type.startsWith('metadata_');

/** The strongest of what was said of a kind; null if nothing was. */
const stateOf = (result: Result, kind: Kind): State | null =>
  (['against', 'for', 'neutral', 'absent'] as const).find((state) =>
    result.evidence.some((line) => line.kind === kind && line.state === state),
  ) ?? null;

interface Piece {
  readonly label: Word;
  readonly how: Word;
  readonly state: State;
  readonly finding: string;
  readonly lines?: readonly string[];
  /** Whose sentences go with it. */
  readonly kind: Kind;
}

export function evidenceBlocks(result: Result, threshold: number, words: Words): ReportBlock[] {
  return [
    exact(result, words),
    ...TRACK_IDS.map((track) => mark(result, track, words)),
    ...removal(result, words),
    fingerprint(result, threshold, words),
    changes(result, words),
    ledger(result, words),
    credentials(result, words),
    metadata(result, words),
  ].flatMap((piece) => blocksOf(piece, words));
}

function blocksOf({ label, how, state, finding, lines = [] }: Piece, { say }: Words): ReportBlock[] {
  return [
    { kind: 'heading', level: 3, text: say(label) },
    { kind: 'paragraph', text: `${say(`evidence.state.${state}`)}: ${finding}` },
    ...(lines.length > 0 ? [{ kind: 'list' as const, items: lines }] : []),
    { kind: 'paragraph', text: say(how), isNote: true },
  ];
}

/** The service's own sentences; its English is the record. */
export const statementBlocks = ({ evidence, details }: Result): ReportBlock[] =>
  [details, ...evidence.map(({ statement }) => statement)].map((text) => ({
    kind: 'paragraph',
    text,
    isNote: true,
    isEnglish: true,
  }));

function exact(result: Result, { say }: Words): Piece {
  const state = stateOf(result, 'exact_file') === 'for' ? 'for' : 'absent';
  return {
    kind: 'exact_file',
    label: 'evidence.exact.label',
    how: 'evidence.exact.how',
    state,
    finding: say(`evidence.exact.${state}`),
  };
}

function mark({ watermark }: Result, track: (typeof TRACK_IDS)[number], { say }: Words): Piece {
  const state = watermark[`track_${track}_detected`] ? 'for' : 'absent';
  return {
    kind: 'watermark',
    label: `evidence.track_${track}.label`,
    how: `evidence.track_${track}.how`,
    state,
    finding: say(`evidence.track.${state}`),
  };
}

function removal({ mark_removal: found }: Result, { say, number }: Words): Piece[] {
  if (found === null) return [];
  return [
    {
      kind: 'watermark',
      label: 'evidence.removal.label',
      how: 'evidence.removal.how',
      state: 'neutral',
      finding: found.subtracted
        ? say('evidence.removal.subtracted')
        : say('evidence.removal.absent', { share: `${number(percentAtMost(found.honest_probability))} %` }),
    },
  ];
}

function fingerprint({ fingerprint }: Result, threshold: number, { say, plural, score }: Words): Piece {
  const values = { score: score(fingerprint.similarity_score), threshold: score(threshold) };
  const { match_count: count } = fingerprint;
  return {
    kind: 'fingerprint',
    label: 'evidence.fingerprint.label',
    how: 'evidence.fingerprint.how',
    state: count > 0 ? 'for' : 'absent',
    finding: count > 0 ? plural('evidence.fingerprint.for', count, values) : say('evidence.fingerprint.absent', values),
  };
}

function changes(result: Result, words: Words): Piece {
  const found = result.metadata.modifications.filter((change) => !isAboutMetadata(change));
  const [state, finding] = changesFinding(result, found);
  return {
    kind: 'comparison',
    label: 'evidence.changes.label',
    how: 'evidence.changes.how',
    state,
    finding: words.say(finding),
    lines: found.map((change) => changeText(change, words)),
  };
}

/** Only an authentic verdict may call changes harmless: a composite, too, is cropped and framed. */
function changesFinding(result: Result, found: readonly Change[]): readonly [State, Word] {
  const stated = stateOf(result, 'comparison');
  if (stated === 'against' || found.some(({ type }) => type === 'local_edit'))
    return ['against', 'evidence.changes.edited'];
  if (result.verdict === 'authentic')
    return found.length > 0 ? ['neutral', 'evidence.changes.benign'] : ['for', 'evidence.changes.none'];
  if (found.length > 0) return ['neutral', 'evidence.changes.listed'];
  if (result.verdict === 'forged') return ['neutral', 'evidence.changes.apart'];
  return ['absent', stated === null ? 'evidence.changes.noOriginal' : 'evidence.changes.nearest'];
}

function ledger({ blockchain }: Result, { say }: Words): Piece {
  const { commitment_found: isFound, signature_valid: isValid, on_chain: isOnChain } = blockchain;
  const state = !isFound ? 'absent' : !isValid ? 'against' : isOnChain ? 'for' : 'neutral';
  return {
    kind: 'ledger',
    label: 'evidence.ledger.label',
    how: 'evidence.ledger.how',
    state,
    finding: say(`evidence.ledger.${state}`),
  };
}

function credentials(result: Result, { say }: Words): Piece {
  const state = stateOf(result, 'content_credentials') ?? 'absent';
  return {
    kind: 'content_credentials',
    label: 'evidence.credentials.label',
    how: 'evidence.credentials.how',
    state,
    finding: say(`evidence.credentials.${state}`),
  };
}

/** Never against: stripped metadata alone makes no picture forged. */
function metadata(result: Result, words: Words): Piece {
  // Where neither picture has EXIF, it is intact and says nothing.
  const stated = result.evidence.find(({ kind }) => kind === 'metadata')?.state ?? 'absent';
  const state = stated === 'absent' ? 'absent' : result.metadata.exif_intact ? 'for' : 'neutral';
  return {
    kind: 'metadata',
    label: 'evidence.metadata.label',
    how: 'evidence.metadata.how',
    state,
    finding: words.say(`evidence.metadata.${state}`),
    lines: result.metadata.modifications.filter(isAboutMetadata).map((change) => changeText(change, words)),
  };
}

const CHANGES = [
  ...(['crop', 'resize', 'rotate', 'mirror', 'border', 'overlay', 'recompress', 'color', 'local_edit'] as const),
  ...(['metadata_removed', 'metadata_changed'] as const),
];

function changeText(change: Change, { say }: Words): string {
  const { type, severity, field, original, current, region } = change;
  const known = CHANGES.find((name) => name === type);
  const name = known ? say(`change.${known}`) : say('change.other', { type });
  const box = boxOf(region);
  const text =
    typeof field === 'string'
      ? say('change.withField', { change: name, field })
      : typeof original === 'string' && typeof current === 'string'
        ? say('change.fromTo', { change: name, original, current })
        : box && (type === 'local_edit' || type === 'overlay')
          ? say('change.at', { change: name, ...box })
          : name;
  return say('change.withSeverity', { change: text, severity: say(`change.severity.${severity}`) });
}

/** Whole pixels; null for what is no box. */
function boxOf(region: unknown): Readonly<Record<'width' | 'height' | 'x' | 'y', number>> | null {
  if (typeof region !== 'object' || region === null) return null;
  const { x, y, w, h } = region as Readonly<Record<string, unknown>>;
  const sides = [x, y, w, h].filter((side): side is number => typeof side === 'number').map(Math.round);
  const [left, top, width, height] = sides;
  return sides.length === 4 ? { x: left!, y: top!, width: width!, height: height! } : null;
}
