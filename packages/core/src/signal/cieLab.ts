/**
 * CIE 1976 L*a*b* of sRGB-encoded samples, white point D65:
 *     L* = 116 f(Y/Yn) - 16,  a* = 500 (f(X/Xn) - f(Y/Yn)),  b* = 200 (f(Y/Yn) - f(Z/Zn)),
 *     f(t) = t^(1/3) for t > (6/29)^3, else t (29/6)^2 / 3 + 4/29.
 * Sources: IEC 61966-2-1 (sRGB), CIE 15:2004, section 8.2.1.
 * @param red in [0, 255], as are green and blue
 * @param out receives L* in [0, 100], a* and b* in about [-110, 110] at `offset`
 */
export function srgbToLab(red: number, green: number, blue: number, out: Float32Array, offset: number): void {
  const r = linearize(red / 255);
  const g = linearize(green / 255);
  const b = linearize(blue / 255);
  // Rows of the sRGB matrix, each divided by its white (0.9505, 1, 1.089).
  const fx = labCurve((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047);
  const fy = labCurve(0.2126729 * r + 0.7151522 * g + 0.072175 * b);
  const fz = labCurve((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883);
  out[offset] = 116 * fy - 16;
  out[offset + 1] = 500 * (fx - fy);
  out[offset + 2] = 200 * (fy - fz);
}

function linearize(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function labCurve(t: number): number {
  return t > (6 / 29) ** 3 ? Math.cbrt(t) : (t * (29 / 6) ** 2) / 3 + 4 / 29;
}
