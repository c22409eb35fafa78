/**
 * Environment -> frozen typed `Config`. Every setting is one row of `SETTINGS`: name, default, meaning, parser; that
 * table is also what `npx assay config` prints. All problems are listed at once.
 * @module
 */

import { parseStorageUrl, type StorageLocation } from './configStorageUrl.ts';

/** A text that does not fit; `message` completes "NAME ...". */
class BadValue extends Error {}

interface Setting<T> {
  readonly name: string;
  /** As it would be typed; empty when the setting is off by default. */
  readonly defaultText: string;
  readonly meaning: string;
  readonly secret?: true;
  readonly parse: (text: string) => T;
}

const setting = <T>(
  name: string,
  defaultText: string,
  meaning: string,
  parse: (text: string) => T,
  secret?: true,
): Setting<T> => ({ name, defaultText, meaning, parse, ...(secret ? { secret } : {}) });

const asText = (text: string): string => text;
const orNull =
  <T>(parse: (text: string) => T) =>
  (text: string): T | null =>
    text === '' ? null : parse(text);

const integer =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || text.trim() === '' || value < min || value > max)
      throw new BadValue(`must be a whole number from ${min} to ${max}, got "${text}"`);
    return value;
  };

const oneOf =
  <T extends string>(...words: readonly T[]) =>
  (text: string): T => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new BadValue(`must be one of ${words.join(', ')}, got "${text}"`);
    return word;
  };

const SWITCH: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  on: true,
  '0': false,
  false: false,
  off: false,
};
function asSwitch(text: string): boolean {
  const value = SWITCH[text.toLowerCase()];
  if (value === undefined) throw new BadValue(`must be 1 or 0, got "${text}"`);
  return value;
}

/** Scheme, host and path of an address, without a slash at the end. */
const asUrl =
  (...schemes: readonly string[]) =>
  (text: string): string => {
    if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol))
      throw new BadValue(`must be an address that begins with ${schemes.map((s) => `${s}//`).join(' or ')}`);
    return text.replace(/\/+$/, '');
  };

/** @throws {BadValue} */
function asStorageLocation(text: string): StorageLocation {
  try {
    return parseStorageUrl(text);
  } catch (error) {
    throw error instanceof RangeError ? new BadValue(error.message) : error;
  }
}

const asOrigins = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      if (!URL.canParse(part) || new URL(part).origin !== part)
        throw new BadValue(`must list origins such as https://app.example.org, got "${part}"`);
      return part;
    });

const asList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** HS256 wants a key as long as its hash; RFC 7518, 3.2. */
const SECRET_CHARS_MIN = 32;
function asSecret(text: string): string {
  if (text.length < SECRET_CHARS_MIN) throw new BadValue(`must have at least ${SECRET_CHARS_MIN} characters`);
  return text;
}

const MIB = 1024 * 1024;

export const SETTINGS = {
  environment: setting('NODE_ENV', 'development', '`production` with DATABASE_URL refuses generated secrets.', asText),
  host: setting('HOST', '127.0.0.1', 'Address to listen on.', asText),
  port: setting('PORT', '8080', 'Port to listen on; 0 takes any free one.', integer(0, 65535)),
  publicBaseUrl: setting(
    'ASSAY_PUBLIC_BASE_URL',
    '',
    'How the world reaches this service, for links in answers. Empty: the address it listens on.',
    orNull(asUrl('http:', 'https:')),
  ),
  dataDir: setting('ASSAY_DATA_DIR', './data', 'Folder with database, files and generated secrets.', asText),
  storageUrl: setting(
    'ASSAY_STORAGE_URL',
    '',
    'Where pictures are kept: file:///folder, or s3://bucket/prefix?endpoint=https://host&region=name. Empty: `files` in the data folder.',
    orNull(asStorageLocation),
  ),
  s3AccessKeyId: setting('AWS_ACCESS_KEY_ID', '', 'Key of the S3 store; only read with s3:// above.', orNull(asText)),
  s3SecretAccessKey: setting('AWS_SECRET_ACCESS_KEY', '', 'Its secret.', orNull(asText), true),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    'PostgreSQL 15 or newer with pgvector. Empty: the embedded database in the data folder.',
    orNull(asUrl('postgres:', 'postgresql:')),
    true,
  ),
  jwtSecret: setting(
    'ASSAY_JWT_SECRET',
    '',
    'Signs access and refresh tokens, at least 32 characters. Empty: made at the first start, kept in the data folder.',
    orNull(asSecret),
    true,
  ),
  jwtSecretPrevious: setting(
    'ASSAY_JWT_SECRET_PREVIOUS',
    '',
    'Still accepted while tokens made with it live; for changing ASSAY_JWT_SECRET without logging everyone out.',
    orNull(asSecret),
    true,
  ),
  watermarkKey: setting(
    'ASSAY_WATERMARK_KEY',
    '',
    'Enciphers and carries every mark, at least 32 characters. Never change it: older marks become unreadable. Empty: made at the first start.',
    orNull(asSecret),
    true,
  ),
  keyEncryptionKey: setting(
    'ASSAY_KEY_ENCRYPTION_KEY',
    '',
    'Seals the signing keys of organizations and signs links, at least 32 characters. Never change it. Empty: made at the first start.',
    orNull(asSecret),
    true,
  ),
  uploadBytesMax: setting(
    'ASSAY_MAX_UPLOAD_BYTES',
    String(50 * MIB),
    'Largest picture file, bytes.',
    integer(1024, 1024 * MIB),
  ),
  pixelsMax: setting(
    'ASSAY_MAX_PIXELS',
    '100000000',
    'Largest picture, pixels; checked before decoding.',
    integer(4096, 1_000_000_000),
  ),
  workers: setting(
    'ASSAY_WORKERS',
    '0',
    'Threads that work on pixels. 0: one less than the processors, at least 1, at most 3.',
    integer(0, 64),
  ),
  queueMax: setting(
    'ASSAY_QUEUE_MAX',
    '32',
    'Pictures that may wait for a worker; one more is answered 503 with Retry-After.',
    integer(1, 10_000),
  ),
  requestTimeoutS: setting(
    'ASSAY_REQUEST_TIMEOUT_S',
    '300',
    'Longest time a client may take to send a request, seconds.',
    integer(5, 3600),
  ),
  corsOrigins: setting(
    'ASSAY_CORS_ORIGINS',
    '',
    'Web origins of other sites that may call the API from a browser, comma separated.',
    asOrigins,
  ),
  trustProxy: setting(
    'ASSAY_TRUST_PROXY',
    '',
    'Addresses or networks of reverse proxies whose X-Forwarded-For counts, comma separated.',
    asList,
  ),
  mailDir: setting(
    'ASSAY_MAIL_DIR',
    '',
    'Folder of outgoing mails, one .eml file each. Empty: `mail` in the data folder.',
    orNull(asText),
  ),
  mailFrom: setting('ASSAY_MAIL_FROM', 'Assay <assay@localhost>', 'From whom mails come.', asText),
  billingMode: setting(
    'ASSAY_BILLING_MODE',
    'open',
    '`open`: the plan that an owner chooses counts at once. `managed`: it counts as `free` until an operator confirms it.',
    oneOf('open', 'managed'),
  ),
  ownedOrganizationsMax: setting(
    'ASSAY_OWNED_ORGANIZATIONS_MAX',
    '10',
    'Organizations that one user may own beside the personal one.',
    integer(1, 1_000_000),
  ),
  freeVerificationsPerDay: setting(
    'ASSAY_FREE_VERIFICATIONS_PER_DAY',
    '10',
    'Verifications of an organization on the free plan, and of an address without an account, each day.',
    integer(0, 1_000_000_000),
  ),
  freeUploadsPerMonth: setting(
    'ASSAY_FREE_UPLOADS_PER_MONTH',
    '100',
    'Uploads of an organization on the free plan, each calendar month.',
    integer(0, 1_000_000_000),
  ),
  ratePerMinute: setting(
    'ASSAY_RATE_PER_MINUTE',
    '60',
    'Requests of one caller in a minute. Raised, the limits of registrations, wrong passwords and key checks rise with it.',
    integer(1, 1_000_000_000),
  ),
  ratePerHour: setting('ASSAY_RATE_PER_HOUR', '1000', 'Requests of one caller in an hour.', integer(1, 1_000_000_000)),
  ratePerDay: setting('ASSAY_RATE_PER_DAY', '10000', 'Requests of one caller in a day.', integer(1, 1_000_000_000)),
  redisUrl: setting(
    'REDIS_URL',
    '',
    'Redis that several processes count requests in. Empty: each process counts by itself.',
    orNull(asUrl('redis:', 'rediss:')),
    true,
  ),
  passwordCharsMin: setting('ASSAY_PASSWORD_MIN', '8', 'Shortest password, characters.', integer(8, 64)),
  logLevel: setting(
    'ASSAY_LOG_LEVEL',
    'info',
    'How much is logged.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  docs: setting('ASSAY_DOCS', '1', 'Serves the interactive description at /docs.', asSwitch),
} as const satisfies Record<string, Setting<unknown>>;

type Settings = typeof SETTINGS;
export type Config = { readonly [K in keyof Settings]: ReturnType<Settings[K]['parse']> } & {
  /** Sentences about settings that are accepted but look wrong; logged at the start. */
  readonly warnings: readonly string[];
};

/** What the environment says cannot be used. `problems` are complete sentences, one each setting. */
export class ConfigError extends Error {
  readonly problems: readonly string[];
  constructor(problems: readonly string[]) {
    super(`The configuration cannot be used:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The text that counts for a setting: an empty variable is as good as none. */
const textOf = (row: Setting<unknown>, environment: Environment): string =>
  environment[row.name] === undefined || environment[row.name] === '' ? row.defaultText : String(environment[row.name]);

/** A production start must not rest on secrets that it made up by itself (G142, section 6.1). */
function productionProblems(values: Readonly<Record<string, unknown>>): string[] {
  if (values.environment !== 'production' || values.databaseUrl === null) return [];
  return (['jwtSecret', 'watermarkKey', 'keyEncryptionKey'] as const)
    .filter((key) => values[key] === null)
    .map((key) => `${SETTINGS[key].name} must be set in production with DATABASE_URL.`);
}

/** @throws {ConfigError} with every problem at once */
export function readConfig(environment: Environment): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};
  for (const [key, row] of Object.entries(SETTINGS) as [string, Setting<unknown>][]) {
    try {
      values[key] = row.parse(textOf(row, environment));
    } catch (error) {
      if (!(error instanceof BadValue)) throw error;
      problems.push(`${row.name} ${error.message}.`);
    }
  }
  if (problems.length === 0) problems.push(...productionProblems(values));
  if (problems.length > 0) throw new ConfigError(problems);
  const known = new Set<string>(Object.values(SETTINGS).map((row) => row.name));
  const warnings = Object.keys(environment)
    .filter((name) => name.startsWith('ASSAY_') && !known.has(name))
    .map((name) => `${name} is not a setting of this version and is ignored.`);
  return Object.freeze({ ...values, warnings }) as unknown as Config;
}

export interface SettingLine {
  readonly name: string;
  readonly default: string;
  /** Secrets are shown as `(set)`; an address with a password is a secret as a whole. */
  readonly value: string;
  readonly meaning: string;
}

/** Every setting as `assay config` prints it. */
export function describeConfig(environment: Environment): readonly SettingLine[] {
  return (Object.values(SETTINGS) as Setting<unknown>[]).map((row) => {
    const text = textOf(row, environment);
    return {
      name: row.name,
      default: row.defaultText,
      value: row.secret && text !== '' ? '(set)' : text,
      meaning: row.meaning,
    };
  });
}
