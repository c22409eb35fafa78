import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import PdfKit from 'pdfkit';
import { describe, expect, test } from 'vitest';
import type { ReportFonts } from '../../../src/adapters/pdf/reportFonts.ts';
import { type Line, textLines } from '../../../src/adapters/pdf/textLines.ts';
import { sfntOfWoff } from '../../../src/adapters/pdf/woff.ts';

/** Each character is 1 pt wide; Arabic has a font of its own, and nothing draws a snowman. */
const fonts: ReportFonts = {
  fontOf: (codePoint) => (codePoint === 0x2603 ? null : codePoint >= 0x600 && codePoint < 0x700 ? 'arabic' : 'latin'),
};
const lines = (text: string, width: number, isRightToLeft = false): readonly Line[] =>
  textLines(text, fonts, { weight: 400, isRightToLeft, widthOf: (part) => part.length }, width);
/** As it is read. */
const read = (line: Line): string => line.items.map(({ text }) => text).join('');
/** As it stands, from left to right. */
const seen = (line: Line): string =>
  [...line.items]
    .sort((a, b) => a.x - b.x)
    .map(({ shown }) => shown)
    .join('');

describe('lines of text', () => {
  test('break between words, and no wider than allowed', () => {
    expect(lines('one two three four', 9).map(read)).toEqual(['one two', 'three', 'four']);
  });

  test('a word that is longer than a line is broken where it must be', () => {
    const hash = 'a'.repeat(25);
    const broken = lines(`SHA ${hash}`, 10);
    expect(broken.every(({ width }) => width <= 10)).toBe(true);
    expect(broken.map(read).join('').replace(' ', '')).toBe(`SHA${hash}`);
  });

  test('from right to left, with numbers and foreign names from left to right, brackets turned', () => {
    const [line] = lines('أصل (SHA-256) جيد', 40, true);
    expect(read(line!)).toBe('أصل (SHA-256) جيد');
    // The Arabic font turns its words round itself, with the space behind them; here they stand as they are.
    expect(seen(line!)).toBe('جيد (SHA-256)أصل ');
  });

  test('what no font has is a question mark, and what nobody sees goes', () => {
    expect(lines('a\u2603b\u202ec\u0007\u200f', 40).map(read)).toEqual(['a?bc']);
    expect(lines('', 40)).toHaveLength(1);
  });
});

describe('fonts', () => {
  test('unwrapped, a font has the tables and glyphs that it has wrapped', () => {
    const file = createRequire(import.meta.url).resolve('@fontsource/noto-sans/files/noto-sans-latin-400-normal.woff');
    const woff = readFileSync(file);
    const widths = [woff, sfntOfWoff(woff)].map((bytes) =>
      new PdfKit({ font: bytes as unknown as string }).widthOfString('Registered, AV'),
    );
    expect(widths[0]).toBeGreaterThan(50);
    expect(widths[1]).toBe(widths[0]);
    expect(() => sfntOfWoff(Buffer.from('wOF2'))).toThrow(TypeError);
  });
});
