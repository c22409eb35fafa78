/**
 * Environment -> frozen typed `Config`. Every setting is one row of `SETTINGS`: name, default, meaning, parser; that
 * table is also what `npx assay config` prints. All problems are listed at once.
 * @module
 */
import {
  asList,
  asOrigins,
  asSecret,
  asStorageLocation,
  asSwitch,
  asText,
  asUrl,
  BadValue,
  integer,
  oneOf,
  orNull,
  type Setting,
  setting,
} from './configSetting.ts';
import { CONTENT_SETTINGS } from './configContent.ts';
import { C2PA_SETTINGS } from './configC2pa.ts';
import { LOG_SETTINGS } from './configLog.ts';
import { MODEL_SETTINGS } from './configModels.ts';
import { LEDGER_SETTINGS } from './configLedger.ts';
import { SECURITY_SETTINGS } from './configSecurity.ts';
import { SIGN_IN_SETTINGS } from './configSignIn.ts';
import { WATERMARK_SETTINGS } from './configWatermark.ts';

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
    'Seals the signing keys of organizations and signs links, at least 32 characters. After a change run `assay encryption reseal`. Empty: made at the first start.',
    orNull(asSecret),
    true,
  ),
  keyEncryptionKeyPrevious: setting(
    'ASSAY_KEY_ENCRYPTION_KEY_PREVIOUS',
    '',
    'The key before the present ASSAY_KEY_ENCRYPTION_KEY; read by `assay encryption reseal` alone. Empty: the one that was made at the first start.',
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
  pictureMemoryMib: setting(
    'ASSAY_PICTURE_MEMORY_MIB',
    '0',
    'What pictures may take of memory together while they are worked on, MiB; more wait in line. 0: half of what the machine or container has, at least 1536.',
    integer(0, 1024 * 1024),
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
  allowPrivateWebhooks: setting(
    'ASSAY_ALLOW_PRIVATE_WEBHOOKS',
    '0',
    'Lets webhooks go to http://127.0.0.1:PORT. For tests: whoever may make webhooks then reaches this machine.',
    asSwitch,
  ),
  logLevel: setting(
    'ASSAY_LOG_LEVEL',
    'info',
    'How much is logged.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  docs: setting('ASSAY_DOCS', '1', 'Serves the interactive description at /docs.', asSwitch),
  ...CONTENT_SETTINGS,
  ...C2PA_SETTINGS,
  ...LEDGER_SETTINGS,
  ...SIGN_IN_SETTINGS,
  ...LOG_SETTINGS,
  ...SECURITY_SETTINGS,
  ...WATERMARK_SETTINGS,
  ...MODEL_SETTINGS,
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

/** Half of a pair would be switched off in silence. */
function pairProblems(values: Readonly<Record<string, unknown>>): string[] {
  const pairs = [
    ['googleClientId', 'googleClientSecret'],
    ['githubClientId', 'githubClientSecret'],
    ['solanaRpcUrl', 'solanaKeypair'],
    ['c2paCertificates', 'c2paPrivateKey'],
  ] as const;
  return pairs
    .filter(([id, secret]) => (values[id] === null) !== (values[secret] === null))
    .map(([id, secret]) => `${SETTINGS[id].name} and ${SETTINGS[secret].name} must be set together.`);
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
  if (problems.length === 0) problems.push(...productionProblems(values), ...pairProblems(values));
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
