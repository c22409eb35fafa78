/**
 * Maximum-likelihood decoding of the terminated convolutional code from soft values:
 * of all messages, the one whose code word c maximises  sum_i llr[i] (1 - 2 c[i]).
 * Source: Viterbi 1967; Forney 1973, section II.
 * @module
 */
import { codedLength, MEMORY, OUTPUTS_PER_BIT, outputsOf } from './convolutionalCode.ts';

const STATES = 1 << MEMORY;
const HALF = STATES >> 1;

/**
 * Outputs on the branch from state 2j with input 0. Every generator contains both its first and its last tap, so of the
 * four branches of the butterfly {2j, 2j + 1} -> {j, j + HALF} the two crossing ones carry the complement.
 */
const BUTTERFLY_OUTPUTS = Uint8Array.from({ length: HALF }, (_, j) => outputsOf(2 * j));

/** Unreachable: lower than any sum of finite soft values, yet safe to add to. */
const UNREACHABLE = -1e30;

/**
 * @param llr one soft value per coded bit, > 0 says 0; any scale; length `codedLength(messageBits)`
 * @returns the message bits
 * @throws {RangeError} if the lengths do not fit
 */
export function decodeViterbi(llr: Float32Array, messageBits: number): Uint8Array {
  if (llr.length !== codedLength(messageBits))
    throw new RangeError(`viterbi: expected ${codedLength(messageBits)} soft values, got ${llr.length}`);
  const steps = messageBits + MEMORY;
  const decisions = new Uint8Array(steps * STATES);
  let metrics = new Float32Array(STATES).fill(UNREACHABLE);
  let next = new Float32Array(STATES);
  metrics[0] = 0;
  const branches = new Float32Array(1 << OUTPUTS_PER_BIT);
  for (let t = 0; t < steps; t++) {
    fillBranchMetrics(llr, t * OUTPUTS_PER_BIT, branches);
    addCompareSelect(metrics, next, branches, decisions.subarray(t * STATES, (t + 1) * STATES));
    [metrics, next] = [next, metrics];
  }
  return traceBack(decisions, steps).subarray(0, messageBits);
}

/** branches[o] = sum_g +-llr[g], minus where output bit g of o is 1. */
function fillBranchMetrics(llr: Float32Array, at: number, branches: Float32Array): void {
  for (let outputs = 0; outputs < branches.length; outputs++) {
    let sum = 0;
    for (let g = 0; g < OUTPUTS_PER_BIT; g++) {
      const value = llr[at + g] as number;
      sum += (outputs >> (OUTPUTS_PER_BIT - 1 - g)) & 1 ? -value : value;
    }
    branches[outputs] = sum;
  }
}

/** One trellis step. decisions[state] = 1 if the better predecessor is the odd one. */
function addCompareSelect(
  metrics: Float32Array,
  next: Float32Array,
  branches: Float32Array,
  decisions: Uint8Array,
): void {
  for (let j = 0; j < HALF; j++) {
    const even = metrics[2 * j] as number;
    const odd = metrics[2 * j + 1] as number;
    const branch = branches[BUTTERFLY_OUTPUTS[j] as number] as number;
    const evenTo0 = even + branch;
    const oddTo0 = odd - branch;
    const evenTo1 = even - branch;
    const oddTo1 = odd + branch;
    const odd0 = oddTo0 > evenTo0;
    const odd1 = oddTo1 > evenTo1;
    next[j] = odd0 ? oddTo0 : evenTo0;
    next[j + HALF] = odd1 ? oddTo1 : evenTo1;
    decisions[j] = odd0 ? 1 : 0;
    decisions[j + HALF] = odd1 ? 1 : 0;
  }
}

/** Follows the decisions back from state 0, where the zero tail ends. */
function traceBack(decisions: Uint8Array, steps: number): Uint8Array {
  const bits = new Uint8Array(steps);
  let state = 0;
  for (let t = steps - 1; t >= 0; t--) {
    bits[t] = state >> (MEMORY - 1);
    state = ((state << 1) & (STATES - 1)) | (decisions[t * STATES + state] as number);
  }
  return bits;
}
