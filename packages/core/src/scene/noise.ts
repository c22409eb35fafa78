/**
 * Seeded lattice noise: the raw material of terrain, clouds, bark and stone.
 *
 * `gradientNoise` is Perlin's gradient noise (K. Perlin, "Improving Noise", SIGGRAPH 2002) with a hash instead of a
 * permutation table. `fractalNoise` sums rotated octaves; with gain g per octave its power spectrum falls as
 * f^(-2 - 2 log2(1/g)) in two dimensions, so g = 1 is the 1/f^2 of natural pictures (D. J. Field, "Relations between the
 * statistics of natural images", JOSA A 1987) and smaller gains are smoother.
 * @module
 */

/** Mixer: lowbias32 (C. Wellons, "Prospecting for Hash Functions", 2018); its 32 bits as a signed number. */
function mix(bits: number): number {
  let h = bits | 0;
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d);
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b);
  return h ^ (h >>> 16);
}

/** 32 well-mixed bits of a lattice point, unsigned. */
export function latticeHash(x: number, y: number, seed: number): number {
  return mix(Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(seed, 0xc2b2ae3d)) >>> 0;
}

/** Uniform in [0, 1), the `index`-th draw of stream `seed`. */
export function uniform(index: number, seed: number): number {
  return latticeHash(index, 0x51ed27, seed) / 2 ** 32;
}

/** Inner product of the offset (dx, dy) with one of eight unit gradients that the hash picks. */
function gradient(hash: number, dx: number, dy: number): number {
  const d = Math.SQRT1_2;
  switch (hash & 7) {
    case 0:
      return dx;
    case 1:
      return -dx;
    case 2:
      return dy;
    case 3:
      return -dy;
    case 4:
      return d * (dx + dy);
    case 5:
      return d * (dx - dy);
    case 6:
      return d * (dy - dx);
    default:
      return -d * (dx + dy);
  }
}

/** Gradient noise with features of size 1; zero mean, within about [-0.75, 0.75]. */
export function gradientNoise(x: number, y: number, seed: number): number {
  const ix = Math.floor(x);
  const iy = Math.floor(y);
  const fx = x - ix;
  const fy = y - iy;
  // Quintic fade of "Improving Noise": first and second derivative vanish on the lattice.
  const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
  const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
  // The terms of `latticeHash` that corners share.
  const x0 = Math.imul(ix, 0x9e3779b1);
  const x1 = Math.imul(ix + 1, 0x9e3779b1);
  const y0 = Math.imul(iy, 0x85ebca77) ^ Math.imul(seed, 0xc2b2ae3d);
  const y1 = Math.imul(iy + 1, 0x85ebca77) ^ Math.imul(seed, 0xc2b2ae3d);
  const a = gradient(mix(x0 ^ y0), fx, fy);
  const b = gradient(mix(x1 ^ y0), fx - 1, fy);
  const c = gradient(mix(x0 ^ y1), fx, fy - 1);
  const d = gradient(mix(x1 ^ y1), fx - 1, fy - 1);
  const top = a + u * (b - a);
  return top + v * (c + u * (d - c) - top);
}

/**
 * sum_i gain^i noise(2^i R^i p). The last octave fades in with the fraction of `octaves`, so a caller that lowers
 * `octaves` with distance gets no visible steps.
 * @param octaves real number >= 0; `octavesFor` gives the number that a pixel can show
 */
export function fractalNoise(x: number, y: number, seed: number, octaves: number, gain: number): number {
  let sum = 0;
  let amplitude = 1;
  for (let i = 0; i < octaves; i++) {
    sum += amplitude * Math.min(1, octaves - i) * gradientNoise(x, y, seed + i);
    // A rotation by atan(4/3) between octaves hides the lattice directions.
    const nextX = 2 * (0.6 * x - 0.8 * y);
    y = 2 * (0.8 * x + 0.6 * y);
    x = nextX;
    amplitude *= gain;
  }
  return sum;
}

/** Octaves of noise (first feature size 1) above the Nyquist limit of samples `footprint` apart, at most `most`. */
export function octavesFor(footprint: number, max: number): number {
  return Math.max(0, Math.min(max, -Math.log2(Math.max(footprint, 1e-9)) - 1));
}

/** Hermite step from 0 at `low` to 1 at `high`. */
export function smoothstep(low: number, high: number, x: number): number {
  const t = Math.max(0, Math.min(1, (x - low) / (high - low)));
  return t * t * (3 - 2 * t);
}
