/**
 * `Idempotency-Key`: a POST that is sent again with the same key is answered as the first one was, without being done
 * again (docs/spec/api.md#idempotency; draft-ietf-httpapi-idempotency-key-header-07). The same request is one with the
 * same parsed fields and the same bytes of files, however it is spelled on the wire.
 * @module
 */
import { createHash } from 'node:crypto';
import { type Json, orderedJson } from '@assay/core/encoding/canonicalJson';
import { AppError } from '@assay/core/errors';
import { eachStep } from '@assay/core/steps';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isBusy } from '../../app/leasedWork.ts';
import { principalOf } from '../../app/limits/principal.ts';
import { EACH_TIME, type IdempotencySlot, type Once, type SavedAnswer } from '../../app/ports/runtime/idempotency.ts';
import type { Ports } from '../../app/ports/ports.ts';
import { validationError } from '../reply/errorReply.ts';
import type { App } from '../httpDeps.ts';
import { inBodySteps } from './bodySteps.ts';
import type { ReceivedForm } from './receiveForm.ts';

interface Running {
  readonly slot: IdempotencySlot;
  readonly attempt: number;
  readonly renewal: NodeJS.Timeout;
  readonly once: Once;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The request holds its key until it is answered; null without a key. */
    idempotent: Running | null;
  }
  interface FastifyInstance {
    /** For routes that read a form by themselves; JSON bodies are looked at by a hook. @throws {SavedReply} when it was answered before */
    beginIdempotentForm: (request: FastifyRequest, form: ReceivedForm) => Promise<void>;
  }
}

/** Names the request for its effect; null without a key. */
export const requestKeyOf = ({ idempotent }: FastifyRequest): string | null =>
  idempotent && sha256(JSON.stringify(idempotent.slot));

/** For the use case: what an earlier try has made, and how to keep what this one makes. */
export const onceOf = ({ idempotent }: FastifyRequest): Once => idempotent?.once ?? EACH_TIME;

/** Not a failure: leaves the handler of a request that was answered before. */
export class SavedReply extends Error {
  readonly answer: SavedAnswer;
  constructor(answer: SavedAnswer) {
    super('answered before');
    this.answer = answer;
  }

  send(reply: FastifyReply): FastifyReply {
    const { status, headers, body } = this.answer;
    reply.code(status).headers(headers).header('idempotent-replayed', 'true');
    return body.length === 0 ? reply.send() : reply.send(Buffer.from(body));
  }
}

/** A crash frees the key after so long; the work that goes on renews it, ms. */
const LEASE_MS = 30_000;
const RENEWAL_MS = 10_000;
/** A day: whoever has not repeated a request by then has given it up. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** 1 to 255 visible characters and spaces. */
const WELL_FORMED = /^[\x20-\x7e]{1,255}$/;

/** Headers that belong to the answer; the others belong to the moment. */
const KEPT_HEADERS = ['content-type', 'location', 'etag', 'link', 'retry-after', 'preference-applied', 'cache-control'];

/**
 * Every POST of /v1 may carry a key, but those of /v1/auth that hand out tokens or end sessions: their answers must be
 * fresh.
 */
export const takesKey = (method: string | readonly string[], url: string): boolean =>
  [method].flat().includes('POST') &&
  url.startsWith('/v1/') &&
  (!url.startsWith('/v1/auth/') || url === '/v1/auth/register');

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function digestOf(bytes: Uint8Array): Promise<string> {
  const hash = createHash('sha256');
  await inBodySteps(eachStep(bytes, (step) => void hash.update(step)));
  return hash.digest('hex');
}

async function formFacts({ fields, files }: ReceivedForm): Promise<object> {
  const facts: object[] = [];
  for (const { sentName, bytes, spooled } of files)
    facts.push({ sentName, sha256: spooled?.sha256 ?? (bytes && (await digestOf(bytes))) });
  return { fields: Object.fromEntries(fields), files: facts };
}

/** What validation made of a body may hold dates. */
const asJson = (value: object): Json => JSON.parse(JSON.stringify(value)) as Json;

/** Requests are the same whatever the order of their members. */
const fingerprintOf = (request: FastifyRequest, content: unknown): string =>
  sha256(
    orderedJson(
      asJson({
        query: request.query,
        organization: request.headers['x-organization-id'] ?? null,
        content: content ?? null,
      }),
    ),
  );

/** Null without a key. @throws {AppError} VALIDATION_ERROR */
function keyOf(request: FastifyRequest): string | null {
  const sent = request.headers['idempotency-key'];
  if (sent === undefined) return null;
  if (typeof sent === 'string' && WELL_FORMED.test(sent)) return sent;
  const message = 'must have 1 to 255 visible characters';
  throw validationError([{ field: 'Idempotency-Key', location: 'header', code: 'invalid_format', message }]);
}

/** Null without a key. @throws {AppError} VALIDATION_ERROR */
function slotOf(deps: Pick<Ports, 'addressRules'>, request: FastifyRequest): IdempotencySlot | null {
  const key = keyOf(request);
  if (key === null) return null;
  const path = (request.url.split('?', 1)[0] as string).replace(/\/$/, '');
  const principal = principalOf(deps, request.caller, request.ip);
  return { principal, route: `${request.method} ${path}`.slice(0, 500), key };
}

/** Whether the request repeats one, by what is known before its body is. @throws {AppError} VALIDATION_ERROR */
export async function isRepeated(
  deps: Pick<Ports, 'idempotentAnswers' | 'addressRules'>,
  request: FastifyRequest,
): Promise<boolean> {
  const slot = slotOf(deps, request);
  return slot !== null && (await deps.idempotentAnswers.isKnown(slot));
}

const bytesOf = (payload: unknown): Uint8Array | null => {
  if (payload === undefined || payload === null) return new Uint8Array();
  if (typeof payload === 'string') return Buffer.from(payload);
  return payload instanceof Uint8Array ? payload : null;
};

function answerOf(reply: FastifyReply, body: Uint8Array): SavedAnswer {
  const headers = KEPT_HEADERS.flatMap((name): [string, string][] => {
    const value = reply.getHeader(name);
    return value === undefined ? [] : [[name, String(value)]];
  });
  return { status: reply.statusCode, headers: Object.fromEntries(headers), body };
}

/** A failure of ours, or a limit that ends by itself, is no answer to repeat. */
const isWorthSaving = (status: number): boolean => status < 500 && status !== 429;

/** Must be registered before the routes. */
export function registerIdempotency(
  app: App,
  deps: Pick<Ports, 'idempotentAnswers' | 'clock' | 'addressRules' | 'background'>,
): void {
  const { idempotentAnswers, clock, background } = deps;

  /** @param contentOf is asked only where there is a key: files take long to hash */
  const begin = async (request: FastifyRequest, contentOf: () => Promise<unknown> | unknown): Promise<void> => {
    if (request.idempotent || !takesKey(request.method, request.routeOptions.url ?? '')) return;
    const slot = slotOf(deps, request);
    if (slot === null) return;
    const expiresAt = new Date(clock.now().getTime() + KEPT_MS);
    const start = await idempotentAnswers.begin(slot, fingerprintOf(request, await contentOf()), LEASE_MS, expiresAt);
    if (start.state === 'done') throw new SavedReply(start.answer);
    if (start.state === 'running')
      throw new AppError('IDEMPOTENCY_IN_PROGRESS', 'The first request with this Idempotency-Key is still at work.', {
        retryAfterS: 1,
      });
    if (start.state === 'reused')
      throw new AppError(
        'IDEMPOTENCY_KEY_REUSED',
        'This Idempotency-Key was used for another request. Take a fresh one.',
      );
    const { attempt, made } = start;
    const renewal = setInterval(() => {
      idempotentAnswers
        .renew(slot, attempt, LEASE_MS)
        .catch((error: unknown) => request.log.warn({ err: error }, 'lease not renewed'));
    }, RENEWAL_MS);
    renewal.unref();
    const once: Once = { made, making: (more, work) => idempotentAnswers.making(slot, attempt, more, work) };
    request.idempotent = { slot, attempt, renewal, once };
  };

  app.decorateRequest('idempotent', null);
  app.decorate('beginIdempotentForm', (request: FastifyRequest, form: ReceivedForm) =>
    begin(request, () => formFacts(form)),
  );
  app.addHook('preHandler', async (request) => {
    const { form, rawBody } = request.routeOptions.config;
    if (!form && !rawBody) await begin(request, () => request.body);
  });
  app.addHook('onSend', async (request, reply, payload) => {
    const running = request.idempotent;
    if (!running) return;
    request.idempotent = null;
    const { slot, attempt, renewal } = running;
    clearInterval(renewal);
    const body = bytesOf(payload);
    const answer = body && isWorthSaving(reply.statusCode) ? answerOf(reply, body) : null;
    const end = () =>
      answer ? idempotentAnswers.save(slot, attempt, answer) : idempotentAnswers.release(slot, attempt);
    try {
      await end();
    } catch (error) {
      // The work is done and must be answered; a repeated request finds what it made once the lease has ended.
      request.log.error({ err: error }, 'the answer could not be kept for its Idempotency-Key');
      // Where the database is away, whoever is told to come again in some seconds must not find the key held until then.
      if (isBusy(error)) background.run('end of an Idempotency-Key', end);
    }
  });
}
