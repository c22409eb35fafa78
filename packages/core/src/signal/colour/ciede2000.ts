/**
 * CIEDE2000: how different two colours look; 1 is about what is just seen side by side.
 *     dE^2 = (dL' / SL)^2 + (dC' / SC)^2 + (dH' / SH)^2 + RT (dC' / SC) (dH' / SH),   kL = kC = kH = 1.
 * Source: CIE 142-2001; Sharma, Wu, Dalal 2005, equations (2) to (22), whose pairs the tests hold.
 * @module
 */

/** L* in 0..100, a*, b*. */
export type Lab = readonly [lightness: number, a: number, b: number];

const POW_25_7 = 25 ** 7;
const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** sqrt(C^7 / (C^7 + 25^7)). */
const saturation = (chroma: number): number => {
  const power = chroma ** 7;
  return Math.sqrt(power / (power + POW_25_7));
};

/** Hue in degrees, 0..360; 0 for grey. */
const hueOf = (a: number, b: number): number => {
  if (a === 0 && b === 0) return 0;
  const degrees = (Math.atan2(b, a) * 180) / Math.PI;
  return degrees < 0 ? degrees + 360 : degrees;
};

/** dE, 0 and more. */
export function ciede2000([l1, a1, b1]: Lab, [l2, a2, b2]: Lab): number {
  const stretch = 0.5 * (1 - saturation((Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2));
  const [s1, s2] = [(1 + stretch) * a1, (1 + stretch) * a2];
  const [c1, c2] = [Math.hypot(s1, b1), Math.hypot(s2, b2)];
  const [h1, h2] = [hueOf(s1, b1), hueOf(s2, b2)];
  const isGrey = c1 * c2 === 0;
  const turn = isGrey ? 0 : h2 - h1 > 180 ? h2 - h1 - 360 : h2 - h1 < -180 ? h2 - h1 + 360 : h2 - h1;
  const dHue = 2 * Math.sqrt(c1 * c2) * Math.sin(radians(turn / 2));
  const lightness = (l1 + l2) / 2;
  const chroma = (c1 + c2) / 2;
  const hue = meanHue(h1, h2, isGrey);
  const t =
    1 -
    0.17 * Math.cos(radians(hue - 30)) +
    0.24 * Math.cos(radians(2 * hue)) +
    0.32 * Math.cos(radians(3 * hue + 6)) -
    0.2 * Math.cos(radians(4 * hue - 63));
  const middle = (lightness - 50) ** 2;
  const sl = 1 + (0.015 * middle) / Math.sqrt(20 + middle);
  const sc = 1 + 0.045 * chroma;
  const sh = 1 + 0.015 * chroma * t;
  const rotation = -2 * saturation(chroma) * Math.sin(radians(60 * Math.exp(-(((hue - 275) / 25) ** 2))));
  const [dl, dc, dh] = [(l2 - l1) / sl, (c2 - c1) / sc, dHue / sh];
  return Math.sqrt(Math.max(0, dl * dl + dc * dc + dh * dh + rotation * dc * dh));
}

function meanHue(h1: number, h2: number, isGrey: boolean): number {
  if (isGrey) return h1 + h2;
  if (Math.abs(h1 - h2) <= 180) return (h1 + h2) / 2;
  return h1 + h2 < 360 ? (h1 + h2 + 360) / 2 : (h1 + h2 - 360) / 2;
}
