/**
 * One HTTP exchange. `fetch` everywhere, except that a browser's fetch cannot report how much of a body was sent: with
 * an `onProgress`, browsers use XMLHttpRequest and Node streams the body through a counter.
 * @module
 */

/** Step of the progress in Node: fine enough for a bar, coarse enough to cost nothing. */
const CHUNK_BYTES = 64 * 1024;

export interface UploadProgress {
  readonly sentBytes: number;
  readonly totalBytes: number;
}

export interface WireRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly url: string;
  readonly headers: Headers;
  readonly body: string | FormData | null;
  readonly signal: AbortSignal;
  readonly onProgress?: ((progress: UploadProgress) => void) | undefined;
}

/** Resolves with any status; rejects only if there was no answer, or with the signal's reason. */
export type Transport = (request: WireRequest) => Promise<Response>;

export const defaultTransport: Transport = (request) => {
  if (!request.onProgress || !(request.body instanceof FormData)) return viaFetch(request, request.body);
  return typeof XMLHttpRequest === 'undefined' ? viaCountedStream(request, request.body) : viaXhr(request);
};

function viaFetch(request: WireRequest, body: BodyInit | null, extra: RequestInit = {}): Promise<Response> {
  const { url, method, headers, signal } = request;
  // `manual` would hide a redirect as an opaque answer; the service never redirects, so following is harmless, and
  // fetch drops Authorization by itself when the origin changes.
  return fetch(url, { method, headers, body, signal, ...extra });
}

/** Node: the form as one Blob (its length is then known), read out chunk by chunk; a chunk pulled is a chunk sent. */
async function viaCountedStream(request: WireRequest, form: FormData): Promise<Response> {
  const encoded = new Response(form);
  const headers = new Headers(request.headers);
  headers.set('content-type', encoded.headers.get('content-type') ?? 'multipart/form-data');
  const whole = await encoded.blob();
  let sentBytes = 0;
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const chunk = new Uint8Array(await whole.slice(sentBytes, sentBytes + CHUNK_BYTES).arrayBuffer());
      sentBytes += chunk.byteLength;
      if (chunk.byteLength === 0) return controller.close();
      controller.enqueue(chunk);
      request.onProgress?.({ sentBytes, totalBytes: whole.size });
    },
  });
  const streaming = { duplex: 'half' } as RequestInit; // required by Node for streamed bodies, unknown to the DOM types
  return viaFetch({ ...request, headers }, body, streaming);
}

function viaXhr(request: WireRequest): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal } = request;
    if (signal.aborted) return reject(signal.reason);
    const xhr = new XMLHttpRequest();
    xhr.open(request.method, request.url);
    xhr.responseType = 'blob';
    for (const [name, value] of request.headers) xhr.setRequestHeader(name, value);
    xhr.upload.addEventListener('progress', (event) =>
      request.onProgress?.({ sentBytes: event.loaded, totalBytes: event.total }),
    );
    const cancel = () => {
      xhr.abort();
      reject(signal.reason);
    };
    signal.addEventListener('abort', cancel, { once: true });
    xhr.addEventListener('loadend', () => signal.removeEventListener('abort', cancel));
    xhr.addEventListener('error', () => reject(new TypeError('Failed to reach the server')));
    xhr.addEventListener('load', () => resolve(responseOf(xhr)));
    xhr.send(request.body);
  });
}

function responseOf(xhr: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const isBodyless = xhr.status === 204 || xhr.status === 304; // Response refuses a body for these
  return new Response(isBodyless ? null : (xhr.response as Blob), { status: xhr.status, headers });
}
