/**
 * The port `ArchiveStore` in an S3 bucket:  PREFIX<CID>.car, under Object Lock if asked for: until its day nobody, in
 * compliance mode not even the account's root user, can replace or delete that version (Amazon S3 user guide, "Locking
 * objects with Object Lock"). The bucket must have Object Lock switched on.
 * @module
 */
import { createHash } from 'node:crypto';
import type { ArchiveStore } from '../../app/ports/content/archives.ts';
import type { Clock } from '../../app/ports/runtime/runtime.ts';
import { asking, openObject, openS3Store, type S3Credentials, type S3Place } from '../storage/s3Store.ts';

export interface ObjectLock {
  readonly mode: 'none' | 'governance' | 'compliance';
  readonly retainDays: number;
}

const REQUEST_MS_MAX = 300_000;
const DAY_MS = 24 * 60 * 60 * 1000;

const asked = asking('The archive cannot be reached. Please try again.', 30);

export function createS3Archive(place: S3Place, keys: S3Credentials, lock: ObjectLock, clock: Clock): ArchiveStore {
  const store = openS3Store(place, keys, REQUEST_MS_MAX);
  const keyOf = (cid: string): string => `${place.prefix}${cid}.car`;
  const read = async (cid: string): Promise<Uint8Array | null> => {
    const bytes = await asked(store.getObjectArrayBuffer(keyOf(cid)));
    return bytes && Buffer.from(bytes);
  };

  return {
    read,
    open: (cid) => openObject(store, keyOf(cid), asked),
    async put(cid, file) {
      const there = await read(cid);
      if (there && !Buffer.from(there).equals(file)) throw new Error(`archive ${cid} is there with other bytes`);
      if (there) return;
      const headers: Record<`x-amz-${string}`, string> = {
        // S3 asks for a checksum of every locked object, and refuses bytes that arrive changed.
        'x-amz-checksum-sha256': createHash('sha256').update(file).digest('base64'),
        ...(lock.mode === 'none' ? {} : lockHeaders(lock, clock.now())),
      };
      await asked(store.putObject(keyOf(cid), Buffer.from(file), 'application/vnd.ipld.car', undefined, headers));
    },
  };
}

const lockHeaders = ({ mode, retainDays }: ObjectLock, now: Date): Record<`x-amz-${string}`, string> => ({
  'x-amz-object-lock-mode': mode.toUpperCase(),
  'x-amz-object-lock-retain-until-date': new Date(now.getTime() + retainDays * DAY_MS).toISOString(),
});
