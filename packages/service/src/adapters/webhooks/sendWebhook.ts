/** One attempt to deliver: one request to a vetted address. @module */
import { AppError } from '@assay/core/errors';
import type { Clock } from '../../app/ports/runtime/runtime.ts';
import type { SendOutcome, WebhookMessage, WebhookSender } from '../../app/ports/delivery/webhooks.ts';
import type { VettingGuard } from './addressGuard.ts';
import { type TextAnswer, postVetted } from './postVetted.ts';
import { signedHeaders } from './signature.ts';

/** From the look-up of the name to the last byte that is read. */
const TOTAL_MS_MAX = 15_000;

/** @param totalMsMax for tests; default 15 s */
export function createWebhookSender(guard: VettingGuard, clock: Clock, totalMsMax = TOTAL_MS_MAX): WebhookSender {
  return {
    async send(message): Promise<SendOutcome> {
      const started = performance.now();
      const durationMs = (): number => Math.round(performance.now() - started);
      const late = AbortSignal.timeout(totalMsMax);
      try {
        const { status, body, retryAfter } = await deliver(guard, clock, message, late);
        return { durationMs: durationMs(), responseStatus: status, responseBody: body, retryAfter, error: null };
      } catch (cause) {
        const error = late.aborted ? `no complete answer within ${totalMsMax / 1000} s` : reasonOf(cause);
        return { durationMs: durationMs(), responseStatus: null, responseBody: null, retryAfter: null, error };
      }
    },
  };
}

function deliver(guard: VettingGuard, clock: Clock, message: WebhookMessage, late: AbortSignal): Promise<TextAnswer> {
  const { url, body, secrets, eventId } = message;
  const timestampS = Math.floor(clock.now().getTime() / 1000);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Assay-Webhooks/1',
    ...signedHeaders(secrets, eventId, timestampS, body),
  };
  return postVetted(guard, { url, headers, body }, late);
}

/** A sentence for the owner: our own words, or the code of the system; nothing of our network. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AppError) return cause.detail;
  for (let error = cause; error instanceof Error; error = error.cause)
    if ('code' in error && typeof error.code === 'string') return `the request failed: ${error.code}`;
  return 'the request failed';
}
