/**
 * From a verification result to what the page says about it: pure, so that every sentence can be tested without a page.
 * @module
 */
import type { ShownResult } from '../../api/types.ts';
import type { MessageKey, Translate } from '../../i18n/translate.ts';
import { type CheckState, isRunning } from './state.ts';

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

export function checkedAtText(iso: string, t: Translate): string {
  return new Intl.DateTimeFormat(t.locale, { dateStyle: 'long', timeStyle: 'long' }).format(new Date(iso));
}

export interface RegionFacts {
  readonly name: string;
  readonly place: string;
  readonly score: string;
  readonly box: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
}

export function regionFacts(result: Pick<ShownResult, 'tamper_regions'>, t: Translate): readonly RegionFacts[] {
  return result.tamper_regions.map(({ x, y, w, h, score }, index) => ({
    name: t('regions.name', { number: index + 1 }),
    place: t('regions.place', { width: Math.round(w), height: Math.round(h), x: Math.round(x), y: Math.round(y) }),
    score: t('regions.score', { percent: percentText(score, t) }),
    box: { x, y, w, h },
  }));
}

/** What the second map found, in a sentence. */
export function presenceText(presence: NonNullable<ShownResult['mark_presence']>, t: Translate): string {
  const tracks = presence.tracks.map((track) => track.toUpperCase()).join(', ');
  const assessable = percentText(presence.assessable_fraction, t);
  if (presence.regions.length === 0) return t('presence.none', { tracks, assessable });
  const missing = percentText(presence.missing_fraction, t);
  return t('presence.some', { tracks, assessable, missing, count: presence.regions.length });
}

/** The result as indented JSON for reading; the maps, which are long, shortened. */
export function readableJson(result: ShownResult, t: Translate): string {
  const shortened = (map: string | null): string | null => map && t('json.shortened', { count: map.length });
  const shown = {
    ...result,
    tamper_map: shortened(result.tamper_map),
    mark_presence: result.mark_presence && { ...result.mark_presence, map: shortened(result.mark_presence.map) },
  };
  return JSON.stringify(shown, null, 2);
}

/** What a screen reader is told when one check changes: few words, and nothing per percent of an upload. */
export function announcement(check: CheckState, t: Translate): string {
  switch (check.state) {
    case 'queued':
      return t('busy.queued');
    case 'sending':
      return t('busy.sending');
    case 'judging':
      return t('busy.judging');
    case 'waiting':
      return t.plural(`busy.waiting.${check.reason}`, Math.ceil(check.delayS));
    case 'failed':
      return t(`failure.${check.failure.kind}.title`);
    case 'done':
      return t('verdict.announce', {
        verdict: t(`verdict.${check.result.verdict}`),
        confidence: confidenceText(check.result.confidence, t),
      });
  }
}

/** How far all of them are, in words. */
export function checksText(checks: readonly CheckState[], t: Translate): string {
  const done = checks.filter((check) => !isRunning(check)).length;
  return t.plural('checks.heading', checks.length, { done });
}

/** @param shown the one check that is looked at; null: the list of several, or none */
export function documentTitle(checks: readonly CheckState[], shown: CheckState | null, t: Translate): string {
  if (checks.length === 0) return t('title.idle');
  if (shown === null) return t('title.page', { title: checksText(checks, t) });
  if (shown.state === 'done') return t('title.page', { title: t(`verdict.${shown.result.verdict}`) });
  return t(shown.state === 'failed' ? 'title.failed' : 'title.busy');
}
