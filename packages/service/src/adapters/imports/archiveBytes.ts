/** How archives of imports are encrypted: docs/spec/encryption-at-rest.md#archives-of-imports. @module */
import { DamagedFileError } from '../../app/ports/assets/storage.ts';
import { deriveKey } from '../crypto/deriveKey.ts';
import type { FileKey } from '../encryption/sealedBytes.ts';
import { openSealedFile, type SealedFile } from '../encryption/sealedFile.ts';

/** Key encryption keys of the service: the first seals, all of them open. */
export type ArchiveSecrets = readonly [Uint8Array, ...Uint8Array[]];

/** Of one archive: put in the place of another import's it does not open. */
export function archiveKey(secret: Uint8Array, importId: string): FileKey {
  const context = Buffer.from(['assay import archive v1', importId].join('\0'), 'ascii');
  return { key: deriveKey(secret, 'archives of imports'), context };
}

/**
 * The archive as it was sent, byte for byte.
 * @throws {Error} when it opens under no key: whoever runs the service has to look, and the archive stays
 */
export async function openArchive(secrets: ArchiveSecrets, importId: string, place: string): Promise<SealedFile> {
  try {
    return await openSealedFile(
      place,
      secrets.map((secret) => archiveKey(secret, importId)),
    );
  } catch (cause) {
    if (!(cause instanceof DamagedFileError)) throw cause;
    throw new Error(
      `The archive of the import ${importId} does not open: ${cause.message}. If ASSAY_KEY_ENCRYPTION_KEY was changed, name the ` +
        'one before in ASSAY_KEY_ENCRYPTION_KEY_PREVIOUS until the imports of then have ended.',
      { cause },
    );
  }
}
