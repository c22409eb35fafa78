import { encodeSrgb, linearizeSrgb } from './srgbCurve.ts';

/**
 * CIE 1976 L*a*b* of sRGB-encoded samples, white point D65:
 *     L* = 116 f(Y/Yn) - 16,  a* = 500 (f(X/Xn) - f(Y/Yn)),  b* = 200 (f(Y/Yn) - f(Z/Zn)),
 *     f(t) = t^(1/3) for t > (6/29)^3, else t (29/6)^2 / 3 + 4/29.
 * Sources: IEC 61966-2-1 (sRGB), CIE 15:2004, section 8.2.1.
 * @param red in [0, 255], as are green and blue
 * @param out receives L* in [0, 100], a* and b* in about [-110, 110] at `offset`
 */
export function srgbToLab(red: number, green: number, blue: number, out: Float32Array, offset: number): void {
  lightToLab(linearizeSrgb(red / 255), linearizeSrgb(green / 255), linearizeSrgb(blue / 255), out, offset);
}

/** `srgbToLab` of light: red, green and blue in [0, 1]. */
export function lightToLab(r: number, g: number, b: number, out: Float32Array, offset: number): void {
  // Rows of the sRGB matrix.
  const x = 0.4124564 * r + 0.3575761 * g + 0.1804375 * b;
  const y = 0.2126729 * r + 0.7151522 * g + 0.072175 * b;
  const z = 0.0193339 * r + 0.119192 * g + 0.9503041 * b;
  xyzToLab(x, y, z, out, offset);
}

/** L*a*b* of light in CIE 1931 X, Y, Z, white at Y = 1. @param out as of `srgbToLab` */
export function xyzToLab(x: number, y: number, z: number, out: Float32Array, offset: number): void {
  const fx = labCurve(x / 0.95047);
  const fy = labCurve(y);
  const fz = labCurve(z / 1.08883);
  out[offset] = 116 * fy - 16;
  out[offset + 1] = 500 * (fx - fy);
  out[offset + 2] = 200 * (fy - fz);
}

function labCurve(t: number): number {
  return t > (6 / 29) ** 3 ? Math.cbrt(t) : (t * (29 / 6) ** 2) / 3 + 4 / 29;
}

/** Inverse of `srgbToLab`, clamped to the sRGB cube: `out` receives red, green and blue in [0, 255] at `offset`. */
export function labToSrgb(lightness: number, a: number, b: number, out: Float32Array, offset: number): void {
  labToLight(lightness, a, b, out, offset);
  for (let c = offset; c < offset + 3; c++) out[c] = sampleOf(out[c] as number);
}

/** Inverse of `lightToLab`; not clamped. */
export function labToLight(lightness: number, a: number, b: number, out: Float32Array, offset: number): void {
  const fy = (lightness + 16) / 116;
  const x = 0.95047 * inverseLabCurve(fy + a / 500);
  const y = inverseLabCurve(fy);
  const z = 1.08883 * inverseLabCurve(fy - b / 200);
  // Inverse of the matrix above.
  out[offset] = 3.2404542 * x - 1.5371385 * y - 0.4985314 * z;
  out[offset + 1] = -0.969266 * x + 1.8760108 * y + 0.041556 * z;
  out[offset + 2] = 0.0556434 * x - 0.2040259 * y + 1.0572252 * z;
}

function sampleOf(light: number): number {
  return 255 * encodeSrgb(Math.min(1, Math.max(0, light)));
}

function inverseLabCurve(value: number): number {
  return value > 6 / 29 ? value ** 3 : 3 * (6 / 29) ** 2 * (value - 4 / 29);
}
