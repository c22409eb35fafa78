/** The fonts of printed reports, and which of them has a character. @module */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { sfntOfWoff } from './woff.ts';

export type Weight = 400 | 700;

const require = createRequire(import.meta.url);

/**
 * Each file is one alphabet; the first that has a character draws it. Arabic is not Noto's, which draws dots by themselves:
 * from such parts no reader of a document gets the letter back.
 */
const FACES = [
  ['@fontsource/noto-sans', 'noto-sans-latin'],
  ['@fontsource/noto-sans', 'noto-sans-latin-ext'],
  ['@fontsource/noto-sans', 'noto-sans-greek'],
  ['@fontsource/noto-sans', 'noto-sans-cyrillic'],
  ['@fontsource/noto-sans', 'noto-sans-vietnamese'],
  ['@fontsource/ibm-plex-sans-arabic', 'ibm-plex-sans-arabic-arabic'],
  ['@fontsource/noto-sans-sc', 'noto-sans-sc-chinese-simplified'],
] as const;

/** What is asked of an opened font, of fontkit. */
interface OpenedFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

/** The part of PDFKit's document that opens fonts; it keeps the opened one to itself. */
interface FontDocument {
  registerFont(name: string, source: Buffer): unknown;
  font(name: string): unknown;
  readonly _font?: { readonly font: OpenedFont };
}

const bytes = new Map<string, Buffer>();

function fileOf(folder: string, face: string, weight: Weight): Buffer {
  const name = `${face}-${weight}-normal`;
  const known = bytes.get(name);
  if (known) return known;
  const read = sfntOfWoff(readFileSync(require.resolve(`${folder}/files/${name}.woff`)));
  bytes.set(name, read);
  return read;
}

export interface ReportFonts {
  /** Name of the font that draws the character; null: none has it. */
  fontOf(codePoint: number, weight: Weight): string | null;
}

/** Opens a font with the first character that asks for it. */
export function reportFonts(document: FontDocument): ReportFonts {
  const opened = new Map<string, OpenedFont>();
  const chosen = new Map<string, string | null>();
  const open = (folder: string, face: string, weight: Weight): readonly [string, OpenedFont] => {
    const name = `${face}-${weight}`;
    const known = opened.get(name);
    if (known) return [name, known];
    document.registerFont(name, fileOf(folder, face, weight));
    document.font(name);
    const font = document['_font']?.font;
    if (!font) throw new TypeError(`reportFonts: ${name} was not opened`);
    opened.set(name, font);
    return [name, font];
  };
  return {
    fontOf(codePoint, weight) {
      const key = `${weight} ${codePoint}`;
      const known = chosen.get(key);
      if (known !== undefined) return known;
      let found: string | null = null;
      for (const [folder, face] of FACES) {
        const [name, font] = open(folder, face, weight);
        if (!font.hasGlyphForCodePoint(codePoint)) continue;
        found = name;
        break;
      }
      chosen.set(key, found);
      return found;
    },
  };
}
