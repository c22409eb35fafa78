import { expect, test } from 'vitest';
import type { WholePictureChange } from '../../src/tamper/wholePicture/wholePicture.ts';
import { globalEdits } from '../../src/verdict/globalEdits.ts';
import { NOTHING_DONE } from './madeEvidence.ts';

const namesOf = (change: Partial<WholePictureChange>): string[] =>
  globalEdits({ ...NOTHING_DONE, ...change }).map(({ name }) => name);
const gain = (strong: number, weak = strong) => ({ strong, weak });
const detail = (fine: number, coarse: number, wide: number, weak = coarse) => ({
  detail: { fine: gain(fine), coarse: gain(coarse, weak), wide: gain(wide) },
});

test('a picture to which nothing was done has no name, nor one of JPEG quality 50 or of another size', () => {
  expect(namesOf({})).toEqual([]);
  expect(namesOf(detail(0.59, 1, 1, 0.9))).toEqual([]);
  expect(namesOf(detail(1.29, 1.04, 1))).toEqual([]);
});

test('what measurements of known edits say is named', () => {
  expect(namesOf(detail(0.06, 0.47, 0.92))).toEqual(['blurred']);
  expect(namesOf(detail(0.35, 0.83, 0.98))).toEqual(['blurred']);
  expect(namesOf(detail(0.22, 0.77, 1, 0.68))).toEqual(['denoised']);
  expect(namesOf(detail(1.77, 1.23, 1.03))).toEqual(['sharpened']);
  expect(namesOf(detail(1.36, 1.41, 1.44))).toEqual(['local contrast enhancement']);
  expect(namesOf({ localTone: 8 })).toEqual(['local contrast enhancement']);
  expect(namesOf({ chroma: 0, chromaBefore: 3 })).toEqual(['black and white']);
  expect(namesOf({ chromaBeyondLuma: 1.2, chromaBeyondLumaBefore: 9 })).toEqual(['toned']);
  const shades = { chromaBeyondLuma: 0.1, chromaBeyondLumaBefore: 9 };
  expect(namesOf({ ...shades, palette: { colours: 113, isDithered: true } })).toEqual(['toned']);
  expect(namesOf({ ...shades, palette: { colours: 16, isDithered: false } })).toEqual(['16 colours']);
  // Few colours before, and few after.
  expect(namesOf({ chromaBeyondLuma: 0.1, chromaBeyondLumaBefore: 0.9 })).toEqual([]);
  expect(namesOf({ hueTurnDeg: -60, hueCoherence: 0.97 })).toEqual(['hues turned']);
  expect(namesOf({ hueTurnDeg: 12, hueCoherence: 0.97 })).toEqual([]);
  expect(namesOf({ lumaCorrelation: -0.9, hueTurnDeg: 180, hueCoherence: 0.97 })).toEqual(['inverted']);
  expect(namesOf({ lumaCorrelation: -0.9 })).toEqual(['inverted']);
  expect(namesOf({ screenGrid: 500 })).toEqual(['photographed from a screen']);
  // Alignment suffers from a vignette, and detail with it.
  expect(namesOf({ cornerFall: 0.4, localTone: 4, ...detail(0.1, 0.46, 1) })).toEqual(['vignette']);
});

test('a palette says how many colours, and neither its roughness nor its dither is sharpening or a grid', () => {
  const rough = { ...detail(1.8, 1.3, 1), screenGrid: 900 };
  expect(namesOf({ palette: { colours: 16, isDithered: true }, ...rough })).toEqual(['16 colours, dithered']);
  expect(globalEdits({ ...NOTHING_DONE, palette: { colours: 16, isDithered: false } })).toEqual([
    { type: 'palette', name: '16 colours', colours: 16, dithered: false, severity: 'low' },
  ]);
});
