/** One POST over undici to an address that was judged: no redirect, no proxy, no second chance. @module */
import type { LookupFunction } from 'node:net';
import { Agent, request } from 'undici';
import type { VettedUrl, VettingGuard } from './addressGuard.ts';

const RESPONSE_BYTES_MAX = 4096;

export interface Post {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Answer {
  readonly status: number;
  /** Its first 4 KiB. */
  readonly body: string;
  readonly retryAfter: string | null;
}

/** @throws {Error} if the address is refused, `late` comes first, or the connection fails */
export function postVetted(guard: VettingGuard, post: Post, late: AbortSignal): Promise<Answer> {
  return inTime(late, send(guard, post, late));
}

/** The look-up of a name knows no signal; it is left behind. */
function inTime<T>(late: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    late.addEventListener('abort', () => reject(late.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

async function send(guard: VettingGuard, { url, headers, body }: Post, late: AbortSignal): Promise<Answer> {
  const vetted = await guard.vet(url);
  late.throwIfAborted();
  // An agent of its own, so that no connection to an address vetted for another attempt is ever used.
  const agent = new Agent({ connect: { lookup: pinnedLookup(vetted) }, pipelining: 1, connections: 1 });
  try {
    const answer = await request(vetted.url, { method: 'POST', dispatcher: agent, signal: late, body, headers });
    const retryAfter = answer.headers['retry-after'];
    return {
      status: answer.statusCode,
      body: await beginningOf(answer.body),
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

/** At most 4 KiB; the rest is never read. */
async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    size += chunk.length;
    if (size >= RESPONSE_BYTES_MAX) break;
  }
  return Buffer.concat(chunks).subarray(0, RESPONSE_BYTES_MAX).toString('utf8');
}
