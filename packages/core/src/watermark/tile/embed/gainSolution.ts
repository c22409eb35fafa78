/**
 * Informed embedding: the picture is known to the embedder, so it need not spend power on bits that the picture already
 * carries by chance, and can spend it on those that the picture fights. Given responses  r_i = h_i + c_i g_i  and energies
 * e_i, gains of the form
 *     g_i = clip(rho - beta h_i / c_i, min, max),   sum e_i g_i^2 = sum e_i
 * answer a share beta of the picture: 0 is a mark that ignores the picture, 1 makes all responses what the mark alone would
 * bring, rho c_i. Where the picture is stronger than the mark, the whole answer would leave no power for the bits
 * themselves, so beta is chosen by what reading needs under noise of an attack s,
 *     max over beta of  mean(r')^2 / (var(r') + s mean(c')^2),   r' = r / sqrt c,  c' = sqrt c  (in units of the noise).
 * Source: Miller, Doerr, Cox 2004 (informed coding and embedding); Malvar, Florencio 2003 (partial rejection of the
 * picture); closed form instead of their iterations. Measured: docs/decisions/0008-joint-embedding.md.
 * @module
 */

/** Responses to the picture, and what a gain of 1 adds and costs. */
export interface GainProblem {
  readonly host: Float32Array;
  readonly slope: Float32Array;
  readonly energy: Float32Array;
}

export interface GainSolution {
  readonly gains: Float32Array;
  /** The quotient above: ratio of mean^2 to variance that reading is expected to find after an ordinary attack. */
  readonly score: number;
}

const BIT_GAIN_MAX = 4;
/** s above: JPEG at quality 50 takes as much (0.5 to 1 on photos). */
const ATTACK_NOISE = 0.5;
const BETAS = [0.1, 0.3, 0.45, 0.6, 0.75, 0.9] as const;

/** Gains of coded bits. */
export function solveBitGains(problem: GainProblem): GainSolution {
  const neutral = new Float32Array(problem.slope.length).fill(1);
  let best: GainSolution = { gains: neutral, score: -1 };
  for (const beta of BETAS) {
    const gains = gainsAt(problem, neutral, beta, 0, BIT_GAIN_MAX);
    const score = scoreOf(problem, gains, ATTACK_NOISE);
    // The score has one maximum.
    if (score < best.score) break;
    best = { gains, score };
  }
  return best;
}

/** Ratio of mean^2 to variance of responses in units of the noise. @param attackNoise s above; 0 for an untouched picture */
export function scoreOf({ host, slope }: GainProblem, gains: Float32Array, attackNoise: number): number {
  let [sum, squares, expected] = [0, 0, 0];
  const count = host.length;
  for (let i = 0; i < count; i++) {
    const root = Math.sqrt(slope[i] as number);
    const response = (host[i] as number) / root + root * (gains[i] as number);
    sum += response;
    squares += response * response;
    expected += root;
  }
  const mean = sum / count;
  return mean > 0 ? mean ** 2 / (squares / count - mean ** 2 + attackNoise * (expected / count) ** 2) : 0;
}

const PILOT_GAIN_MIN = 0.5;
const PILOT_GAIN_MAX = 2;
/** Share of the picture that pilots answer. All must stand out together, so none may be left to the picture. */
const PILOT_BETA = 0.5;

/** Gains of pilots: towards equal responses, whatever they were planned with, as far as the limits allow. */
export function solvePilotGains(problem: GainProblem): Float32Array {
  const equalising = problem.slope.map((slope) => 1 / slope);
  return gainsAt(problem, equalising, PILOT_BETA, PILOT_GAIN_MIN, PILOT_GAIN_MAX);
}

/** Enough for the energy to be right to a thousandth: only limits make it more than a quadratic equation. */
const STEPS = 12;
const ENERGY_TOLERANCE = 1e-3;

/** clip(rho shape_i - beta h_i / c_i, min, max) at the energy of gains of 1, which rises with rho: regula falsi. */
function gainsAt(
  { host, slope, energy }: GainProblem,
  shape: Float32Array,
  beta: number,
  min: number,
  max: number,
): Float32Array {
  const count = host.length;
  const gains = new Float32Array(count);
  const offsets = new Float32Array(count);
  let wanted = 0;
  let high = 0;
  for (let i = 0; i < count; i++) {
    const offset = (beta * (host[i] as number)) / (slope[i] as number);
    offsets[i] = offset;
    wanted += energy[i] as number;
    high = Math.max(high, (max + offset) / (shape[i] as number));
  }
  const energyAt = (rho: number): number => {
    let sum = 0;
    for (let i = 0; i < count; i++) {
      const open = rho * (shape[i] as number) - (offsets[i] as number);
      const gain = open < min ? min : open > max ? max : open;
      gains[i] = gain;
      sum += (energy[i] as number) * gain * gain;
    }
    return sum;
  };
  // The root of the energy is nearly straight in rho.
  const target = Math.sqrt(wanted);
  let low = 0;
  let [atLow, atHigh] = [Math.sqrt(energyAt(low)), Math.sqrt(energyAt(high))];
  for (let step = 0; step < STEPS && atHigh > atLow; step++) {
    const share = Math.min(0.95, Math.max(0.05, (target - atLow) / (atHigh - atLow)));
    const rho = low + share * (high - low);
    const at = Math.sqrt(energyAt(rho));
    if (Math.abs(at / target - 1) < ENERGY_TOLERANCE) break;
    if (at < target) [low, atLow] = [rho, at];
    else [high, atHigh] = [rho, at];
  }
  return gains;
}
