/** The last checkpoint that was signed here, as a file beside the database. @module */
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import type { SignedPlace } from '../../app/ports/ledger/transparencyKeeping.ts';
import type { LogIdentity } from '../../app/ports/ledger/transparencyLog.ts';
import { readTextIfThere } from '../dataFolder/readIfThere.ts';
import { writeDurably } from '../dataFolder/writeDurably.ts';
import { toldIn } from './signedPlaces.ts';

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
      return toldIn(file, note, { origin, publicKey });
    },
    async write(note) {
      await mkdir(folder, { recursive: true });
      await writeDurably((await place()).file, note, READABLE);
    },
  };
}
