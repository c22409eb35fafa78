/** Where in an asset a search met it, by the same words as the search itself. @module */
import type { Asset, Highlight, HighlightField } from '../../../app/ports/assets/assets.ts';
import { type AskedPart, askedParts, foldText, type Token, tokensOf } from './searchTerms.ts';

/** Of one text: a word may stand a thousand times in a description. */
const PER_TEXT_MAX = 10;
const TEXTS_MAX = 10;

/** A character with the marks behind it, the voicing marks of narrow kana too: what folding may make one of. */
const CLUSTER = /.[\p{M}\uFF9E\uFF9F]*/gsu;

/** UTF-16 units of a text, from and up to. */
type Range = readonly [from: number, to: number];

/** @param q as the search got it */
export function highlightsOf(asset: Asset, q: string): readonly Highlight[] {
  const parts = askedParts(q);
  const met = textsOf(asset).flatMap(([field, text, index]) => {
    const found = rangesIn(text, parts).map((range) => inCodePoints(field, index, text, range));
    return found.length > 0 ? [found] : [];
  });
  return [...identifiersOf(asset, q.trim()), ...met.slice(0, TEXTS_MAX).flat()];
}

const textsOf = ({ title, description, tags, originalFilename }: Asset) =>
  [
    ['title', title ?? '', null],
    ...tags.map((tag, index) => ['tags', tag, index] as const),
    ['original_filename', originalFilename ?? '', null],
    ['description', description ?? '', null],
  ] as const satisfies readonly (readonly [HighlightField, string, number | null])[];

/** An identifier is met as a whole or not at all; of hashes and ids the case does not count. */
function identifiersOf(asset: Asset, typed: string): Highlight[] {
  const exact = [
    ['cid', asset.cid],
    ['ipfs_cid', asset.ipfsCid],
    ['watermarked_cid', asset.watermarkedCid],
  ] as const;
  const anyCase = [
    ['id', asset.id],
    ['content_hash', asset.contentHash],
    ['watermarked_content_hash', asset.watermarkedContentHash],
  ] as const;
  return [
    ...exact.filter(([, value]) => value === typed),
    ...anyCase.filter(([, value]) => value === typed.toLowerCase()),
  ].map(([field]) => ({ field, index: null, start: 0, length: typed.length }));
}

function inCodePoints(field: HighlightField, index: number | null, text: string, [from, to]: Range): Highlight {
  return { field, index, start: [...text.slice(0, from)].length, length: [...text.slice(from, to)].length };
}

function rangesIn(text: string, parts: readonly AskedPart[]): Range[] {
  const { folded, places } = foldedWithPlaces(text);
  const tokens = [...tokensOf(folded)];
  const met = tokens.flatMap((token, at) => {
    const last = parts.map((part) => meets(tokens, at, part)).find((end) => end !== null);
    const [from, to] = [places[token.start], last && places[last.end - 1]];
    return from && to ? [[from[0], to[1]] as const] : [];
  });
  return met.filter(([from], i) => i === 0 || from >= (met[i - 1]?.[1] ?? 0)).slice(0, PER_TEXT_MAX);
}

/** The last token of the part if it begins at this one. */
function meets(tokens: readonly Token[], at: number, { kind, words }: AskedPart): Token | null {
  const here = tokens.slice(at, at + words.length);
  const fits = ({ word }: Token, i: number): boolean =>
    kind === 'word' ? word.startsWith(words[i] as string) : word === words[i];
  return here.length === words.length && here.every(fits) ? (here.at(-1) ?? null) : null;
}

/** The text as the search sees it, and for each unit of it the cluster of the text that it came from. */
function foldedWithPlaces(text: string): { readonly folded: string; readonly places: readonly Range[] } {
  let folded = '';
  const places: Range[] = [];
  for (const { 0: cluster, index } of text.matchAll(CLUSTER)) {
    const part = foldText(cluster);
    for (let i = 0; i < part.length; i++) places.push([index, index + cluster.length]);
    folded += part;
  }
  // Some letters are written otherwise at the end of a word; the places are the same.
  const whole = foldText(text);
  return { folded: whole.length === folded.length ? whole : folded, places };
}
