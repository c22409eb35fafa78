/**
 * Which bodies a route takes: JSON up to 1 MiB, a multipart form, an HTML form, or none; anything else is 415
 * (docs/spec/api.md#request-bodies).
 * @module
 */
import { AppError } from '@assay/core/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { urlFormOf } from './bodies/urlForm.ts';
import { utf8Of } from './bodies/utf8.ts';
import { isTooDeep, JSON_DEPTH_MAX } from './jsonDepth.ts';
import type { App } from '../httpDeps.ts';
import { leaveUnread } from './unreadBody.ts';
import { ZodObject, ZodType } from 'zod';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The body is one file, which the route reads by itself with `receiveBytes`: its media types, `image/*` for all of a kind. */
    rawBody?: readonly string[];
    /** The form that the route reads by itself with `receiveForm`; also its description. */
    form?: ZodObject;
    /** What the form says may come as JSON, too, where it has no file; the route reads it by itself. */
    jsonToo?: true;
    /** The fields of its JSON body may come as an HTML form sends them, too. */
    urlForm?: true;
  }
}

export const JSON_BYTES_MAX = 1024 * 1024;

const TOO_DEEP = `A JSON body may have at most ${JSON_DEPTH_MAX} levels of objects and lists.`;

const JSON_TYPE = /^application\/(?:[\w.+-]+\+)?json\s*(?:;|$)/i;
const URL_FORM_TYPE = /^application\/x-www-form-urlencoded\s*(?:;|$)/i;
const FORM_TYPE = /^multipart\/form-data\s*(?:;|$)/i;

const hasBody = (request: FastifyRequest): boolean =>
  request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;

/**
 * RFC 9110, section 15.5.16: a coding that is not undone is no broken text. Undoing one would let a kilobyte become a gigabyte.
 */
function refuseCodings(request: FastifyRequest, reply: FastifyReply): void {
  const coding = request.headers['content-encoding']?.trim().toLowerCase();
  if (coding === undefined || coding === '' || coding === 'identity') return;
  reply.header('accept-encoding', 'identity');
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the body as it is, without Content-Encoding.');
}

/** Before the credential is looked at: 413 comes first, docs/spec/api.md#order-of-checks. */
function refuseLargeJson(request: FastifyRequest): void {
  if (request.routeOptions.config.form || request.routeOptions.config.rawBody) return;
  if (Number(request.headers['content-length'] ?? 0) > JSON_BYTES_MAX)
    throw new AppError('PAYLOAD_TOO_LARGE', 'A JSON body may have at most 1 MiB.');
}

/** @param taken a media type, or `image/*` for every subtype */
function isOfType(sent: string, taken: string): boolean {
  const name = sent.split(';', 1)[0]?.trim().toLowerCase() ?? '';
  return taken.endsWith('/*') ? name.startsWith(taken.slice(0, -1)) : name === taken;
}

function refuseOtherTypes(request: FastifyRequest): void {
  const { config, schema } = request.routeOptions;
  const type = request.headers['content-type'] ?? '';
  if (config.urlForm && URL_FORM_TYPE.test(type)) return;
  if (config.jsonToo && JSON_TYPE.test(type)) return;
  if (config.rawBody) {
    if (config.rawBody.some((taken) => isOfType(type, taken))) return;
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the file itself as the body, under its own media type.');
  }
  const wanted = config.form ? FORM_TYPE : schema?.body ? JSON_TYPE : null;
  if (wanted === null || wanted.test(type) || (!hasBody(request) && type === '')) return;
  const name = config.form ? 'multipart/form-data' : 'application/json';
  throw new AppError('UNSUPPORTED_MEDIA_TYPE', `Send the body as ${name}.`);
}

/** Whether the body may be left out whole: it has no member that must be there. */
export const mayBeAbsent = (body: unknown): boolean =>
  body instanceof ZodType && (body.safeParse(undefined).success || isAllOptional(body));

const isAllOptional = (body: unknown): boolean => body instanceof ZodObject && body.safeParse({}).success;

/** A client that wants every default sends no body at all; `null` stays what it is, no object. */
function fillAbsentBody(request: FastifyRequest): void {
  if (request.body === undefined && isAllOptional(request.routeOptions.schema?.body)) request.body = {};
}

export function registerBodyTypes(app: App): void {
  app.addHook('onRequest', async (request) => refuseLargeJson(request));
  app.addHook('preParsing', async (request, reply) => {
    refuseCodings(request, reply);
    refuseOtherTypes(request);
  });
  app.addHook('preValidation', async (request) => fillAbsentBody(request));
  app.addHook('onSend', async (request, reply) => leaveUnread(request, reply));
  app.removeAllContentTypeParsers();
  const parse = app.getDefaultJsonParser('remove', 'remove');
  app.addContentTypeParser(JSON_TYPE, { parseAs: 'buffer', bodyLimit: JSON_BYTES_MAX }, (request, bytes, done) => {
    // RFC 8259, section 8.1: JSON between systems is UTF-8, also where another charset is named.
    const text = utf8Of(bytes as Buffer, true);
    if (text === null) done(new AppError('BAD_REQUEST', 'A JSON body is written in UTF-8.'));
    // Clients that always send a JSON type do so on POST /auth/logout as well.
    else if (text === '') done(null, undefined);
    // Whoever walks through the value afterwards does so by recursion.
    else if (isTooDeep(text)) done(new AppError('BAD_REQUEST', TOO_DEEP));
    else parse(request, text, done);
  });
  app.addContentTypeParser(
    URL_FORM_TYPE,
    { parseAs: 'buffer', bodyLimit: JSON_BYTES_MAX },
    async (_request: FastifyRequest, bytes: Buffer) => urlFormOf(bytes),
  );
  // Routes that take no body ignore whatever comes; Node discards it after the answer.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null, undefined));
}
