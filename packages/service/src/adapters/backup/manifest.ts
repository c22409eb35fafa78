/** The manifest of a backup as text, and its authenticity code: HMAC-SHA256 under a key that follows from the service's own. @module */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import {
  type BackedUpFile,
  type BackupManifest,
  BackupRefused,
  type KeyChecks,
} from '../../app/ports/backup/backup.ts';
import { isStoredAssetId, isStoredVariant } from '../../app/ports/assets/storage.ts';
import { deriveKey } from '../crypto/deriveKey.ts';

const FORMAT = 'assay backup, version 1';

const hash = z.string().regex(/^[0-9a-f]{64}$/);
const written = { sizeBytes: z.int().min(0), sha256: hash };
const Column = z.object({ name: z.string(), type: z.string() });

const Manifest = z.object({
  format: z.literal(FORMAT),
  id: z.uuid(),
  madeAt: z.iso.datetime().transform((text) => new Date(text)),
  version: z.string(),
  databaseId: z.uuid(),
  tables: z.array(z.object({ name: z.string(), columns: z.array(Column), ...written, rows: z.int().min(0) })),
  counters: z.array(z.object({ name: z.string(), last: z.string().regex(/^-?\d+$/) })),
  list: z.object(written),
  files: z.object({ count: z.int().min(0), sizeBytes: z.int().min(0) }),
  kept: z.array(z.object({ path: z.string(), ...written })),
  keys: z.object({ watermarkKey: z.string(), keyEncryptionKey: z.string() }),
  secretsElsewhere: z.array(z.string()),
});

const place = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('picture'),
    assetId: z.string().refine(isStoredAssetId),
    variant: z.string().refine(isStoredVariant),
  }),
  z.object({ kind: z.literal('archive'), cid: z.string() }),
]);
const ListedFile = z.union([
  z.object({ place, state: z.enum(['whole', 'altered']), ...written }),
  z.object({ place, state: z.enum(['missing', 'deleted']) }),
]);

/** The keys that decide whether a backup can be used with a service. */
export interface BackupKeys {
  readonly watermarkKey: Uint8Array;
  readonly keyEncryptionKey: Uint8Array;
}

const checkOf = (key: Uint8Array): string =>
  Buffer.from(deriveKey(key, 'check of a backup')).toString('hex').slice(0, 16);

export const keyChecks = ({ watermarkKey, keyEncryptionKey }: BackupKeys): KeyChecks => ({
  watermarkKey: checkOf(watermarkKey),
  keyEncryptionKey: checkOf(keyEncryptionKey),
});

const codeOf = (text: string, { keyEncryptionKey }: BackupKeys): Buffer =>
  createHmac('sha256', deriveKey(keyEncryptionKey, 'manifest of a backup')).update(text).digest();

/** The manifest on as many lines as it takes, and the code of these lines on the last one. */
export function manifestText(manifest: BackupManifest, keys: BackupKeys): string {
  const text = `${JSON.stringify({ format: FORMAT, ...manifest }, null, 1)}\n`;
  return `${text}${codeOf(text, keys).toString('hex')}\n`;
}

const refused = (finding: string): BackupRefused =>
  new BackupRefused(`${finding} Nothing was restored; use another backup.`, 'damaged');

/** @throws {BackupRefused} unless it is whole, was written with these keys, and nobody changed it since */
export function readManifest(text: string, keys: BackupKeys): BackupManifest {
  const [, body, code] = /^([\s\S]*\n)([0-9a-f]{64})\n$/.exec(text) ?? [];
  if (body === undefined || code === undefined) throw refused('The manifest of the backup is cut off.');
  const manifest = Manifest.safeParse(parsed(body));
  if (!manifest.success) throw refused('The manifest of the backup cannot be read.');
  const { format: _, ...said } = manifest.data;
  assertSameKeys(said.keys, keyChecks(keys));
  if (!timingSafeEqual(codeOf(body, keys), Buffer.from(code, 'hex')))
    throw refused('The manifest of the backup was changed.');
  return said;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

const SETTINGS = { watermarkKey: 'ASSAY_WATERMARK_KEY', keyEncryptionKey: 'ASSAY_KEY_ENCRYPTION_KEY' } as const;

function assertSameKeys(there: KeyChecks, here: KeyChecks): void {
  for (const name of ['keyEncryptionKey', 'watermarkKey'] as const)
    if (there[name] !== here[name])
      throw new BackupRefused(
        `The service that was backed up had another ${SETTINGS[name]}. Set the one it had; without it its ` +
          `${name === 'watermarkKey' ? 'marks' : 'sealed keys'} cannot be read.`,
      );
}

export const listedLine = (file: BackedUpFile): string => JSON.stringify(file);

/** @throws {BackupRefused} */
export function readListed(line: string): BackedUpFile {
  const file = ListedFile.safeParse(parsed(line));
  if (!file.success) throw refused('The list of files of the backup cannot be read.');
  return file.data as BackedUpFile;
}
