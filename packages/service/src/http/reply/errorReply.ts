/** One way out for every failure: the error body of the contract, or RFC 9457 on request. @module */
import { AppError, type ErrorCode, type FieldError } from '@assay/core/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { HTTP_STATUS } from './errorTable.ts';
import { REQUEST_ID_HEADER } from '../request/requestId.ts';

const LOCATIONS = { body: 'body', querystring: 'query', params: 'path', headers: 'header' } as const;

/** `VALIDATION_ERROR` with one sentence that names every bad field. */
export function validationError(errors: readonly FieldError[]): AppError {
  const detail = errors.map(({ field, message }) => `${field}: ${message}`).join('; ');
  return new AppError('VALIDATION_ERROR', detail, { errors });
}

/** What the framework refuses before or around our handlers; its own words are replaced by ours. */
const FRAMEWORK: Readonly<Record<number, readonly [ErrorCode, string]>> = {
  400: ['BAD_REQUEST', 'The request cannot be read. Check its syntax.'],
  404: ['NOT_FOUND', 'There is nothing at this address.'],
  413: ['PAYLOAD_TOO_LARGE', 'A JSON body may have at most 1 MiB.'],
  414: ['BAD_REQUEST', 'The address is too long.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'This endpoint does not take a body of this type.'],
};

/** Every exception as the error that the caller may read; what is not ours becomes INTERNAL_ERROR. */
export function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (hasZodFastifySchemaValidationErrors(error)) {
    const context = (error as unknown as FastifyError).validationContext ?? 'body';
    const location = LOCATIONS[context as keyof typeof LOCATIONS] ?? 'body';
    return validationError(
      error.validation.map(({ instancePath, keyword, message }) => ({
        field: instancePath.slice(1).replaceAll('/', '.') || location,
        location,
        code: keyword,
        message: message ?? 'is not valid',
      })),
    );
  }
  const { statusCode, code } = error as Partial<FastifyError>;
  const known = typeof code === 'string' && code.startsWith('FST_') ? FRAMEWORK[statusCode ?? 500] : undefined;
  if (known) return new AppError(known[0], known[1], { cause: error });
  return new AppError('INTERNAL_ERROR', 'Something went wrong on our side. It was logged; please try again.', {
    cause: error,
  });
}

/** RFC 6750, 3: what a client without or with a useless credential is told. */
function challenge(code: ErrorCode): string {
  const sent = code !== 'UNAUTHENTICATED' && code !== 'INVALID_CREDENTIALS' && code !== 'INVALID_API_KEY';
  return `Bearer realm="api"${sent ? ', error="invalid_token"' : ''}`;
}

const wantsProblem = (request: FastifyRequest): boolean =>
  /\bapplication\/problem\+json\b/i.test(request.headers.accept ?? '');

/** The members that both body forms share. */
function body(error: AppError, request: FastifyRequest): Record<string, unknown> {
  return {
    detail: error.detail,
    error_code: error.code,
    timestamp: new Date().toISOString(),
    request_id: request.id,
    ...(error.errors ? { errors: error.errors } : {}),
    ...error.extra,
  };
}

/** The same where the status was sent already. */
export function errorBody(thrown: unknown, request: FastifyRequest): Record<string, unknown> {
  const error = asAppError(thrown);
  if (HTTP_STATUS[error.code] >= 500) request.log.error({ err: error }, error.message);
  return body(error, request);
}

const title = (code: ErrorCode): string => code.charAt(0) + code.slice(1).toLowerCase().replaceAll('_', ' ');

function problem(error: AppError, request: FastifyRequest): Record<string, unknown> {
  const status = HTTP_STATUS[error.code];
  const instance = `urn:request:${request.id}`;
  return { type: 'about:blank', title: title(error.code), status, instance, ...body(error, request) };
}

/** What was said of a file before reading it failed; of the answer that comes instead none of it is true. */
const FILE_HEADERS = ['etag', 'repr-digest', 'content-disposition', 'content-range', 'accept-ranges', 'cache-control'];

export function sendError(request: FastifyRequest, reply: FastifyReply, thrown: unknown): FastifyReply {
  const error = asAppError(thrown);
  const status = HTTP_STATUS[error.code];
  if (status >= 500) for (const name of FILE_HEADERS) reply.removeHeader(name);
  if (status >= 500) request.log.error({ err: error }, error.message);
  else request.log.debug({ err: error }, error.message);
  const asProblem = wantsProblem(request);
  reply.header(REQUEST_ID_HEADER, request.id);
  if (status === 401) reply.header('www-authenticate', challenge(error.code));
  if (status === 503) reply.header('retry-after', String(error.retryAfterS ?? 2));
  else if (error.retryAfterS !== undefined) reply.header('retry-after', String(error.retryAfterS));
  // The body is complete; a schema of the route must not cut it.
  return reply
    .code(status)
    .type(asProblem ? 'application/problem+json; charset=utf-8' : 'application/json; charset=utf-8')
    .serializer((payload: unknown) => JSON.stringify(payload))
    .send(asProblem ? problem(error, request) : body(error, request));
}
