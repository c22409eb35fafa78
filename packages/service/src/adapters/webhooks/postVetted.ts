/** One request over undici to an address that was judged: no redirect, no proxy, no second chance. @module */
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import type { VettedUrl, VettingGuard } from './addressGuard.ts';

const TEXT_BYTES_MAX = 4096;

export interface Get {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Post extends Get {
  readonly body: string | Uint8Array;
}

export interface Answer {
  readonly status: number;
  /** Its beginning. */
  readonly body: Uint8Array;
  readonly retryAfter: string | null;
}

export interface TextAnswer extends Omit<Answer, 'body'> {
  /** Its first 4 KiB. */
  readonly body: string;
}

/** @throws {Error} if the address is refused, `late` comes first, or the connection fails */
export async function postVetted(guard: VettingGuard, post: Post, late: AbortSignal): Promise<TextAnswer> {
  const { body, ...answer } = await postForBytes(guard, post, late, TEXT_BYTES_MAX);
  return { ...answer, body: Buffer.from(body).toString('utf8') };
}

/** @param bytesMax of the answer; the rest is never read. @throws {Error} as `postVetted` */
export const postForBytes = (guard: VettingGuard, post: Post, late: AbortSignal, bytesMax: number): Promise<Answer> =>
  inTime(late, send(guard, { method: 'POST', ...post }, late, bytesMax));

/** @param bytesMax of the answer; the rest is never read. @throws {Error} as `postVetted` */
export const getForBytes = (guard: VettingGuard, get: Get, late: AbortSignal, bytesMax: number): Promise<Answer> =>
  inTime(late, send(guard, { method: 'GET', body: null, ...get }, late, bytesMax));

/** The look-up of a name knows no signal; it is left behind. */
function inTime<T>(late: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    late.addEventListener('abort', () => reject(late.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

async function send(
  guard: VettingGuard,
  { url, ...rest }: Get & { readonly method: 'GET' | 'POST'; readonly body: string | Uint8Array | null },
  late: AbortSignal,
  bytesMax: number,
): Promise<Answer> {
  const vetted = await guard.vet(url);
  late.throwIfAborted();
  // An agent of its own, so that no connection to an address vetted for another attempt is ever used.
  const agent = new Agent({ connect: { lookup: pinnedLookup(vetted) }, pipelining: 1, connections: 1 });
  try {
    const answer = await request(vetted.url, { ...rest, dispatcher: agent, signal: late });
    const retryAfter = answer.headers['retry-after'];
    return {
      status: answer.statusCode,
      body: await beginningOf(answer.body, bytesMax),
      retryAfter: (Array.isArray(retryAfter) ? retryAfter[0] : retryAfter) ?? null,
    };
  } finally {
    await agent.destroy();
  }
}

/** Gives the socket the addresses that were vetted, whatever a name server would say now. */
export function pinnedLookup({ host, addresses }: VettedUrl): LookupFunction {
  return (asked, options, callback) => {
    if (asked !== host) callback(new Error(`look-up of another host: ${asked}`), '', 0);
    else if (options.all) callback(null, [...addresses]);
    else callback(null, addresses[0].address, addresses[0].family);
  };
}

async function beginningOf(body: AsyncIterable<Uint8Array>, bytesMax: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= bytesMax) break;
  }
  return new Uint8Array(Buffer.concat(chunks).subarray(0, bytesMax));
}
