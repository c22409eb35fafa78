/** The samples of a plane at some of its pixels, in their order. @module */

/** @param places indices of pixels */
export function samplesAt(plane: Float32Array, places: Int32Array): Float32Array {
  const out = new Float32Array(places.length);
  for (let k = 0; k < out.length; k++) out[k] = plane[places[k] as number] as number;
  return out;
}
