/** What the pages of links say, whether scripts run or not: a heading, sentences and facts. @module */
import { previewSize } from '@assay/core/previewSize';
import type { Size } from '@assay/core/raster';
import type { z } from 'zod';
import type { Verdict } from '../../app/ports/verify/verifications.ts';
import type { SharedBody } from '../schemas/storage/shares.ts';
import type { Words } from '../reports/words.ts';
import { VERDICT_WORDS, WITHDRAWN_WORDS } from './verdictWords.ts';

type Shared = z.output<typeof SharedBody>;
type Asset = NonNullable<Shared['asset']>;
type Verification = NonNullable<Shared['verification']>;

export interface ShownFacts {
  /** Null: no verdict was asked for. */
  readonly verdict: Verdict | null;
  readonly title: string;
  readonly sentences: readonly string[];
  /** The first sentence is the service's own and has no words in the reader's language. */
  readonly isLeadEnglish: boolean;
  readonly facts: readonly (readonly [label: string, text: string, note?: string])[];
  /** A picture to show, with its size, so that nothing moves when it comes; null: none. */
  readonly picture: (Size & { readonly path: string }) | null;
  /** The few words of the badge. */
  readonly badge: string;
}

/** Unmistakable for readers of every calendar: `2026-11-20 10:15 UTC`. */
const timeText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

/** @param words of the reader; the badge stays English, and a reason without words in that language */
export const verificationFacts = (
  shown: Pick<
    Verification,
    | 'verdict'
    | 'details'
    | 'rule'
    | 'confidence'
    | 'verified_at'
    | 'revoked'
    | 'corrected_verdict'
    | 'source_image_hash'
  >,
  words: Words,
): ShownFacts => {
  const reason = words.language === 'en' ? shown.details : words.reason(shown.rule);
  return {
    verdict: shown.verdict,
    title: words.say(`verdict.${shown.verdict}`),
    isLeadEnglish: reason === null,
    sentences: [
      reason ?? shown.details,
      ...(shown.revoked ? [words.say('verdict.revoked')] : []),
      ...(shown.corrected_verdict === null
        ? []
        : [words.say('verdict.corrected', { verdict: words.say(`verdict.${shown.corrected_verdict}`) })]),
      ...(shown.verdict === 'unknown' ? [words.say('verdict.unknownNext')] : []),
    ],
    facts: [
      [words.say('verdict.confidence'), `${Math.floor(shown.confidence * 100 + 1e-9)} %`],
      [words.say('verdict.checked'), timeText(shown.verified_at), words.say('verdict.canChange')],
      [words.say('page.fileHash'), shown.source_image_hash ?? words.say('page.unknown')],
    ],
    picture: null,
    badge: shown.revoked ? WITHDRAWN_WORDS : VERDICT_WORDS[shown.corrected_verdict ?? shown.verdict],
  };
};

export const assetFacts = (asset: Asset, words: Words): ShownFacts => ({
  verdict: null,
  title: asset.title ?? words.say('page.untitled'),
  isLeadEnglish: false,
  sentences: [registrationOf(asset, words), ...(asset.description === null ? [] : [asset.description])],
  facts: [
    [words.say('report.registeredAt'), timeText(asset.created_at)],
    [words.say('report.size'), `${asset.width} × ${asset.height} px`],
    [words.say('report.originalHash'), asset.content_hash],
  ],
  picture: asset.preview_url === null ? null : { path: new URL(asset.preview_url).pathname, ...previewSize(asset) },
  badge: asset.revoked_at === null ? 'Registered picture' : WITHDRAWN_WORDS,
});

function registrationOf({ revoked_at, revoked_reason }: Asset, words: Words): string {
  if (revoked_at === null) return words.say('page.registered');
  const time = timeText(revoked_at);
  return revoked_reason
    ? words.say('page.withdrawnWhy', { time, reason: revoked_reason })
    : words.say('page.withdrawnOn', { time });
}

export const sharedFacts = ({ asset, verification }: Shared, words: Words): ShownFacts => {
  if (verification) return verificationFacts(verification, words);
  if (asset) return assetFacts(asset, words);
  throw new TypeError('sharedFacts: a link shows an asset or a verification');
};
