/** Mails as rows, written with what causes them. @module */
import type { Mail } from '../../../app/ports/delivery/mail.ts';
import type { Ids } from '../../../app/ports/runtime/runtime.ts';
import { seal, unseal } from '../../crypto/seal.ts';
import type { Queries } from '../connection/database.ts';
import { databaseNow, databaseNowPlus } from '../connection/databaseClock.ts';
import { storableText } from '../connection/storable.ts';
import { mails } from '../schema/delivery.ts';

export interface MailSettings {
  readonly ids: Ids;
  /** 32 secret bytes. */
  readonly keyEncryptionKey: Uint8Array;
}

export const mailContext = (id: string): string => `assay mail ${id}`;

/** Due as soon as the transaction ends. @param written null: nobody to write to */
export async function insertMails(
  transaction: Queries,
  { ids, keyEncryptionKey }: MailSettings,
  written: Mail | readonly Mail[] | null | undefined,
): Promise<void> {
  for (const { to, subject, text, validForMs } of [written ?? []].flat()) {
    const id = ids.uuid();
    await transaction.insert(mails).values({
      id,
      recipient: to,
      subject: storableText(subject),
      textSealed: seal(keyEncryptionKey, mailContext(id), Buffer.from(text)),
      validUntil: validForMs === undefined ? null : databaseNowPlus(validForMs),
      nextAttemptAt: databaseNow(),
      createdAt: databaseNow(),
    });
  }
}

/** Null if it does not open: sealed under another key, or of another row. */
export function openedText(keyEncryptionKey: Uint8Array, id: string, sealed: Uint8Array | null): string | null {
  if (!sealed) return null;
  try {
    return Buffer.from(unseal(keyEncryptionKey, mailContext(id), sealed)).toString();
  } catch {
    return null;
  }
}
