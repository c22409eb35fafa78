/**
 * Code construction: which positions of a polar code are reliable enough to carry a bit: the expected log-likelihood ratio
 * of every synthetic channel by the Gaussian approximation of density evolution. From one of mean m, the two channels of
 * the next step have
 *     m- = phi^-1(1 - (1 - phi(m))^2),   m+ = 2 m,
 *     phi(x) = exp(-0.4527 x^0.86 + 0.0218) for x < 10,   sqrt(pi / x) exp(-x / 4) (1 - 10 / (7 x)) above.
 * The result is written down in polarCode.ts, because a format must not hang on the last digit of an exponential; a test
 * and `bench/coding` hold the two together.
 * Source: Arikan 2009; Chung, Richardson, Urbanke 2001, eq. (9); Trifonov 2012.
 * @module
 */

/**
 * @param length of the code, a power of two
 * @param signalToNoise Es / N0 of the channel that the code is meant for
 * @returns mean log-likelihood ratio of each position, in the order in which they are decoded
 */
export function channelMeans(length: number, signalToNoise: number): Float64Array {
  let means = Float64Array.of(4 * signalToNoise);
  while (means.length < length) {
    const next = new Float64Array(2 * means.length);
    for (const [i, mean] of means.entries()) {
      next[2 * i] = inversePhi(1 - (1 - phi(mean)) ** 2);
      next[2 * i + 1] = 2 * mean;
    }
    means = next;
  }
  return means;
}

/** The information set: the `count` most reliable positions, in rising order. */
export function informationSet(means: Float64Array, count: number): number[] {
  const positions = [...means.keys()].sort((i, j) => (means[j] as number) - (means[i] as number));
  return positions.slice(0, count).sort((i, j) => i - j);
}

function phi(x: number): number {
  if (x < 10) return Math.exp(-0.4527 * x ** 0.86 + 0.0218);
  return Math.sqrt(Math.PI / x) * Math.exp(-x / 4) * (1 - 10 / (7 * x));
}

/** By bisection: phi falls. */
function inversePhi(value: number): number {
  let [low, high] = [0, 4000];
  for (let halving = 0; halving < 80; halving++) {
    const middle = (low + high) / 2;
    if (phi(middle) > value) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}
