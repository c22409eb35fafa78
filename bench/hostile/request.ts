/** One HTTP request from an address of the loopback net, over a connection of its own. @module */
import { type IncomingHttpHeaders, request } from 'node:http';

export interface Question {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | string;
  /** 127.0.0.0/8: so many clients with limits of their own as there are addresses. */
  readonly from: string;
  /** Ends the request however far it is. */
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

/** A client that waits longer has given up, ms. */
const ANSWER_MS_MAX = 60_000;

/** @throws {Error} when the connection fails or nothing is answered within a minute */
export function ask(url: string, { from, body, signal, ...question }: Question): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const options = {
      hostname,
      port,
      path: question.path,
      method: question.method ?? 'GET',
      headers: { ...length, ...question.headers },
      localAddress: from,
      agent: false,
      timeout: ANSWER_MS_MAX,
      ...(signal ? { signal } : {}),
    };
    const asked = request(options, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      );
    });
    asked.on('timeout', () => asked.destroy(new Error('nothing was answered within a minute')));
    asked.on('error', reject);
    asked.end(body);
  });
}

export const JSON_TYPE = { 'content-type': 'application/json' } as const;

const BOUNDARY = 'assay-bench';

export const FORM_TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` } as const;

/** A form of files, each in a field of the same name. */
export function formOf(field: string, files: readonly Uint8Array[]): Buffer {
  const parts = files.flatMap((file, i) => [
    Buffer.from(
      `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${field}"; filename="${i}.png"\r\nContent-Type: image/png\r\n\r\n`,
    ),
    file,
    Buffer.from('\r\n'),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}
