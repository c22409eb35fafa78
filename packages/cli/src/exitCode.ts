/** What the command's exit status says: docs/spec/clients.md#exit-status. @module */
import type { AppError } from '@assay/core/errors';
import {
  AssayError,
  AuthenticationError,
  NetworkError,
  NotFoundError,
  PermissionError,
  QuotaError,
  RateLimitError,
  ServiceUnavailableError,
  UnexpectedAnswerError,
} from '@assay/sdk/errors';
import type { BackupRefused } from '@assay/service/app/ports/backup/backup';
import { reasonOf } from './unreachable.ts';
import { UsageError } from './usageError.ts';

export const EXIT = {
  /** Done; for `verify`: authentic. */
  ok: 0,
  internal: 1,
  usage: 2,
  authentication: 3,
  quota: 4,
  network: 5,
  notFound: 6,
  forged: 10,
  unknown: 11,
  /** Several pictures with different verdicts. */
  mixed: 12,
  /** Of `verdicts replay`: the present model judges otherwise. */
  changed: 13,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

const FILE_CODES: Readonly<Record<string, ExitCode>> = {
  ENOENT: EXIT.notFound,
  EISDIR: EXIT.usage,
  EEXIST: EXIT.usage,
  ENOTDIR: EXIT.usage,
  EACCES: EXIT.usage,
  EPERM: EXIT.usage,
  EROFS: EXIT.usage,
  EADDRINUSE: EXIT.usage,
};

const BACKUP_CODES = {
  use: EXIT.usage,
  damaged: EXIT.internal,
  missing: EXIT.notFound,
} as const satisfies Record<BackupRefused['why'], ExitCode>;

/** First class that fits counts; the classes do not overlap except where the order resolves it. */
const SERVER_CODES: readonly (readonly [new (...args: never[]) => AssayError, ExitCode])[] = [
  [AuthenticationError, EXIT.authentication],
  [PermissionError, EXIT.authentication],
  [QuotaError, EXIT.quota],
  [RateLimitError, EXIT.quota],
  [ServiceUnavailableError, EXIT.network],
  [NetworkError, EXIT.network],
  [UnexpectedAnswerError, EXIT.network],
  [NotFoundError, EXIT.notFound],
];

/** By name, since the classes of the service are not loaded for a command that only talks to one. */
const isNamed = <T extends Error>(error: unknown, name: T['name']): error is T =>
  error instanceof Error && error.name === name;

/** The package of the service is not installed: what works on data itself needs it, what asks a service does not. */
const lacksService = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  error.code === 'ERR_MODULE_NOT_FOUND' &&
  error.message.includes("'@assay/service'");

/** Settings, or a service at work, are in the way: nothing is broken, and the sentence says what to do. */
const IN_THE_WAY = ['ConfigError', 'FolderOwned'];

const isInTheWay = (error: unknown): boolean => error instanceof Error && IN_THE_WAY.includes(error.name);

/** The status for something thrown. A picture that cannot be taken (bad type, too large) is the user's input: usage. */
export function exitCodeOf(error: unknown): ExitCode {
  if (error instanceof UsageError || lacksService(error) || isInTheWay(error)) return EXIT.usage;
  if (isNamed<BackupRefused>(error, 'BackupRefused')) return BACKUP_CODES[error.why];
  if (error instanceof AssayError) {
    const row = SERVER_CODES.find(([Class]) => error instanceof Class);
    if (row) return row[1];
    return error.status >= 400 && error.status < 500 ? EXIT.usage : EXIT.internal;
  }
  if (isNamed<AppError>(error, 'AppError')) return error.code.endsWith('NOT_FOUND') ? EXIT.notFound : EXIT.usage;
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return (typeof code === 'string' && FILE_CODES[code]) || EXIT.internal;
}

/** What a person can do about it, by the code of the service, else by the exit status. */
const REMEDIES: Readonly<Record<string, string>> = {
  INSUFFICIENT_SCOPE: 'take a key with more scopes, see: assay keys create --help',
  // The service says itself what is missing: another role, or a person in place of a key.
  FORBIDDEN: 'assay doctor tells as whom you ask',
  [EXIT.authentication]: 'run assay login, or put an API key into ASSAY_API_KEY',
  [EXIT.network]: 'is the service running there? assay doctor tells',
};

/** What the file system says, in words. */
const FILE_SENTENCES: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'is a folder, not a file',
  ENOTDIR: 'is not below a folder',
  EEXIST: 'is there already; --force overwrites it',
  EACCES: 'may not be read or written by you',
  EPERM: 'may not be read or written by you',
  ENOSPC: 'there is no room left on the disk',
  EROFS: 'lies on a disk that may not be written',
  EADDRINUSE: 'the port is in use; take another one',
};

/** The sentence for standard error: what is wrong, with which file, and what to do. */
export function sentenceOf(error: unknown): string {
  if (lacksService(error))
    return 'this command works on data itself and needs the service beside it: npm install @assay/service';
  if (error instanceof AssayError || isNamed<AppError>(error, 'AppError')) {
    const remedy = REMEDIES[error.code] ?? REMEDIES[exitCodeOf(error)];
    const fields = error instanceof AssayError ? error.fields.map(({ field, message }) => `${field}: ${message}`) : [];
    const reason = error instanceof NetworkError ? reasonOf(error) : undefined;
    const said = [error.detail.replace(/[.;]\s*$/, ''), ...(reason ? [reason] : [])];
    // Where the sentence of the answer is that of its field, once is enough.
    return [...new Set([...said, ...fields, ...(remedy ? [remedy] : [])])].join('; ');
  }
  if (!(error instanceof Error)) return String(error);
  const { code, path } = error as NodeJS.ErrnoException;
  // A message of ours says more; the system's begins with its own code.
  const sentence = code !== undefined && error.message.includes(code) ? FILE_SENTENCES[code] : undefined;
  if (sentence === undefined) return error.message;
  return path === undefined ? sentence : `${path}: ${sentence}`;
}
