/** The two small files by which a store says whose it is, and what of it is out of use. @module */
import { z } from 'zod';
import type { QuarantineReason } from '../../app/ports/assets/storeKeeping.ts';

/** At the top of the store. */
export const OWNER_FILE = 'store.json';
/** Beside the files of an asset in quarantine. */
export const RECORD_FILE = 'quarantine.json';
export const QUARANTINE_FOLDER = 'quarantine';
/** Of notes. */
export const NOTES_FOLDER = 'transparency';

const Owner = z.object({ database: z.uuid(), restoring: z.uuid().optional() });
const REASONS = ['no row in the database', 'upload failed'] as const satisfies readonly QuarantineReason[];
const QuarantineRecord = z.object({ since: z.iso.datetime(), reason: z.enum(REASONS) });

/** @param restoring the backup that is being put here; only a finished restore leaves a store without this word */
export const ownerText = (databaseId: string, restoring?: string): string =>
  `${JSON.stringify({ database: databaseId, restoring }, null, 2)}\n`;

const parse = (text: string): z.infer<typeof Owner> => {
  try {
    return Owner.parse(JSON.parse(text));
  } catch (cause) {
    throw new Error(`${OWNER_FILE} of the store of pictures cannot be read. Restore it, or say: assay store adopt`, {
      cause,
    });
  }
};

/** @throws {Error} for the operator: without an owner that can be read, or half restored, nothing may be swept */
export function parseOwner(text: string): string {
  const { database, restoring } = parse(text);
  if (restoring === undefined) return database;
  throw new Error(
    `A restore into this store of pictures did not end (backup ${restoring}). Say again: assay restore, with the same backup.`,
  );
}

/** The backup whose restore did not end; null: none. */
export const parseRestoring = (text: string | null): string | null =>
  text === null ? null : (parse(text).restoring ?? null);

export const recordText = (since: Date, reason: QuarantineReason): string =>
  `${JSON.stringify({ since: since.toISOString(), reason })}\n`;

/** A record that cannot be read says nothing of its age, so its files are as if moved aside just now. */
export function parseRecord(
  text: string | null,
  now: Date,
): { readonly since: Date; readonly reason: QuarantineReason } {
  try {
    const { since, reason } = QuarantineRecord.parse(JSON.parse(text ?? ''));
    return { since: new Date(since), reason };
  } catch {
    return { since: now, reason: 'no row in the database' };
  }
}
