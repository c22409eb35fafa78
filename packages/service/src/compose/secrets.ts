/** Where the secrets of the service come from: its settings, else the data folder. @module */
import { deriveKey } from '../adapters/crypto/deriveKey.ts';
import { hasSecrets, secretsOfFolder } from '../adapters/dataFolder/secrets.ts';
import type { Config } from '../config/config.ts';
import { secretKeyOf } from './secretKey.ts';

/** As the adapters take them, 32 bytes each. */
export interface ServiceSecrets {
  /** The first signs tokens, all are accepted. */
  readonly jwt: readonly [Uint8Array, ...Uint8Array[]];
  readonly watermarkKey: Uint8Array;
  readonly keyEncryptionKey: Uint8Array;
  readonly urlSigningKey: Uint8Array;
}

/**
 * What sealed things before ASSAY_KEY_ENCRYPTION_KEY was changed: the key of its setting, else the one in the folder.
 * @throws {Error} with a sentence for the operator when nothing was changed, or the folder never had one
 */
export async function keyEncryptionKeyBefore(
  { keyEncryptionKey, keyEncryptionKeyPrevious }: Pick<Config, 'keyEncryptionKey' | 'keyEncryptionKeyPrevious'>,
  folder: string,
): Promise<Uint8Array> {
  if (keyEncryptionKey === null)
    throw new Error(
      'Set ASSAY_KEY_ENCRYPTION_KEY to the new key first; without it the one in the data folder is used.',
    );
  if (keyEncryptionKeyPrevious !== null) return secretKeyOf(keyEncryptionKeyPrevious);
  if (!(await hasSecrets(folder)))
    throw new Error('Name the old key in ASSAY_KEY_ENCRYPTION_KEY_PREVIOUS; this data folder has none of its own.');
  return (await secretsOfFolder(folder)).keyEncryptionKey;
}

type SecretSettings = Pick<Config, 'jwtSecret' | 'jwtSecretPrevious' | 'watermarkKey' | 'keyEncryptionKey'>;

const SETTINGS = {
  jwtSecret: 'ASSAY_JWT_SECRET',
  watermarkKey: 'ASSAY_WATERMARK_KEY',
  keyEncryptionKey: 'ASSAY_KEY_ENCRYPTION_KEY',
} as const;

/** Which secrets come from settings, by the names of these, and which the data folder has to have. */
export function secretsInSettings(config: Pick<SecretSettings, keyof typeof SETTINGS>): {
  readonly elsewhere: readonly string[];
  readonly missing: readonly string[];
  readonly areAll: boolean;
} {
  const names = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[];
  const elsewhere = names.filter((name) => config[name] !== null).map((name) => SETTINGS[name]);
  const missing = names.filter((name) => config[name] === null).map((name) => SETTINGS[name]);
  return { elsewhere, missing, areAll: missing.length === 0 };
}

/** Secrets are made in the folder only if a setting is missing. @throws {Error} when its file is damaged */
export async function serviceSecrets(config: SecretSettings, folder: string): Promise<ServiceSecrets> {
  const { jwtSecret, jwtSecretPrevious, watermarkKey, keyEncryptionKey } = config;
  const previous = jwtSecretPrevious === null ? [] : [secretKeyOf(jwtSecretPrevious)];
  if (jwtSecret !== null && watermarkKey !== null && keyEncryptionKey !== null) {
    const sealing = secretKeyOf(keyEncryptionKey);
    return {
      jwt: [secretKeyOf(jwtSecret), ...previous],
      watermarkKey: secretKeyOf(watermarkKey),
      keyEncryptionKey: sealing,
      urlSigningKey: deriveKey(sealing, 'signed links'),
    };
  }
  const made = await secretsOfFolder(folder);
  return {
    jwt: [jwtSecret === null ? made.jwtSecret : secretKeyOf(jwtSecret), ...previous],
    watermarkKey: watermarkKey === null ? made.watermarkKey : secretKeyOf(watermarkKey),
    keyEncryptionKey: keyEncryptionKey === null ? made.keyEncryptionKey : secretKeyOf(keyEncryptionKey),
    urlSigningKey: made.urlSigningKey,
  };
}
