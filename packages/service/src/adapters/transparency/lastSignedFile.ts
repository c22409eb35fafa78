/** The last checkpoint that was signed here, as a file beside the database. @module */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { openCheckpoint } from '@assay/core/transparency/checkpoint';
import type { SignedPlace } from '../../app/ports/ledger/transparencyKeeping.ts';
import type { LogIdentity } from '../../app/ports/ledger/transparencyLog.ts';
import { readTextIfThere } from '../dataFolder/readIfThere.ts';
import { writeDurably } from '../dataFolder/writeDurably.ts';
import { verifyEd25519 } from '../crypto/ed25519.ts';

/** Checkpoints are public. */
const READABLE = 0o644;

/**
 * Named after the key, so that a data folder may serve another log later without a word about this one being lost.
 * @param folder made if it is missing
 */
export function createLastSignedFile(folder: string, identity: () => Promise<LogIdentity>): SignedPlace {
  const place = async (): Promise<{ readonly file: string; readonly identity: LogIdentity }> => {
    const known = await identity();
    return { file: path.join(folder, `${known.keyId}.checkpoint`), identity: known };
  };
  return {
    async read() {
      const {
        file,
        identity: { origin, publicKey },
      } = await place();
      const note = await readTextIfThere(file);
      if (note === null) return null;
      const checkpoint = openCheckpoint(note, { name: origin, publicKey }, verifyEd25519);
      if (!checkpoint)
        throw new Error(`${file} is damaged: it is no checkpoint that the transparency log ${origin} signed`);
      return { ...checkpoint, note, where: file };
    },
    async write(note) {
      await mkdir(folder, { recursive: true });
      await writeDurably((await place()).file, note, READABLE);
    },
  };
}
