/**
 * The one error class of Assay and the union of its codes.
 *
 * Callers decide by these words, so none is renamed within /v1 (docs/spec/api.md#errors). The HTTP status of each code
 * stands in one table, `packages/service/src/http/reply/errorTable.ts`, which is total over this union.
 * @module
 */

export const ERROR_CODES = [
  'INVALID_CREDENTIALS',
  'TOKEN_EXPIRED',
  'INVALID_API_KEY',
  'QUOTA_EXCEEDED',
  'ASSET_NOT_FOUND',
  'FILE_TOO_LARGE',
  'INVALID_FILE_TYPE',
  'PROCESSING_FAILED',
  'BLOCKCHAIN_ERROR',
  'RATE_LIMITED',
  'BAD_REQUEST',
  'AMBIGUOUS_CREDENTIALS',
  'UNAUTHENTICATED',
  'INVALID_TOKEN',
  'TOKEN_REUSED',
  'FORBIDDEN',
  'INSUFFICIENT_SCOPE',
  'EMAIL_NOT_VERIFIED',
  'NOT_FOUND',
  'ORGANIZATION_NOT_FOUND',
  'API_KEY_NOT_FOUND',
  'WEBHOOK_NOT_FOUND',
  'DELIVERY_NOT_FOUND',
  'COMMITMENT_NOT_FOUND',
  'TRANSACTION_NOT_FOUND',
  'VERIFICATION_NOT_FOUND',
  'DISPUTE_NOT_FOUND',
  'LOG_ENTRY_NOT_FOUND',
  'MANIFEST_NOT_FOUND',
  'COPY_NOT_FOUND',
  'IMPORT_NOT_FOUND',
  'LINK_NOT_FOUND',
  'ARCHIVE_NOT_FOUND',
  'CONTENT_NOT_FOUND',
  'SESSION_NOT_FOUND',
  'MEMBER_NOT_FOUND',
  'INVITATION_NOT_FOUND',
  'PROVIDER_NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'CONFLICT',
  'EMAIL_ALREADY_EXISTS',
  'SLUG_ALREADY_EXISTS',
  'MEMBER_ALREADY_EXISTS',
  'LAST_OWNER',
  'ASSET_NOT_READY',
  'IDEMPOTENCY_IN_PROGRESS',
  'GONE',
  'PRECONDITION_FAILED',
  'PAYLOAD_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RANGE_NOT_SATISFIABLE',
  'VALIDATION_ERROR',
  'WEBHOOK_URL_BLOCKED',
  'IDEMPOTENCY_KEY_REUSED',
  'WEAK_PASSWORD',
  'INTERNAL_ERROR',
  'NOT_IMPLEMENTED',
  'SERVICE_UNAVAILABLE',
] as const;

export type ErrorCode = (typeof ERROR_CODES)[number];

/** One field that the caller can mend. `field` is the name the caller used, `code` a short machine word. */
export interface FieldError {
  readonly field: string;
  readonly location: 'body' | 'query' | 'path' | 'header';
  readonly code: string;
  readonly message: string;
}

export interface AppErrorOptions {
  /** What happened underneath; for the log, never for the caller. */
  readonly cause?: unknown;
  readonly errors?: readonly FieldError[];
  /** Seconds after which trying again makes sense; becomes `Retry-After`. */
  readonly retryAfterS?: number;
  /** Further members of the error body, snake_case (for instance `limit` of FILE_TOO_LARGE). */
  readonly extra?: Readonly<Record<string, unknown>>;
}

/**
 * A failure that the caller of Assay may read. `detail` is a sentence for the caller that says what to do;
 * `cause` is for the log. Every other exception class means a bug of ours and is answered as INTERNAL_ERROR.
 */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly detail: string;
  readonly errors: readonly FieldError[] | undefined;
  readonly retryAfterS: number | undefined;
  readonly extra: Readonly<Record<string, unknown>> | undefined;

  constructor(code: ErrorCode, detail: string, options: AppErrorOptions = {}) {
    super(`${code}: ${detail}`, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.detail = detail;
    this.errors = options.errors;
    this.retryAfterS = options.retryAfterS;
    this.extra = options.extra;
  }
}
