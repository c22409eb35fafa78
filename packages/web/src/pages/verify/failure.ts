/** From an error of the SDK to what the reader can do about it. @module */
import {
  AssayError,
  FileRejectedError,
  NetworkError,
  QuotaError,
  RateLimitError,
  ServiceUnavailableError,
} from '@assay/sdk/errors';

export type FailureKind =
  | 'notAPicture'
  | 'wrongType'
  | 'tooLarge'
  | 'unreachable'
  | 'rateLimited'
  | 'quota'
  | 'busy'
  | 'serverFailed';

export interface Failure {
  readonly kind: FailureKind;
  /** Whether the same file may be judged on another try. */
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

/**
 * Null if the file may be sent. Only what the browser is sure about is refused here, to save the reader an upload;
 * a file without a type goes to the service, which looks at the bytes.
 */
export function failureBeforeSending(file: File | undefined): Failure | null {
  if (!file) return local('notAPicture');
  return file.type === '' || ACCEPTED_TYPES.includes(file.type) ? null : local('wrongType');
}

function local(kind: FailureKind): Failure {
  return { kind, canRetry: false, detail: null, requestId: null, retryAfterS: null };
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof AssayError)) return { ...local('serverFailed'), canRetry: true };
  const kind = kindOf(error);
  return {
    kind,
    canRetry: kind !== 'wrongType' && kind !== 'tooLarge',
    detail: error instanceof NetworkError ? null : error.detail,
    requestId: error.requestId ?? null,
    retryAfterS: error.retryAfterS ?? null,
  };
}

function kindOf(error: AssayError): FailureKind {
  if (error instanceof FileRejectedError) return error.code === 'FILE_TOO_LARGE' ? 'tooLarge' : 'wrongType';
  if (error instanceof NetworkError) return 'unreachable';
  if (error instanceof RateLimitError) return 'rateLimited';
  if (error instanceof QuotaError) return 'quota';
  if (error instanceof ServiceUnavailableError) return 'busy';
  return 'serverFailed';
}

export function waitReasonOf(error: AssayError): WaitReason {
  if (error instanceof RateLimitError) return 'rateLimited';
  return error instanceof NetworkError ? 'unreachable' : 'busy';
}
