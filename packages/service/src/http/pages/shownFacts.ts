/** What the pages of links say, whether scripts run or not: a heading, sentences and facts. @module */
import type { z } from 'zod';
import type { Verdict } from '../../app/ports/verify/verifications.ts';
import type { SharedBody } from '../schemas/storage/shares.ts';
import { VERDICT_WORDS, WITHDRAWN_WORDS } from './verdictWords.ts';

type Shared = z.output<typeof SharedBody>;
type Asset = NonNullable<Shared['asset']>;
type Verification = NonNullable<Shared['verification']>;

export interface ShownFacts {
  /** Null: no verdict was asked for. */
  readonly verdict: Verdict | null;
  readonly title: string;
  readonly sentences: readonly string[];
  readonly facts: readonly (readonly [label: string, text: string])[];
  /** Path of a picture to show; null: none. */
  readonly picture: string | null;
  /** The few words of the badge. */
  readonly badge: string;
}

/** Unmistakable for readers of every calendar: `2026-11-20 10:15 UTC`. */
const timeText = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

export const verificationFacts = (
  shown: Pick<
    Verification,
    'verdict' | 'details' | 'confidence' | 'verified_at' | 'revoked' | 'corrected_verdict' | 'source_image_hash'
  >,
): ShownFacts => ({
  verdict: shown.verdict,
  title: VERDICT_WORDS[shown.verdict],
  sentences: [
    shown.details,
    ...(shown.revoked ? ['Its owner has withdrawn this picture since it was registered.'] : []),
    ...(shown.corrected_verdict === null
      ? []
      : [`A person looked at this check and found: ${VERDICT_WORDS[shown.corrected_verdict]}.`]),
    'This can change: originals are added and withdrawn.',
  ],
  facts: [
    ['Confidence', `${Math.floor(shown.confidence * 100 + 1e-9)} %`],
    ['Checked', timeText(shown.verified_at)],
    ['SHA-256 of the file', shown.source_image_hash ?? 'not known'],
  ],
  picture: null,
  badge: shown.revoked ? WITHDRAWN_WORDS : VERDICT_WORDS[shown.corrected_verdict ?? shown.verdict],
});

export const assetFacts = (asset: Asset): ShownFacts => ({
  verdict: null,
  title: asset.title ?? 'A registered picture',
  sentences: [
    asset.revoked_at === null
      ? 'This picture is registered here.'
      : `Its owner has withdrawn this picture on ${timeText(asset.revoked_at)}${asset.revoked_reason ? `: ${asset.revoked_reason}` : '.'}`,
    ...(asset.description === null ? [] : [asset.description]),
  ],
  facts: [
    ['Registered', timeText(asset.created_at)],
    ['Size', `${asset.width} × ${asset.height} px`],
    ['SHA-256 of the original', asset.content_hash],
  ],
  picture: asset.preview_url && new URL(asset.preview_url).pathname,
  badge: asset.revoked_at === null ? 'Registered picture' : WITHDRAWN_WORDS,
});

export const sharedFacts = ({ asset, verification }: Shared): ShownFacts => {
  if (verification) return verificationFacts(verification);
  if (asset) return assetFacts(asset);
  throw new TypeError('sharedFacts: a link shows an asset or a verification');
};
