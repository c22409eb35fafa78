/** What `assay login` keeps: one file in the system's folder for settings, for its owner alone. @module */
import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Environment } from './terminal.ts';
import { UsageError } from './usageError.ts';

export interface Credential {
  readonly apiKey?: string;
  readonly token?: string;
  readonly refreshToken?: string;
}

export interface Credentials {
  /** That of the last login. */
  readonly server?: string;
  readonly servers: Readonly<Record<string, Credential>>;
}

const NONE: Credentials = { servers: {} };
const FOR_OWNER = 0o600;

/** Null where nobody is at home: nothing is kept then. */
export function credentialsFile(environment: Environment): string | null {
  const folder = configFolder(environment);
  return folder === null ? null : path.join(folder, 'credentials.json');
}

function configFolder({ ASSAY_CONFIG_DIR, XDG_CONFIG_HOME, APPDATA, HOME }: Environment): string | null {
  if (ASSAY_CONFIG_DIR) return ASSAY_CONFIG_DIR;
  if (process.platform === 'win32') return APPDATA ? path.join(APPDATA, 'assay') : null;
  if (XDG_CONFIG_HOME) return path.join(XDG_CONFIG_HOME, 'assay');
  if (!HOME) return null;
  return process.platform === 'darwin'
    ? path.join(HOME, 'Library', 'Application Support', 'assay')
    : path.join(HOME, '.config', 'assay');
}

/** @throws {UsageError} if the file is there and cannot be understood */
export function readCredentials(environment: Environment): Credentials {
  const file = credentialsFile(environment);
  if (file === null) return NONE;
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return NONE;
    throw error;
  }
  try {
    return { ...NONE, ...(JSON.parse(text) as Partial<Credentials>) };
  } catch {
    throw new UsageError(`${file} is broken; remove it and run assay login`);
  }
}

/** @param credential null forgets it. @throws {UsageError} if there is no place to keep it */
export function saveCredential(environment: Environment, server: string, credential: Credential | null): void {
  const file = credentialsFile(environment);
  if (file === null) throw new UsageError('there is no home folder to keep a credential in; set ASSAY_CONFIG_DIR');
  const before = readCredentials(environment);
  const servers = Object.fromEntries(Object.entries(before.servers).filter(([name]) => name !== server));
  const after: Credentials = credential
    ? { server, servers: { ...servers, [server]: credential } }
    : { ...before, servers };
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
  // Under another name first: a command beside this one reads the old file or the new one, whole.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, `${JSON.stringify(after, null, 2)}\n`, { mode: FOR_OWNER });
  chmodSync(draft, FOR_OWNER);
  renameSync(draft, file);
}
