/**
 * Names for what was done to the whole picture: docs/spec/verification.md#modifications. Every number is set on the photos and
 * kinds of edit that may be looked at (bench/verdict/wild/names.ts).
 * @module
 */
import type { WholePictureChange } from '../tamper/wholePicture/wholePicture.ts';

/** `name` says it in words. */
export type GlobalEdit = { readonly name: string } & (
  | { readonly type: 'palette'; readonly colours: number; readonly dithered: boolean }
  | {
      readonly type:
        | 'screen'
        | 'grey'
        | 'toned'
        | 'hue'
        | 'inverted'
        | 'vignette'
        | 'local_contrast'
        | 'blur'
        | 'sharpen'
        | 'denoise';
    }
);

/** Height of a regular pattern that no other edit was seen to make: edges that misalignment leaves reach 200, grids 10,000. */
const SCREEN_MIN = 300;
/** Chroma that rounding leaves of a grey picture, and the least of a reference that had colours, levels. */
const CHROMA_GREY = 1;
const CHROMA_MIN = 2;
/**
 * Chroma that luma does not tell: of a toned picture no more than coding makes, levels, and less than this part of what it had; and the least that
 * a picture of colours has, and that a toned one is coloured by. A palette of so many colours may pass for one of its shades.
 */
const TONED = { beyondLumaMax: 2, partMax: 0.25, beforeMin: 1, chromaMin: 4, paletteMax: 64 };
/** Angle from which hues were turned, degrees: white balance stays below; and how well one angle must explain them. */
const HUE_TURN_MIN = 25;
const HUE_COHERENCE_MIN = 0.85;
/** Correlation below which light and dark changed places. */
const INVERTED_MAX = -0.5;
/** Share of the light that corners lose, from which it is seen. */
const VIGNETTE_MIN = 0.08;
/** Change from place to place that no smooth fall of light explains, levels; and gain of wide detail. */
const LOCAL_TONE_MIN = 6;
/**
 * What a fall of light leaves besides, levels for all of the light: the curve of the whole picture bends to meet dark corners, and what
 * that costs elsewhere is made good from place to place.
 */
const TONE_PER_FALL = 6;
const WIDE_GAIN_MIN = 1.15;
/** Gains between these are anybody's resampling and coding: of JPEG quality 50 fine detail keeps 0.6, coarse detail 0.9. */
const BLUR_MAX = { fine: 0.6, coarse: 0.88 };
const SHARPEN_MIN = { fine: 1.3, coarse: 1.08 };
/** A denoiser takes more of weak coarse detail than of strong one; a blur as much of both. */
const DENOISE_MAX = { weak: 0.75, ofStrong: 0.9 };
/** Where light was changed from place to place, alignment suffers, and fine detail tells less than it seems; levels. */
const STEADY_TONE_MAX = 1;

type NamedEdit = GlobalEdit & { readonly severity: 'low' };

/** Of blur, sharpening, denoising and local contrast at most one: they are told apart by the width of the detail that changed. */
export function globalEdits(whole: WholePictureChange): NamedEdit[] {
  const { palette, screenGrid, chroma, chromaBefore, lumaCorrelation, cornerFall } = whole;
  const out: GlobalEdit[] = [];
  if (palette && !isToned(whole)) {
    const { colours, isDithered } = palette;
    out.push({ type: 'palette', name: paletteName(colours, isDithered), colours, dithered: isDithered });
  } else if (screenGrid >= SCREEN_MIN) out.push({ type: 'screen', name: 'photographed from a screen' });
  if (chroma <= CHROMA_GREY && chromaBefore >= CHROMA_MIN) out.push({ type: 'grey', name: 'black and white' });
  else out.push(...hueEdit(whole));
  if (lumaCorrelation <= INVERTED_MAX) out.push({ type: 'inverted', name: 'inverted' });
  if (cornerFall >= VIGNETTE_MIN) out.push({ type: 'vignette', name: 'vignette' });
  // A palette is rough and a grid is fine detail: neither sharpens.
  if (out.every(({ type }) => type !== 'palette' && type !== 'screen')) out.push(...detailEdit(whole));
  return out.map((edit) => ({ ...edit, severity: 'low' }));
}

/** Few colours have a luma each, whatever their hues; shades of one have as many as luma. */
const isToned = ({ palette, chroma, chromaBeyondLuma, chromaBeyondLumaBefore }: WholePictureChange): boolean =>
  (palette === null || palette.colours > TONED.paletteMax) &&
  chromaBeyondLuma <= Math.min(TONED.beyondLumaMax, TONED.partMax * chromaBeyondLumaBefore) &&
  chromaBeyondLumaBefore >= TONED.beforeMin &&
  chroma >= TONED.chromaMin;

function hueEdit(whole: WholePictureChange): GlobalEdit[] {
  if (isToned(whole)) return [{ type: 'toned', name: 'toned' }];
  const { hueTurnDeg, hueCoherence, lumaCorrelation } = whole;
  const isTurned = Math.abs(hueTurnDeg) >= HUE_TURN_MIN && hueCoherence >= HUE_COHERENCE_MIN;
  // A negative turns every hue into its opposite.
  return isTurned && lumaCorrelation > INVERTED_MAX ? [{ type: 'hue', name: 'hues turned' }] : [];
}

const paletteName = (colours: number, isDithered: boolean): string =>
  `${colours} colours${isDithered ? ', dithered' : ''}`;

function detailEdit({ detail: { fine, coarse, wide }, localTone, cornerFall }: WholePictureChange): GlobalEdit[] {
  if (localTone >= LOCAL_TONE_MIN + TONE_PER_FALL * Math.abs(cornerFall) || wide.strong >= WIDE_GAIN_MIN)
    return [{ type: 'local_contrast', name: 'local contrast enhancement' }];
  if (localTone > STEADY_TONE_MAX) return [];
  if (coarse.weak <= Math.min(DENOISE_MAX.weak, DENOISE_MAX.ofStrong * coarse.strong))
    return [{ type: 'denoise', name: 'denoised' }];
  if (fine.strong <= BLUR_MAX.fine && coarse.strong <= BLUR_MAX.coarse) return [{ type: 'blur', name: 'blurred' }];
  if (fine.strong >= SHARPEN_MIN.fine && coarse.strong >= SHARPEN_MIN.coarse)
    return [{ type: 'sharpen', name: 'sharpened' }];
  return [];
}
