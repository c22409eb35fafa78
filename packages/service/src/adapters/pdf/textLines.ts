/**
 * Text into lines: where it may be broken (UAX 14), in which order its pieces stand (UAX 9), and which font draws each.
 * Words are kept in the order of reading, so that whoever copies text out of a document gets it as it was written.
 * @module
 */
// Tests, which run the source, must see these types too.
// oxlint-disable-next-line typescript/triple-slash-reference
/// <reference path="./linebreak.d.ts" />
import bidiFactory, { type Bidi } from 'bidi-js';
import LineBreaker from 'linebreak';
import type { ReportFonts, Weight } from './reportFonts.ts';

/** Its types describe a module of another kind than its file is. */
const bidi = (bidiFactory as unknown as () => Bidi)();

/** Drawn where no font has a character; in every font. */
const SUBSTITUTE = '?';

/** One font, one direction, on one line. */
export interface Item {
  readonly text: string;
  /** As it is drawn from left to right, where that is not the text itself. */
  readonly shown: string;
  readonly font: string;
  readonly width: number;
  /** From the left end of the line. */
  readonly x: number;
}

export interface Line {
  /** In the order of reading. */
  readonly items: readonly Item[];
  readonly width: number;
}

type Placed = Omit<Item, 'x'> & { readonly level: number };

export interface TextStyle {
  readonly weight: Weight;
  readonly isRightToLeft: boolean;
  /** Width of a text in one font, pt. */
  readonly widthOf: (text: string, font: string) => number;
}

/** Characters that no page shows. */
// oxlint-disable-next-line eslint/no-control-regex -- they are what is taken out
const CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** @param widthMax pt @returns at least one line */
export function textLines(source: string, fonts: ReportFonts, style: TextStyle, widthMax: number): readonly Line[] {
  const text = drawable(source.replace(/[ \t\r\n]+/g, ' ').replace(CONTROLS, ''), fonts, style.weight);
  const { levels } = bidi.getEmbeddingLevels(text, style.isRightToLeft ? 'rtl' : 'ltr');
  const lines: Line[] = [];
  let line: Placed[] = [];
  let width = 0;
  const finish = () => {
    lines.push(arranged(trimmed(line, style)));
    line = [];
    width = 0;
  };
  for (const [start, end] of pieces(text)) {
    const placed = itemsOf(text, [start, end], levels, fonts, style);
    const pieceWidth = widthSum(trimmed(placed, style));
    if (line.length > 0 && width + pieceWidth > widthMax) finish();
    if (pieceWidth <= widthMax) {
      line.push(...placed);
      width += widthSum(placed);
    } else
      for (const letter of lettersOf(placed, style)) {
        if (width + letter.width > widthMax) finish();
        line.push(letter);
        width += letter.width;
      }
  }
  if (line.length > 0 || lines.length === 0) finish();
  return lines;
}

const drawable = (text: string, fonts: ReportFonts, weight: Weight): string =>
  Array.from(text.normalize('NFC'), (letter) =>
    fonts.fontOf(letter.codePointAt(0) as number, weight) === null ? SUBSTITUTE : letter,
  ).join('');

function* pieces(text: string): Generator<readonly [start: number, end: number]> {
  const breaker = new LineBreaker(text);
  let start = 0;
  for (let next = breaker.nextBreak(); next; next = breaker.nextBreak()) {
    if (next.position > start) yield [start, next.position];
    start = next.position;
  }
}

/** The font turns words of these scripts round by itself. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** Signs among them it does not: a bracket opens towards the start of reading, whichever side that is. */
const turned = (text: string): string =>
  Array.from(text, (letter) => bidi.getMirroredCharacter(letter) ?? letter)
    .reverse()
    .join('');

function itemsOf(
  text: string,
  [start, end]: readonly [number, number],
  levels: Uint8Array,
  fonts: ReportFonts,
  { weight, widthOf }: TextStyle,
): Placed[] {
  const items: Placed[] = [];
  let from = start;
  const nameAt = (at: number) => fonts.fontOf(text.codePointAt(at) as number, weight) as string;
  let font = nameAt(start);
  const add = (to: number) => {
    const level = levels[from] ?? 0;
    const part = text.slice(from, to);
    const shown = level % 2 === 1 && !RIGHT_TO_LEFT.test(part) ? turned(part) : part;
    items.push({ text: part, shown, font, level, width: widthOf(shown, font) });
    from = to;
  };
  for (let at = start; at < end; at += (text.codePointAt(at) as number) > 0xffff ? 2 : 1) {
    // A space takes the font before it: it has no look of its own, and Arabic letters next to it are shaped together.
    const next = text[at] === ' ' && at > from ? font : nameAt(at);
    if (at > from && (next !== font || levels[at] !== levels[from])) add(at);
    font = next;
  }
  add(end);
  return items;
}

/** A word that is longer than a line, such as a hash. */
const lettersOf = (items: readonly Placed[], { widthOf }: TextStyle): Placed[] =>
  items.flatMap((item) =>
    Array.from(item.text, (text) => ({ ...item, text, shown: text, width: widthOf(text, item.font) })),
  );

const widthSum = (items: readonly Pick<Placed, 'width'>[]): number => items.reduce((sum, { width }) => sum + width, 0);

/** Without the space at its end. */
function trimmed(items: readonly Placed[], { widthOf }: TextStyle): Placed[] {
  const kept = [...items];
  for (let last = kept.pop(); last; last = kept.pop()) {
    const text = last.text.trimEnd();
    if (text === '') continue;
    const shown = last.shown.trim();
    kept.push(text === last.text ? last : { ...last, text, shown, width: widthOf(shown, last.font) });
    break;
  }
  return kept;
}

/** Rule L2 of UAX 9: from the highest level down, what lies at or above it turns round. */
function arranged(items: readonly Placed[]): Line {
  const order = items.map((_item, index) => index);
  const levelAt = (place: number): number => items[order[place] as number]?.level ?? 0;
  for (let level = Math.max(0, ...items.map((item) => item.level)); level >= 1; level--)
    for (let start = 0; start < order.length; start++) {
      if (levelAt(start) < level) continue;
      let end = start;
      while (end + 1 < order.length && levelAt(end + 1) >= level) end++;
      order.splice(start, end - start + 1, ...order.slice(start, end + 1).reverse());
      start = end;
    }
  const places = new Map<number, number>();
  let x = 0;
  for (const index of order) {
    places.set(index, x);
    x += items[index]?.width ?? 0;
  }
  return {
    items: items.map(({ level: _level, ...item }, index) => ({ ...item, x: places.get(index) ?? 0 })),
    width: x,
  };
}
