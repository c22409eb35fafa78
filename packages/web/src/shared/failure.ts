/** From an error of the SDK to what the reader can do about it. @module */
import {
  AssayError,
  AuthenticationError,
  ConflictError,
  FileRejectedError,
  NetworkError,
  NotFoundError,
  PermissionError,
  QuotaError,
  RateLimitError,
  ServiceUnavailableError,
  ValidationError,
} from '@assay/sdk/errors';

export type FailureKind =
  | 'notAPicture'
  | 'wrongType'
  | 'tooLarge'
  | 'offline'
  | 'unreachable'
  | 'rateLimited'
  | 'quota'
  | 'full'
  | 'busy'
  | 'signedOut'
  | 'forbidden'
  | 'notFound'
  | 'refused'
  | 'serverFailed';

export interface Failure {
  readonly kind: FailureKind;
  /** Whether the same may succeed on another try. */
  readonly canRetry: boolean;
  /** The service's own sentence, English; null if it said nothing. */
  readonly detail: string | null;
  readonly requestId: string | null;
  /** Seconds after which to come back; null if nobody knows. */
  readonly retryAfterS: number | null;
}

export type WaitReason = 'busy' | 'rateLimited' | 'unreachable';

const ACCEPTED_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/tiff', 'image/webp'];
export const ACCEPT_ATTRIBUTE = ACCEPTED_TYPES.join(',');

/** Another try with the same cannot succeed. */
const FINAL: ReadonlySet<FailureKind> = new Set(['wrongType', 'tooLarge', 'forbidden', 'notFound', 'refused', 'full']);

/**
 * Null if the file may be sent. Only what the browser is sure about is refused here, to save the reader an upload;
 * a file without a type goes to the service, which looks at the bytes.
 * @param bytesMax the largest file that the service takes; null while that is not known
 */
export function failureBeforeSending(file: File | undefined, bytesMax: number | null = null): Failure | null {
  if (!file) return local('notAPicture');
  if (file.type !== '' && !ACCEPTED_TYPES.includes(file.type)) return local('wrongType');
  return bytesMax !== null && file.size > bytesMax ? local('tooLarge') : null;
}

function local(kind: FailureKind): Failure {
  return { kind, canRetry: false, detail: null, requestId: null, retryAfterS: null };
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof AssayError)) return { ...local('serverFailed'), canRetry: true };
  const kind = kindOf(error);
  return {
    kind,
    canRetry: !FINAL.has(kind),
    detail: error instanceof NetworkError ? null : error.detail,
    requestId: error.requestId ?? null,
    retryAfterS: error.retryAfterS ?? (error.resetsAt ? secondsUntil(error.resetsAt) : null),
  };
}

const secondsUntil = (time: string): number => Math.max(0, Math.ceil((Date.parse(time) - Date.now()) / 1000));

/** In their order: the first class that fits. */
const KINDS: readonly (readonly [abstract new (...facts: never) => AssayError, FailureKind])[] = [
  [RateLimitError, 'rateLimited'],
  [QuotaError, 'quota'],
  [ServiceUnavailableError, 'busy'],
  [AuthenticationError, 'signedOut'],
  [PermissionError, 'forbidden'],
  [NotFoundError, 'notFound'],
  [ValidationError, 'refused'],
  [ConflictError, 'refused'],
];

function kindOf(error: AssayError): FailureKind {
  if (error instanceof FileRejectedError) return error.code === 'FILE_TOO_LARGE' ? 'tooLarge' : 'wrongType';
  if (error instanceof NetworkError) return isOffline() ? 'offline' : 'unreachable';
  // Bytes, assets and members do not come back with time.
  if (error instanceof QuotaError && error.resetsAt === null) return 'full';
  return KINDS.find(([Class]) => error instanceof Class)?.[1] ?? 'serverFailed';
}

/** What the browser knows for certain; that it is online proves nothing. */
const isOffline = (): boolean => typeof navigator !== 'undefined' && navigator.onLine === false;

export function waitReasonOf(error: AssayError): WaitReason {
  if (error instanceof RateLimitError) return 'rateLimited';
  return error instanceof NetworkError ? 'unreachable' : 'busy';
}
