/**
 * Statistics of a forced choice between two alternatives: n trials, in each of which one of two pictures is marked and the observer has to
 * say which. Who sees nothing is right in half of them.
 *     p-value   P(X >= k),  X ~ Binomial(n, 1/2)                         how likely guessing alone is as good
 *     share     k / n with its 95 % interval (Wilson 1927)
 *     d'        sqrt(2) z((k + 1/2) / (n + 1))                            0: nothing is seen; 1: 76 % right
 * Sources: Green, Swets 1966 (d' of two alternatives); Hautus 1995 (the halves that keep it finite).
 * Plain JavaScript without imports: the page carries it as it stands.
 */

/** 97.5 % point of the standard normal distribution. */
const Z = 1.959964;

/** @param {number} right k, 0..n @param {number} trials n >= 1 */
export function twoAlternatives(right, trials) {
  if (!(Number.isInteger(right) && Number.isInteger(trials) && trials >= 1 && right >= 0 && right <= trials))
    throw new RangeError(`twoAlternatives: ${right} of ${trials} is no count of trials`);
  const share = right / trials;
  const scale = 1 + Z ** 2 / trials;
  const middle = share + Z ** 2 / (2 * trials);
  const half = Z * Math.sqrt((share * (1 - share)) / trials + Z ** 2 / (4 * trials ** 2));
  return {
    right,
    trials,
    share,
    low: Math.max(0, (middle - half) / scale),
    high: Math.min(1, (middle + half) / scale),
    pValue: upperTail(right, trials),
    sensitivity: Math.SQRT2 * normalQuantile((right + 0.5) / (trials + 1)),
  };
}

/** P(X >= k) of Binomial(n, 1/2); terms by their logarithms, so that n may be large. */
function upperTail(right, trials) {
  let log = -trials * Math.LN2;
  let sum = 0;
  for (let k = 0; k <= trials; k++) {
    if (k >= right) sum += Math.exp(log);
    log += Math.log((trials - k) / (k + 1));
  }
  return Math.min(1, sum);
}

/** Where the standard normal distribution reaches a probability, by halving. */
function normalQuantile(probability) {
  let [low, high] = [-9, 9];
  for (let i = 0; i < 60; i++) {
    const middle = (low + high) / 2;
    if (normalBelow(middle) < probability) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** Its integral, by the series of Marsaglia 2004: 1/2 + phi(x) (x + x^3/3 + x^5/15 + ...). */
function normalBelow(x) {
  let [sum, term] = [x, x];
  for (let i = 3; Math.abs(term) > 1e-17 && i < 400; i += 2) {
    term *= (x * x) / i;
    sum += term;
  }
  return 0.5 + sum * Math.exp((-x * x) / 2) * 0.3989422804014327;
}
