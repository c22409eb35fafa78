/** A registered picture as a document: when it was registered, how it is marked, what is on the ledger. @module */
import { attackText } from '@assay/core/provenance/attackOutcomes';
import { TRACK_IDS } from '@assay/core/watermark/tracks';
import type { ReportBlock, ReportDocument, ReportFact } from '../../app/ports/verify/reportPrinter.ts';
import type { ReportedAsset } from '../../app/reports/reportedAsset.ts';
import { plainDocument } from './plainDocument.ts';
import { limitBlocks } from './verificationReport.ts';
import type { Word, Words } from './words.ts';

/** @param version of the service */
export function assetReport(
  { asset, picture, commitments, attacks }: ReportedAsset,
  version: string,
  words: Words,
): ReportDocument {
  const { say, time } = words;
  const title = asset.title ?? asset.originalFilename ?? asset.id;
  return plainDocument({
    language: words.language,
    title: say('report.titleAsset'),
    footer: say('report.footer', { id: asset.id }),
    date: asset.createdAt,
    blocks: [
      { kind: 'verdict', verdict: null, label: say('report.registered'), text: title },
      { kind: 'paragraph', text: say('report.proves') },
      ...(asset.revokedAt ? [{ kind: 'paragraph' as const, text: say('verdict.revoked') }] : []),
      ...(picture ? [pictureBlock(picture.jpeg, title, words)] : []),
      { kind: 'facts', facts: facts(asset, words) },
      { kind: 'heading', level: 2, text: say('report.marks') },
      { kind: 'facts', facts: marks(asset, words) },
      ...attackBlocks(attacks, words),
      { kind: 'heading', level: 2, text: say('report.records') },
      ...(commitments.length === 0 ? [{ kind: 'paragraph' as const, text: say('report.noRecords') }] : []),
      {
        kind: 'facts',
        facts: commitments.flatMap(({ hash, txHash, confirmedAt }) => [
          {
            label: say('report.record', { hash: hash.slice(0, 12) }),
            text: confirmedAt ? time(confirmedAt) : say('evidence.ledger.neutral'),
          },
          ...(txHash === null ? [] : [{ label: say('report.transaction'), text: txHash }]),
        ]),
      },
      ...limitBlocks(words),
      { kind: 'heading', level: 2, text: say('report.appendix') },
      { kind: 'facts', facts: [...hashes(asset, words), { label: say('report.service'), text: version }] },
    ],
  });
}

const pictureBlock = (jpeg: Uint8Array, title: string, { say }: Words): ReportBlock => ({
  kind: 'pictures',
  pictures: [{ bytes: jpeg, mimeType: 'image/jpeg', alt: say('matched.preview'), caption: title, boxes: [] }],
});

type Asset = ReportedAsset['asset'];

const present = (rows: readonly (readonly [Word, string | null])[], { say }: Words): ReportFact[] =>
  rows.flatMap(([label, text]) => (text === null ? [] : [{ label: say(label), text }]));

const facts = (asset: Asset, words: Words): ReportFact[] =>
  present(
    [
      ['report.registeredAt', words.time(asset.createdAt)],
      [
        'report.withdrawn',
        asset.revokedAt && `${words.time(asset.revokedAt)}${asset.revokedReason ? `: ${asset.revokedReason}` : ''}`,
      ],
      ['report.size', `${words.number(asset.width)} × ${words.number(asset.height)} px`],
      ['report.type', asset.mimeType],
      ['report.originalHash', asset.contentHash],
    ],
    words,
  );

function marks({ watermark }: Asset, { say, number, percent }: Words): ReportFact[] {
  const rows = TRACK_IDS.map((id) => {
    const track = watermark?.tracks.find((one) => one.track === id);
    const text = track?.detected
      ? say('report.markRead', { strength: number(track.strength) })
      : say('report.markAbsent');
    return { label: say(`evidence.track_${id}.label`), text };
  });
  const { robustnessScore = null, psnrDb = null, deltaE = null } = watermark ?? {};
  return [
    ...rows,
    ...(robustnessScore === null ? [] : [{ label: say('report.robustness'), text: percent(robustnessScore) }]),
    ...(psnrDb === null || !Number.isFinite(psnrDb)
      ? []
      : [{ label: say('report.psnr'), text: `${number(psnrDb)} dB` }]),
    ...(deltaE === null ? [] : [{ label: say('report.deltaE'), text: `${number(deltaE)} ΔE` }]),
  ];
}

/** The table of what the marks survived, each by itself; nothing while nothing was tried. */
const attackBlocks = (attacks: ReportedAsset['attacks'], { say }: Words): ReportBlock[] =>
  attacks === null || attacks.length === 0
    ? []
    : [
        { kind: 'heading', level: 3, text: say('marks.attacks') },
        {
          kind: 'facts',
          facts: attacks.map(({ attack, survived }) => ({
            label: attackText(attack, (name) => say(`attack.${name}`)),
            text: say(survived ? 'marks.survived' : 'marks.lost'),
          })),
        },
      ];

const hashes = (asset: Asset, words: Words): ReportFact[] =>
  present(
    [
      ['report.asset', asset.id],
      ['report.contentId', asset.cid],
      ['report.originalHash', asset.contentHash],
      ['report.deliveredHash', asset.watermarkedContentHash],
      ['report.status', asset.processingStatus],
    ],
    words,
  );
