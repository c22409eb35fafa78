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

const Owner = z.object({ database: z.uuid() });
const REASONS = ['no row in the database', 'upload failed'] as const satisfies readonly QuarantineReason[];
const QuarantineRecord = z.object({ since: z.iso.datetime(), reason: z.enum(REASONS) });

export const ownerText = (databaseId: string): string => `${JSON.stringify({ database: databaseId }, null, 2)}\n`;

/** @throws {Error} for the operator: without an owner that can be read nothing may be swept */
export function parseOwner(text: string): string {
  try {
    return Owner.parse(JSON.parse(text)).database;
  } catch (cause) {
    throw new Error(`${OWNER_FILE} of the store of pictures cannot be read. Restore it, or say: assay store adopt`, {
      cause,
    });
  }
}

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
