/**
 * The tracks of the watermark, `x-watermark-tracks` of docs/reference/openapi.json.
 * Made by tools/generateApiTypes.mjs; change the table of the core and run it again, do not edit.
 * @module
 */

export const TRACKS = [
  {"id":"a","label":"Track A","domain":"spatial domain","method":"A 128-bit mark spread over the brightness of the pixels, read without the original.","defaultStrength":0.3},
  {"id":"b","label":"Track B","domain":"frequency domain","method":"A 128-bit mark in the picture’s frequencies, protected by an error-correcting code.","defaultStrength":0.2},
  {"id":"c","label":"Track C","domain":"neural","method":"A 128-bit mark hidden and read by a neural network.","defaultStrength":0.4},
] as const;
