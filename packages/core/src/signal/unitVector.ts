/** Euclidean length of a vector. */
export function norm(vector: Float32Array): number {
  let energy = 0;
  for (let i = 0; i < vector.length; i++) energy += (vector[i] as number) ** 2;
  return Math.sqrt(energy);
}

/** Scales a vector to length 1 in place; a vector shorter than `lengthMin` becomes zero, for it is all rounding. */
export function scaleToUnit(vector: Float32Array, lengthMin = 1e-9): Float32Array {
  const length = norm(vector);
  const scale = length > lengthMin ? 1 / length : 0;
  for (let i = 0; i < vector.length; i++) vector[i] = (vector[i] as number) * scale;
  return vector;
}

/** sum_i a_i b_i, the cosine of two unit vectors. @throws {RangeError} if the lengths differ */
export function dot(a: Float32Array, b: Float32Array): number {
  if (a.length !== b.length) throw new RangeError(`dot: got ${a.length} and ${b.length} numbers`);
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] as number) * (b[i] as number);
  return sum;
}

/**
 * What stands for a picture that a measure sees nothing in: (1, 0, 0, ...). Zeros would have no cosine, and vector
 * indexes refuse them.
 */
export function firstAxis(length: number): Float32Array {
  const out = new Float32Array(length);
  out[0] = 1;
  return out;
}

export function isFirstAxis(vector: Float32Array): boolean {
  return vector[0] === 1;
}
