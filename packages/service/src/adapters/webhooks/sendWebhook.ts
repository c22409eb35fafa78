/** One attempt to deliver, over undici: one request to a vetted address, no redirect, no proxy, no second chance. @module */
import type { LookupFunction } from 'node:net';
import { AppError } from '@assay/core/errors';
import { Agent, request } from 'undici';
import type { Clock } from '../../app/ports/runtime/runtime.ts';
import type { SendOutcome, WebhookMessage, WebhookSender } from '../../app/ports/delivery/webhooks.ts';
import type { VettedUrl, VettingGuard } from './addressGuard.ts';
import { signedHeaders } from './signature.ts';

/** From the look-up of the name to the last byte that is read. */
const TOTAL_MS_MAX = 15_000;
const RESPONSE_BYTES_MAX = 4096;

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly retryAfter: string | null;
}

/** @param totalMsMax for tests; default 15 s */
export function createWebhookSender(guard: VettingGuard, clock: Clock, totalMsMax = TOTAL_MS_MAX): WebhookSender {
  return {
    async send(message): Promise<SendOutcome> {
      const started = performance.now();
      const durationMs = (): number => Math.round(performance.now() - started);
      const late = AbortSignal.timeout(totalMsMax);
      try {
        const { status, body, retryAfter } = await inTime(late, deliver(guard, clock, message, late));
        return { durationMs: durationMs(), responseStatus: status, responseBody: body, retryAfter, error: null };
      } catch (cause) {
        const error = late.aborted ? `no complete answer within ${totalMsMax / 1000} s` : reasonOf(cause);
        return { durationMs: durationMs(), responseStatus: null, responseBody: null, retryAfter: null, error };
      }
    },
  };
}

/** The look-up of a name knows no signal; it is left behind. */
function inTime<T>(late: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    late.addEventListener('abort', () => reject(late.reason as Error), { once: true });
    work.then(resolve, reject);
  });
}

async function deliver(guard: VettingGuard, clock: Clock, message: WebhookMessage, late: AbortSignal): Promise<Answer> {
  const vetted = await guard.vet(message.url);
  late.throwIfAborted();
  const timestampS = Math.floor(clock.now().getTime() / 1000);
  // An agent of its own, so that no connection to an address vetted for another attempt is ever used.
  const agent = new Agent({ connect: { lookup: pinnedLookup(vetted) }, pipelining: 1, connections: 1 });
  try {
    const { statusCode, headers, body } = await request(vetted.url, {
      method: 'POST',
      dispatcher: agent,
      signal: late,
      body: message.body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Assay-Webhooks/1',
        ...signedHeaders(message.secrets, message.eventId, timestampS, message.body),
      },
    });
    const retryAfter = headers['retry-after'];
    return {
      status: statusCode,
      body: await beginningOf(body),
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

/** A sentence for the owner: our own words, or the code of the system; nothing of our network. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AppError) return cause.detail;
  for (let error = cause; error instanceof Error; error = error.cause)
    if ('code' in error && typeof error.code === 'string') return `the request failed: ${error.code}`;
  return 'the request failed';
}
