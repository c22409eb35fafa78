/**
 * Words of a text, for PostgreSQL's text search. They are cut here and not by PostgreSQL, whose parser depends on the
 * locale of the server and takes a sentence in a script without spaces for one word.
 *
 * A word is a run of letters, marks and digits. In scripts that write no spaces every character is a word of its own and
 * a run of them is asked for as a phrase, so that any part of a sentence is found.
 * @module
 */

/** Scripts that do not put spaces between words, and symbols (emoji). */
const SPACELESS = String.raw`\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\p{So}`;
const TOKEN = new RegExp(`([${SPACELESS}]\\p{M}*)|(?:(?![${SPACELESS}])[\\p{L}\\p{N}\\p{M}])+`, 'gu');

/** PostgreSQL allows 2046 bytes in a lexeme; nobody types more than the beginning of such a word. */
const WORD_CHARS_MAX = 200;
/** Highest position of a lexeme; PostgreSQL documentation, "Limitations" of text search. */
const POSITION_MAX = 16_383;

/** Without case, compatibility forms and accents: what a person means by "the same word". */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase();
}

export interface Token {
  readonly word: string;
  /** In the folded text, UTF-16 units; `end` is the first one behind it. */
  readonly start: number;
  readonly end: number;
  /** One character of a script without spaces. */
  readonly spaceless: boolean;
  /** No space or sign stands between it and the token before. */
  readonly adjoins: boolean;
}

/** @param folded by `foldText` */
export function* tokensOf(folded: string): Generator<Token> {
  let last = -1;
  for (const match of folded.matchAll(TOKEN)) {
    const word = [...match[0]].slice(0, WORD_CHARS_MAX).join('');
    const [start, end] = [match.index, match.index + match[0].length];
    yield { word, start, end, spaceless: match[1] !== undefined, adjoins: start === last };
    last = end;
  }
}

/** A lexeme as the text forms of tsvector and tsquery quote it. */
const quoted = (word: string): string => `'${word.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`;

/** Texts by weight, A the most telling. */
export type WeightedText = readonly [weight: 'A' | 'B' | 'C' | 'D', text: string | null];

/** The text form of a tsvector; between two texts a position stays free, so that no phrase crosses it. */
export function searchVector(texts: readonly WeightedText[]): string {
  const places = new Map<string, string[]>();
  let position = 0;
  for (const [weight, text] of texts) {
    for (const { word } of tokensOf(foldText(text ?? ''))) {
      position = Math.min(position + 1, POSITION_MAX);
      const known = places.get(word);
      if (known) known.push(`${position}${weight}`);
      else places.set(word, [`${position}${weight}`]);
    }
    position++;
  }
  return [...places].map(([word, at]) => `${quoted(word)}:${at.join(',')}`).join(' ');
}

/** What a search asks for: the beginning of a word, or characters of a script without spaces one after the other. */
export interface AskedPart {
  readonly kind: 'word' | 'phrase';
  readonly words: readonly string[];
}

export function askedParts(text: string): readonly AskedPart[] {
  const parts: { kind: AskedPart['kind']; words: string[] }[] = [];
  for (const { word, spaceless, adjoins } of tokensOf(foldText(text))) {
    const last = parts.at(-1);
    if (spaceless && adjoins && last?.kind === 'phrase') last.words.push(word);
    else parts.push({ kind: spaceless ? 'phrase' : 'word', words: [word] });
  }
  return parts;
}

/** The text form of a tsquery: every word must be there, as a whole word or as the beginning of one. Null without words. */
export function searchQuery(text: string): string | null {
  const parts = askedParts(text);
  if (parts.length === 0) return null;
  return parts
    .map(({ kind, words }) => `(${words.map((word) => `${quoted(word)}${kind === 'word' ? ':*' : ''}`).join(' <-> ')})`)
    .join(' & ');
}
