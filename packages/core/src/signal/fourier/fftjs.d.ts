/** Types of fft.js 4.0.4, as far as the core uses it; the package ships none. */
declare module 'fft.js' {
  export default class FFT {
    /** @throws {Error} unless size is a power of two greater than 1 */
    constructor(size: number);
    readonly size: number;
    /** Forward transform of interleaved complex samples; `out` and `input` hold 2 size numbers and differ. */
    transform(out: Float64Array, input: Float64Array | Float32Array): void;
  }
}
