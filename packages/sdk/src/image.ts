/** Pictures as the client takes them. @module */

/**
 * A path on disk (in Node), a Blob or File, bytes, or a stream of bytes. Paths and streams are read to their end before
 * anything is sent: a request that is repeated needs all of them again.
 */
export type ImageInput = string | Blob | File | Uint8Array | ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;

/** What the multipart field calls a picture that has no name of its own; the server sniffs the type from the bytes. */
const NAMELESS = 'image';

/**
 * Adds `input` to `form` under `field`, with the name it has.
 * @throws {TypeError} for a path outside of Node; the error of node:fs if it cannot be read
 */
export async function appendImage(form: FormData, field: string, input: ImageInput): Promise<void> {
  const blob = await blobOf(input);
  form.append(field, blob, 'name' in blob && typeof blob.name === 'string' ? blob.name : NAMELESS);
}

async function blobOf(input: ImageInput): Promise<Blob> {
  if (typeof input === 'string') {
    // Loaded for a path alone: a page gives files.
    const { fileFromPath } = await import('./node.ts');
    return fileFromPath(input);
  }
  if (input instanceof Blob) return input;
  if (input instanceof Uint8Array) return new Blob([input as Uint8Array<ArrayBuffer>]);
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  // Some browsers cannot iterate a ReadableStream.
  if ('getReader' in input) return new Response(input as ReadableStream<Uint8Array<ArrayBuffer>>).blob();
  for await (const chunk of input) chunks.push(chunk as Uint8Array<ArrayBuffer>);
  return new Blob(chunks);
}
