/** What PostgreSQL's error codes mean to us. Source: PostgreSQL documentation, Appendix A. @module */
import { AppError } from '@assay/core/errors';

interface PostgresError {
  readonly code: string;
  readonly constraint?: string;
}

/** The driver's error, through the wrappers around it. */
function driverError(cause: unknown): PostgresError | null {
  for (let error = cause; error instanceof Error; error = error.cause)
    if ('code' in error && typeof error.code === 'string') return error as Error & PostgresError;
  return null;
}

const UNIQUE_VIOLATION = '23505';
/** serialization_failure and deadlock_detected: nothing was done, and doing it again helps. */
const REPEATABLE = new Set(['40001', '40P01']);

/** Name of the unique constraint that the statement would have broken, null for any other failure. */
export function brokenUniqueConstraint(cause: unknown): string | null {
  const error = driverError(cause);
  return error?.code === UNIQUE_VIOLATION ? (error.constraint ?? '') : null;
}

export const isRepeatable = (cause: unknown): boolean => REPEATABLE.has(driverError(cause)?.code ?? '');

/** Class 08 (connection), 53300 (too many connections), 57P01..57P03 (shutdown, crash, starting) and the socket's own. */
const UNREACHABLE = /^(08...|53300|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
const RETRY_AFTER_S = 5;

/** SERVICE_UNAVAILABLE when the server is what fails, null when the statement is. */
export function unavailable(cause: unknown): AppError | null {
  if (cause instanceof AppError) return null;
  const code = driverError(cause)?.code;
  const lost =
    cause instanceof Error && /timeout exceeded when trying to connect|Connection terminated/.test(cause.message);
  if (!lost && (code === undefined || !UNREACHABLE.test(code))) return null;
  const detail = 'The database cannot be reached right now; please try again in a few seconds.';
  return new AppError('SERVICE_UNAVAILABLE', detail, { cause, retryAfterS: RETRY_AFTER_S });
}
