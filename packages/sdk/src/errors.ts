/**
 * The errors a caller can tell apart with `instanceof`, chosen by the server's `error_code`.
 *
 * No message and no field of these errors ever holds a token, a key, a password or a header: messages are made of the
 * method, the path and what the server said.
 * @module
 */
import type { ErrorBody, FieldError } from './types.ts';

export interface AssayErrorFacts {
  /** `error_code` of the server, or `NETWORK_ERROR`, `UNEXPECTED_ANSWER` for what never reached or left it. */
  readonly code: string;
  /** HTTP status; 0 if there was no answer. */
  readonly status: number;
  /** What the server said, or what went wrong on the way. */
  readonly detail: string;
  /** Method and path, for instance `POST /v1/verify/`. */
  readonly attempted: string;
  readonly requestId?: string | undefined;
  readonly fields?: readonly FieldError[] | undefined;
  /** The word of OAuth 2 (RFC 6749, 5.2) where an endpoint of it says one, for instance `authorization_pending`. */
  readonly oauthError?: string | undefined;
  /** Seconds after which the server wants to be asked again. */
  readonly retryAfterS?: number | undefined;
  /** When a used-up quota begins anew (RFC 3339); null if time does not give it back. */
  readonly resetsAt?: string | null | undefined;
  readonly cause?: unknown;
}

/** Base of all errors that the client throws, except an abort, which throws the signal's own reason. */
export class AssayError extends Error {
  readonly code: string;
  readonly status: number;
  readonly detail: string;
  readonly attempted: string;
  readonly requestId: string | undefined;
  readonly fields: readonly FieldError[];
  readonly oauthError: string | undefined;
  readonly retryAfterS: number | undefined;
  readonly resetsAt: string | null | undefined;

  constructor(facts: AssayErrorFacts) {
    super(
      `${facts.attempted}: ${facts.detail} (${facts.code})`,
      facts.cause === undefined ? undefined : { cause: facts.cause },
    );
    this.name = new.target.name;
    this.code = facts.code;
    this.status = facts.status;
    this.detail = facts.detail;
    this.attempted = facts.attempted;
    this.requestId = facts.requestId;
    this.fields = facts.fields ?? [];
    this.oauthError = facts.oauthError;
    this.retryAfterS = facts.retryAfterS;
    this.resetsAt = facts.resetsAt;
  }
}

/** No credential, or one that is wrong, expired or revoked. */
export class AuthenticationError extends AssayError {}
/** The credential is good but may not do this. */
export class PermissionError extends AssayError {}
/** A quota of the organization, or the anonymous daily one, is used up; `resetsAt` says until when. */
export class QuotaError extends AssayError {}
/** Too many requests; `retryAfterS` says when to go on. */
export class RateLimitError extends AssayError {}
/** The thing does not exist, or belongs to somebody else. */
export class NotFoundError extends AssayError {}
/** The request contradicts what is there already. */
export class ConflictError extends AssayError {}
/** A field is wrong; `fields` names each. */
export class ValidationError extends AssayError {}
/** The picture itself cannot be taken: too large, or no JPEG, PNG, TIFF or WebP. */
export class FileRejectedError extends AssayError {}
/** The server failed; asking again later may help. */
export class ServerError extends AssayError {}
/** The server is starting, draining or full; `retryAfterS` says when to come back. */
export class ServiceUnavailableError extends ServerError {}
/** The server could not be reached, or the connection broke. */
export class NetworkError extends AssayError {}
/** Something answered, but not in the words of the service (a proxy's page, for instance). */
export class UnexpectedAnswerError extends AssayError {}

type ErrorClass = new (facts: AssayErrorFacts) => AssayError;

/** Codes whose class does not follow from the status alone. */
const CLASS_OF_CODE: Readonly<Record<string, ErrorClass>> = {
  QUOTA_EXCEEDED: QuotaError,
  FILE_TOO_LARGE: FileRejectedError,
  INVALID_FILE_TYPE: FileRejectedError,
};

/** Class by status, for every code without a row above, also for codes that this version does not know yet. */
const CLASS_OF_STATUS: Readonly<Record<number, ErrorClass>> = {
  400: ValidationError,
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  405: ValidationError,
  409: ConflictError,
  410: NotFoundError,
  412: ConflictError,
  413: ValidationError,
  415: ValidationError,
  422: ValidationError,
  429: RateLimitError,
  503: ServiceUnavailableError,
};

function classFor(code: string, status: number): ErrorClass {
  return CLASS_OF_CODE[code] ?? CLASS_OF_STATUS[status] ?? (status >= 500 ? ServerError : AssayError);
}

/**
 * The error that a non-2xx answer stands for.
 * A 413 without our own error body comes from a proxy in front of the service and means FILE_TOO_LARGE.
 */
export function errorFromAnswer(status: number, headers: Headers, text: string, attempted: string): AssayError {
  const body = parseErrorBody(text);
  const facts = {
    status,
    attempted,
    requestId: body?.request_id ?? headers.get('x-request-id') ?? undefined,
    retryAfterS: parseRetryAfter(headers.get('retry-after')),
  };
  if (body) {
    const Class = classFor(body.error_code, status);
    const { error, resets_at: resetsAt } = body as { readonly error?: unknown; readonly resets_at?: string | null };
    const oauthError = typeof error === 'string' ? error : undefined;
    const said = { code: body.error_code, detail: body.detail, fields: body.errors, oauthError, resetsAt };
    return new Class({ ...facts, ...said });
  }
  if (status === 413)
    return new FileRejectedError({ ...facts, code: 'FILE_TOO_LARGE', detail: 'The file exceeds the size limit' });
  const Class = CLASS_OF_STATUS[status] ? classFor('', status) : UnexpectedAnswerError;
  const detail = `Status ${status} without an error body; is this the address of the service?`;
  return new Class({ ...facts, code: 'UNEXPECTED_ANSWER', detail });
}

function parseErrorBody(text: string): ErrorBody | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { detail, error_code: code } = value as Partial<ErrorBody>;
    return typeof detail === 'string' && typeof code === 'string' ? (value as ErrorBody) : null;
  } catch {
    return null;
  }
}

/** `Retry-After` as seconds from now; it holds seconds or an HTTP date (RFC 9110, 10.2.3). */
export function parseRetryAfter(value: string | null, nowMs = Date.now()): number | undefined {
  if (value === null || value.trim() === '') return undefined;
  const seconds = Number(value);
  if (Number.isFinite(seconds)) return Math.max(0, seconds);
  const dateMs = Date.parse(value);
  return Number.isNaN(dateMs) ? undefined : Math.max(0, (dateMs - nowMs) / 1000);
}
