/** Secrets that are made at the first start and kept in the data folder. @module */
import { randomBytes } from 'node:crypto';
import { chmod, stat } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import { readTextIfThere } from './readIfThere.ts';
import { writeDurably } from './writeDurably.ts';

/** Each 32 random bytes. */
const NAMES = ['jwtSecret', 'watermarkKey', 'keyEncryptionKey', 'urlSigningKey'] as const;
export type SecretName = (typeof NAMES)[number];
export type GeneratedSecrets = Readonly<Record<SecretName, Uint8Array>>;

const SECRET_BYTES = 32;
const FILE_NAME = 'secrets.json';
const OWNER_ONLY = 0o600;

/**
 * Reads the secrets of the folder, or makes them. The caller owns the folder (`lock.ts`).
 * @throws {Error} when the file is there and not whole: new secrets would make every mark and sealed key unreadable
 */
export async function secretsOfFolder(folder: string): Promise<GeneratedSecrets> {
  const file = path.join(folder, FILE_NAME);
  const text = await readTextIfThere(file);
  if (text === null) {
    const made = Object.fromEntries(NAMES.map((name) => [name, randomBytes(SECRET_BYTES).toString('base64')]));
    await writeDurably(file, `${JSON.stringify({ version: 1, ...made }, null, 2)}\n`, OWNER_ONLY);
    return parse(JSON.stringify(made), file);
  }
  // A backup may lie on a disk that cannot be written.
  if (((await stat(file)).mode & 0o777) !== OWNER_ONLY) await chmod(file, OWNER_ONLY);
  return parse(text, file);
}

/** Whether secrets were made in this folder. */
export const hasSecrets = async (folder: string): Promise<boolean> =>
  (await readTextIfThere(path.join(folder, FILE_NAME))) !== null;

function parse(text: string, file: string): GeneratedSecrets {
  const damaged = `${file} is damaged; restore it from a backup. Without it marks and sealed keys cannot be read.`;
  let stored: Record<string, unknown> | null;
  try {
    stored = JSON.parse(text);
  } catch {
    // The cause would quote the file.
    throw new Error(damaged);
  }
  const secrets = {} as Record<SecretName, Uint8Array>;
  for (const name of NAMES) {
    const value = stored?.[name];
    const bytes = typeof value === 'string' ? Buffer.from(value, 'base64') : null;
    if (bytes?.length !== SECRET_BYTES) throw new Error(damaged);
    secrets[name] = new Uint8Array(bytes);
  }
  return unloggable(secrets);
}

/** The same object, of which a log sees no byte. */
function unloggable(secrets: Record<SecretName, Uint8Array>): GeneratedSecrets {
  const hidden = { value: () => '[secrets]', enumerable: false };
  return Object.freeze(
    Object.defineProperties(secrets, { toJSON: hidden, toString: hidden, [inspect.custom]: hidden }),
  );
}
