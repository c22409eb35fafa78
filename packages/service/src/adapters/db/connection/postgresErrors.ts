/** What PostgreSQL's error codes mean to us. Source: PostgreSQL documentation, Appendix A. @module */
import { AppError } from '@assay/core/errors';
import { DrizzleQueryError } from 'drizzle-orm';

interface PostgresError {
  readonly code: string;
}

/** The error and what stands behind it. */
function* chain(cause: unknown): Generator<Error> {
  for (let error = cause; error instanceof Error; error = error.cause) yield error;
}

/** The driver's error, through the wrappers around it. */
function driverError(cause: unknown): PostgresError | null {
  for (const error of chain(cause))
    if ('code' in error && typeof error.code === 'string') return error as Error & PostgresError;
  return null;
}

/** Classes 22 (data exception) and 23 (integrity): their messages quote values. The others name things of the schema. */
const QUOTES_VALUES = /^2[23]/;
/** Of a driver's error: what names places. Its `detail`, `where` and `hint` may hold values of rows. */
const PLACES = ['severity', 'schema', 'table', 'column', 'constraint', 'routine'] as const;

function reasonOf(error: Error): Error {
  const fields = error as Error & Partial<Record<string, unknown>>;
  if (typeof fields.code !== 'string') return error;
  const places = PLACES.flatMap((name) => (typeof fields[name] === 'string' ? [`${name} ${fields[name]}`] : []));
  const named = `PostgreSQL error ${fields.code}${places.length > 0 ? ` (${places.join(', ')})` : ''}`;
  const reason = new Error(QUOTES_VALUES.test(fields.code) ? named : error.message);
  if (error.stack !== undefined) reason.stack = error.stack.replace(error.message, () => reason.message);
  return Object.assign(reason, { code: fields.code });
}

/**
 * Drizzle's error without what people wrote: neither the parameters in its message, which hold password hashes, nor the
 * values that PostgreSQL quotes ("Key (email)=(...) already exists"). The code and the place say enough.
 */
export function withoutParameters(cause: unknown): unknown {
  if (!(cause instanceof DrizzleQueryError)) return cause;
  const reason = cause.cause && reasonOf(cause.cause);
  return new Error(`${reason?.message ?? 'no reason given'}, in: ${cause.query}`, { cause: reason });
}

/** serialization_failure and deadlock_detected: nothing was done, and doing it again helps. */
const REPEATABLE = new Set(['40001', '40P01']);

export const isRepeatable = (cause: unknown): boolean => REPEATABLE.has(driverError(cause)?.code ?? '');

/** insufficient_privilege. */
export const isNotPermitted = (cause: unknown): boolean => driverError(cause)?.code === '42501';

/** lock_not_available. */
export const isLockTimeout = (cause: unknown): boolean => driverError(cause)?.code === '55P03';

/** Class 08 (connection), 53300 (too many connections), 57P01..57P03 (shutdown, crash, starting) and the socket's own. */
const UNREACHABLE = /^(08...|53300|57P0[123]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/;
/** What node-postgres says without a code. */
const LOST = /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/;
/** query_canceled by statement_timeout, lock_not_available, idle_in_transaction_session_timeout. */
const TOO_SLOW = new Set(['57014', '55P03', '25P03']);
const RETRY_AFTER_S = 5;

/** SERVICE_UNAVAILABLE when the server is what fails, null when the statement is. */
export function unavailable(cause: unknown): AppError | null {
  if (cause instanceof AppError) return null;
  const code = driverError(cause)?.code;
  if (code !== undefined && REPEATABLE.has(code)) {
    const detail = 'Others changed the same just now; nothing was changed. Please try again in a few seconds.';
    return new AppError('SERVICE_UNAVAILABLE', detail, { cause, retryAfterS: RETRY_AFTER_S });
  }
  if (code !== undefined && TOO_SLOW.has(code)) {
    const detail = 'The database took too long over this; nothing was changed. Please try again in a few seconds.';
    return new AppError('SERVICE_UNAVAILABLE', detail, { cause, retryAfterS: RETRY_AFTER_S });
  }
  const lost = [...chain(cause)].some(({ message }) => LOST.test(message));
  if (!lost && (code === undefined || !UNREACHABLE.test(code))) return null;
  const detail = 'The database cannot be reached right now; please try again in a few seconds.';
  return new AppError('SERVICE_UNAVAILABLE', detail, { cause, retryAfterS: RETRY_AFTER_S });
}
