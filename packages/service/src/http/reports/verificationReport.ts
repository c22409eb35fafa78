/** A verification as a document: the verdict in words, what it rests on, what it does not prove, and every number. @module */
import type { ReportedVerification } from '../../app/reports/reportedVerification.ts';
import type { ReportBlock, ReportDocument, ReportFact, ReportPicture } from '../../app/ports/verify/reportPrinter.ts';
import { verificationView } from '../views/verification.ts';
import { evidenceBlocks, statementBlocks } from './evidenceBlocks.ts';
import { plainDocument } from './plainDocument.ts';
import type { Word, Words } from './words.ts';

type Result = ReturnType<typeof verificationView>;

/** Lower bounds of the words for confidence: those of the pages. 1 is kept for equal bytes. */
const CONFIDENCE_WORDS: readonly (readonly [min: number, word: Word])[] = [
  [1, 'verdict.confidence.certain'],
  [0.95, 'verdict.confidence.veryHigh'],
  [0.8, 'verdict.confidence.high'],
  [0.6, 'verdict.confidence.moderate'],
  [0, 'verdict.confidence.low'],
];

/** @param version of the service */
export function verificationReport(reported: ReportedVerification, version: string, words: Words): ReportDocument {
  const { say } = words;
  const { told } = reported;
  const result = verificationView(told);
  const { threshold } = told.description;
  return plainDocument({
    language: words.language,
    title: say('report.title'),
    footer: say('report.footer', { id: told.id }),
    date: told.createdAt,
    blocks: [
      ...verdictBlocks(result, words),
      { kind: 'heading', level: 2, text: say('report.compared') },
      ...comparedBlocks(reported, result, words),
      ...regionBlocks(result, words),
      { kind: 'heading', level: 2, text: say('evidence.heading') },
      ...evidenceBlocks(result, threshold, words),
      ...limitBlocks(words),
      { kind: 'heading', level: 2, text: say('report.appendix') },
      { kind: 'facts', facts: numbers(reported, result, version, words) },
      { kind: 'heading', level: 3, text: say('report.statements') },
      ...statementBlocks(result),
    ],
  });
}

function verdictBlocks(result: Result, { say, reason, percent, time }: Words): ReportBlock[] {
  const word = CONFIDENCE_WORDS.find(([min]) => result.confidence >= min)?.[1] ?? 'verdict.confidence.low';
  const why = reason(result.rule);
  const sentences = [
    ...(why === null ? [] : [why]),
    ...(result.revoked ? [say('verdict.revoked')] : []),
    ...(result.corrected_verdict
      ? [say('verdict.corrected', { verdict: say(`verdict.${result.corrected_verdict}`) })]
      : []),
    ...(result.verdict === 'unknown' ? [say('verdict.unknownNext')] : []),
    say('verdict.canChange'),
  ];
  return [
    { kind: 'verdict', verdict: result.verdict, label: say('verdict.label'), text: say(`verdict.${result.verdict}`) },
    {
      kind: 'facts',
      facts: [
        {
          label: say('verdict.confidence'),
          text: say('verdict.confidenceValue', { word: say(word), percent: percent(result.confidence) }),
        },
        { label: say('verdict.checked'), text: time(new Date(result.verified_at)) },
        ...hashFact(result, say('report.fileHash')),
      ],
    },
    ...sentences.map((text): ReportBlock => ({ kind: 'paragraph', text })),
  ];
}

const hashFact = ({ source_image_hash: hash }: Result, label: string): ReportFact[] =>
  hash === null ? [] : [{ label, text: hash }];

function comparedBlocks(reported: ReportedVerification, result: Result, words: Words): ReportBlock[] {
  const { say } = words;
  const { registered, submission } = reported;
  const isCompared = result.tamper_source === 'comparison';
  const told = [say('report.searched'), ...(isCompared ? [say('report.laidOver')] : [])];
  if (result.asset_id === null && !isCompared) told.push(say('report.nothingNear'));
  if (registered === null && result.verdict !== 'unknown') told.push(say('matched.unnamed'));
  if (result.recipient_copy) told.push(say('matched.copy', { recipient: result.recipient_copy.recipient }));
  if (!submission) told.push(say('report.notKept'));
  else if (result.tamper_regions.length > 0) told.push(say('report.numbers'));
  const pictures = [...submittedPictures(submission, result, words), ...registeredPictures(registered, words)];
  return [
    ...told.map((text): ReportBlock => ({ kind: 'paragraph', text })),
    ...(pictures.length > 0 ? [{ kind: 'pictures' as const, pictures }] : []),
    ...mapBlocks(submission, result, words),
  ];
}

/** With the numbers of the regions on it. */
function submittedPictures(
  submission: ReportedVerification['submission'],
  { tamper_regions: regions }: Result,
  { say }: Words,
): ReportPicture[] {
  if (!submission) return [];
  const caption = say('report.submitted');
  const boxes = boxesOf(submission, regions);
  return [{ bytes: submission.shown.jpeg, mimeType: 'image/jpeg', alt: caption, caption, boxes }];
}

/** The regions in parts of the picture's sides, which are also those of its maps. */
const boxesOf = (
  { shown: { width, height } }: NonNullable<ReportedVerification['submission']>,
  regions: Result['tamper_regions'],
): ReportPicture['boxes'] =>
  regions.map(({ x, y, w, h }, index) => ({
    number: index + 1,
    x: x / width,
    y: y / height,
    w: w / width,
    h: h / height,
  }));

function registeredPictures(registered: ReportedVerification['registered'], { say }: Words): ReportPicture[] {
  if (!registered?.picture) return [];
  const { title } = registered.asset;
  const caption = title === null ? say('report.registered') : `${say('report.registered')}: ${title}`;
  const { jpeg: bytes } = registered.picture;
  return [{ bytes, mimeType: 'image/jpeg', alt: say('matched.preview'), caption, boxes: [] }];
}

/** With the same numbers, and beside it the map of the mark, which is made without an original. */
function mapBlocks(
  submission: ReportedVerification['submission'],
  { tamper_regions: regions, mark_presence: presence }: Result,
  { say }: Words,
): ReportBlock[] {
  if (!submission) return [];
  const { mapPng, presencePng } = submission;
  const maps: ReportPicture[] = [];
  if (mapPng) {
    const [alt, caption] = [say('picture.map.alt'), say('report.map')];
    maps.push({ bytes: mapPng, mimeType: 'image/png', alt, caption, boxes: boxesOf(submission, regions) });
  }
  if (presencePng && presence) {
    const [alt, caption] = [say('presence.map.alt'), say('presence.map.caption')];
    maps.push({
      bytes: presencePng,
      mimeType: 'image/png',
      alt,
      caption,
      boxes: boxesOf(submission, presence.regions),
    });
  }
  return maps.length === 0 ? [] : [{ kind: 'pictures', pictures: maps }];
}

function regionBlocks(
  { verdict, tamper_regions: regions, tamper_source: source }: Result,
  words: Words,
): ReportBlock[] {
  const { say, percent } = words;
  if (regions.length === 0) return [{ kind: 'paragraph', text: say(`picture.noMap.${verdict}`) }];
  const facts = regions.map(({ x, y, w, h, score }, index) => {
    const place = { width: Math.round(w), height: Math.round(h), x: Math.round(x), y: Math.round(y) };
    const sure = say('regions.score', { percent: percent(score) });
    return { label: say('regions.name', { number: index + 1 }), text: `${say('regions.place', place)}, ${sure}` };
  });
  const note: ReportBlock = { kind: 'paragraph', text: say('picture.map.fromMark') };
  return [
    { kind: 'heading', level: 2, text: say('regions.heading') },
    ...(source === 'mark_presence' ? [note] : []),
    { kind: 'facts', facts },
  ];
}

/** What no report proves. */
export const limitBlocks = ({ say }: Words): ReportBlock[] => [
  { kind: 'heading', level: 2, text: say('limits.heading') },
  {
    kind: 'list',
    items: [say('limits.truth'), say('limits.unknown'), say('limits.who'), say('limits.context')],
  },
];

function numbers(
  { told, registered }: ReportedVerification,
  result: Result,
  version: string,
  words: Words,
): ReportFact[] {
  const { say, score, number } = words;
  const { fingerprint, blockchain, content_credentials: credentials } = result;
  const facts: readonly (readonly [Word, string | null])[] = [
    ['report.check', result.verification_id],
    ['report.fileHash', result.source_image_hash],
    ['report.asset', result.asset_id],
    ['report.originalHash', registered?.asset.contentHash ?? null],
    ['report.deliveredHash', registered?.asset.watermarkedContentHash ?? null],
    ['verdict.confidence', number(result.confidence)],
    ['report.similarity', number(fingerprint.similarity_score)],
    ['report.threshold', score(told.description.threshold)],
    ['report.matches', number(fingerprint.match_count)],
    ['report.tamper', number(result.tamper_score)],
    ['report.rules', told.firedRules.join(', ')],
    ['report.transaction', blockchain.tx_hash],
    ['report.codes', credentials.codes.join(', ') || null],
    ['report.model', result.model_version],
    ['report.service', version],
    ['report.took', `${number(result.processing_time_ms)} ms`],
  ];
  return facts.flatMap(([label, text]) => (text === null ? [] : [{ label: say(label), text }]));
}
