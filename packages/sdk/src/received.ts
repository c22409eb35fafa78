/**
 * How much of an answer has come. Loaded with the first call that asks: a page that does not carries nothing of it.
 * @module
 */

export interface DownloadProgress {
  readonly receivedBytes: number;
  /** Null where the server does not tell. */
  readonly totalBytes: number | null;
}

/** The body, with `onProgress` told what has come of it. */
export async function counted(response: Response, onProgress: (progress: DownloadProgress) => void): Promise<Blob> {
  // Compressed on the way, the length is not that of what is read.
  const length = response.headers.has('content-encoding') ? null : response.headers.get('content-length');
  const totalBytes = length === null ? null : Number(length);
  let receivedBytes = 0;
  const counter = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      receivedBytes += chunk.byteLength;
      onProgress({ receivedBytes, totalBytes });
      controller.enqueue(chunk);
    },
  });
  const { body, headers } = response;
  return body === null ? response.blob() : new Response(body.pipeThrough(counter), { headers }).blob();
}
