/** The same JPEG as a file that was not seen before: with a comment behind its first marker (ITU-T T.81, B.2.4.5). @module */
export function freshFile(jpeg: Uint8Array, text: string): Buffer {
  const comment = Buffer.from(text, 'latin1');
  const head = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
}
