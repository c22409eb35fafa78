/**
 * Environment -> frozen typed `Config`. Every setting is one row of `SETTINGS`: name, default, meaning, schema; that
 * table is also what `npx assay config` prints. All problems are listed at once.
 * @module
 */
import { z } from 'zod';
import { C2PA_SETTINGS } from './c2pa.ts';
import { ConfigError } from './configError.ts';
import { CONTENT_SETTINGS } from './content.ts';
import { GENERAL_SETTINGS } from './general.ts';
import { LEDGER_SETTINGS } from './ledger.ts';
import { LOG_SETTINGS } from './log.ts';
import { MODEL_SETTINGS } from './models.ts';
import { OBSERVATION_SETTINGS } from './observation.ts';
import { SECURITY_SETTINGS } from './security.ts';
import type { Setting, TextSchema } from './setting.ts';
import { SIGN_IN_SETTINGS } from './signIn.ts';
import { WATERMARK_SETTINGS } from './watermark.ts';

export const SETTINGS = {
  ...GENERAL_SETTINGS,
  ...OBSERVATION_SETTINGS,
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
export type Config = { readonly [K in keyof Settings]: z.output<Settings[K]['schema']> } & {
  /** Sentences about settings that are accepted but look wrong; logged at the start. */
  readonly warnings: readonly string[];
};

type Environment = Readonly<Record<string, string | undefined>>;

/** The text that counts for a setting: an empty variable is as good as none. */
const textOf = (row: Setting<unknown>, environment: Environment): string =>
  environment[row.name] === undefined || environment[row.name] === '' ? row.defaultText : String(environment[row.name]);

/** A production start must not rest on secrets that it made up by itself: docs/spec/operation.md#production. */
function productionProblems(values: Readonly<Record<string, unknown>>): string[] {
  if (values.environment !== 'production') return [];
  // A forgotten address would start on a new, empty database beside a store full of pictures.
  if (values.databaseUrl === null)
    return [
      `${SETTINGS.databaseUrl.name} must be set in production. The embedded database is for one machine: leave NODE_ENV unset there.`,
    ];
  return (['jwtSecret', 'watermarkKey', 'keyEncryptionKey'] as const)
    .filter((key) => values[key] === null)
    .map((key) => `${SETTINGS[key].name} must be set in production with DATABASE_URL.`);
}

/** Processes that share the work share everything that it rests on: docs/spec/operation.md#roles. */
function roleProblems(values: Readonly<Record<string, unknown>>): string[] {
  if (values.role === 'all') return [];
  const needed = ['databaseUrl', 'storageUrl', 'jwtSecret', 'watermarkKey', 'keyEncryptionKey'] as const;
  const wanted = values.role === 'worker' ? ([...needed, 'publicBaseUrl'] as const) : needed;
  return wanted
    .filter((key) => values[key] === null)
    .map(
      (key) =>
        `${SETTINGS[key].name} must be set with ${SETTINGS.role.name}=${String(values.role)}: the same in every process.`,
    );
}

/** Half of a pair would be switched off in silence. */
function pairProblems(values: Readonly<Record<string, unknown>>): string[] {
  const pairs = [
    ['googleClientId', 'googleClientSecret'],
    ['githubClientId', 'githubClientSecret'],
    ['solanaRpcUrl', 'solanaKeypair'],
    ['c2paCertificates', 'c2paPrivateKey'],
    ['reportCertificates', 'reportPrivateKey'],
  ] as const;
  return pairs
    .filter(([id, secret]) => (values[id] === null) !== (values[secret] === null))
    .map(([id, secret]) => `${SETTINGS[id].name} and ${SETTINGS[secret].name} must be set together.`);
}

/** It could never be met, and /health would say so for ever. */
function quorumProblems({ witnesses, witnessQuorum }: Readonly<Record<string, unknown>>): string[] {
  const listed = (witnesses as readonly unknown[]).length;
  if (Number(witnessQuorum) <= listed) return [];
  return [
    `${SETTINGS.witnessQuorum.name} is ${String(witnessQuorum)}, but ${SETTINGS.witnesses.name} lists ${listed}: list more witnesses or ask for fewer.`,
  ];
}

const SECRETS = [
  'jwtSecret',
  'jwtSecretPrevious',
  'watermarkKey',
  'keyEncryptionKey',
  'keyEncryptionKeyPrevious',
] as const;

/** What a generator gives has more in 32 characters, even of hexadecimal digits; a repeated word has fewer. */
const DIFFERENT_CHARS_MIN = 8;

/** Whoever learns one secret must not have the others: docs/spec/operation.md#production. */
function secretProblems(values: Readonly<Record<string, unknown>>): string[] {
  const set = SECRETS.flatMap((key) => {
    const text = values[key];
    return typeof text === 'string' ? [{ name: SETTINGS[key].name, text }] : [];
  });
  const equal = set.flatMap(({ name, text }, i) => {
    const twin = set.slice(0, i).find((other) => other.text === text);
    return twin ? [`${name} must differ from ${twin.name}. Make each with \`openssl rand -base64 48\`.`] : [];
  });
  const plain =
    values.environment === 'production' ? set.filter(({ text }) => new Set(text).size < DIFFERENT_CHARS_MIN) : [];
  return [
    ...equal,
    ...plain.map(
      ({ name }) =>
        `${name} must be made by chance, as \`openssl rand -base64 48\` does; it has too few different characters.`,
    ),
  ];
}

/** Every setting by its key. What concerns several of them is looked at once each of them is right. */
const schema = z
  .object(
    Object.fromEntries(Object.entries(SETTINGS).map(([key, row]): [string, TextSchema<unknown>] => [key, row.schema])),
  )
  .superRefine((values, context) => {
    const problems = [productionProblems, roleProblems, pairProblems, secretProblems, quorumProblems].flatMap((find) =>
      find(values),
    );
    for (const message of problems) context.addIssue({ code: 'custom', message });
  });

/** One sentence for each setting, however much is wrong with it; those about several are sentences already. */
function sentencesOf({ issues }: z.ZodError): string[] {
  const first = issues.filter(
    ({ path: [key] }, i) => key === undefined || issues.findIndex((other) => other.path[0] === key) === i,
  );
  return first.map(({ path: [key], message }) =>
    key === undefined ? message : `${SETTINGS[key as keyof Settings].name} ${message}.`,
  );
}

/** What the commands that ask a service go by: who starts one in the same terminal made no mistake. */
const OF_THE_CLIENT = ['ASSAY_SERVER', 'ASSAY_API_KEY', 'ASSAY_CONFIG_DIR', 'ASSAY_PASSWORD', 'ASSAY_DEBUG'];

/** @throws {ConfigError} with every problem at once */
export function readConfig(environment: Environment): Config {
  const texts = Object.entries(SETTINGS).map(([key, row]) => [key, textOf(row, environment)]);
  const { data: values, error } = schema.safeParse(Object.fromEntries(texts));
  if (error) throw new ConfigError(sentencesOf(error));
  const known = new Set<string>([...Object.values(SETTINGS).map((row) => row.name), ...OF_THE_CLIENT]);
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
