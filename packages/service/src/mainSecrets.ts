/** Where the secrets of the service come from: its settings, else the data folder. @module */
import { createHash } from 'node:crypto';
import { deriveKey } from './adapters/deriveKey.ts';
import { secretsOfFolder } from './adapters/dataFolder/secrets.ts';
import type { Config } from './config.ts';

/** As the adapters take them, 32 bytes each. */
export interface ServiceSecrets {
  /** The first signs tokens, all are accepted. */
  readonly jwt: readonly [Uint8Array, ...Uint8Array[]];
  readonly watermarkKey: Uint8Array;
  readonly keyEncryptionKey: Uint8Array;
  readonly urlSigningKey: Uint8Array;
}

type SecretSettings = Pick<Config, 'jwtSecret' | 'jwtSecretPrevious' | 'watermarkKey' | 'keyEncryptionKey'>;

/** A text of any length as a key. */
const keyOf = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest());

/** Secrets are made in the folder only if a setting is missing. @throws {Error} when its file is damaged */
export async function serviceSecrets(config: SecretSettings, folder: string): Promise<ServiceSecrets> {
  const { jwtSecret, jwtSecretPrevious, watermarkKey, keyEncryptionKey } = config;
  const previous = jwtSecretPrevious === null ? [] : [keyOf(jwtSecretPrevious)];
  if (jwtSecret !== null && watermarkKey !== null && keyEncryptionKey !== null) {
    const sealing = keyOf(keyEncryptionKey);
    return {
      jwt: [keyOf(jwtSecret), ...previous],
      watermarkKey: keyOf(watermarkKey),
      keyEncryptionKey: sealing,
      urlSigningKey: deriveKey(sealing, 'signed links'),
    };
  }
  const made = await secretsOfFolder(folder);
  return {
    jwt: [jwtSecret === null ? made.jwtSecret : keyOf(jwtSecret), ...previous],
    watermarkKey: watermarkKey === null ? made.watermarkKey : keyOf(watermarkKey),
    keyEncryptionKey: keyEncryptionKey === null ? made.keyEncryptionKey : keyOf(keyEncryptionKey),
    urlSigningKey: made.urlSigningKey,
  };
}
