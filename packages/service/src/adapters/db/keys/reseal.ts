/** Everything that is sealed under the key encryption key, sealed under another one: rows only, no file changes. @module */
import { eq, isNotNull, or } from 'drizzle-orm';
import type { Resealed } from '../../../app/ports/content/encryption.ts';
import { localMasterKey, organizationKeyContext, associatedDataOf } from '../../masterKeys/localWrapping.ts';
import type { Database, Queries } from '../connection/database.ts';
import { masterKeyContext } from './masterKey.ts';
import { idempotencyKeys } from '../schema/access.ts';
import { organizationEncryptionKeys } from '../schema/content.ts';
import { mailContext } from '../mail/mailRows.ts';
import { mails, webhooks } from '../schema/delivery.ts';
import { organizationKeys } from '../schema/organizations.ts';
import { deferredVerifications, disputes, storedSubmissions } from '../schema/verifications.ts';
import { transparencyLog } from '../schema/transparency.ts';
import { seal, unseal } from '../../crypto/seal.ts';
import { LOG_KEY_CONTEXT } from '../transparency/transparencyIdentity.ts';
import { deferredPictureContext } from '../verifications/deferredVerifications.ts';
import { pictureContext } from '../verifications/disputes.ts';
import { submissionContext } from '../verifications/submissions.ts';
import { webhookSecretContext } from '../webhooks/webhookRows.ts';

/** Both 32 secret bytes. */
export interface KeyChange {
  readonly from: Uint8Array;
  readonly to: Uint8Array;
}

/**
 * One transaction: all of it or nothing, and run again it finds nothing to do. What opens under the new key already is left
 * alone. Remembered answers to repeated requests are forgotten; they live for a day at most.
 * @throws {Error} naming the first row that opens under neither key; nothing is changed then
 */
export const resealAll = (database: Database, keys: KeyChange): Promise<Resealed> =>
  database.write(async (transaction) => {
    const moved = {
      signingKeys: await resealSigningKeys(transaction, keys),
      logKeys: await resealLogKey(transaction, keys),
      webhookSecrets: await resealWebhooks(transaction, keys),
      mails: await resealMails(transaction, keys),
      storedSubmissions: await resealSubmissions(transaction, keys),
      deferredPictures: await resealDeferredPictures(transaction, keys),
      disputedPictures: await resealDisputedPictures(transaction, keys),
      encryptionKeys: await resealEncryptionKeys(transaction, keys),
    };
    if (Object.values(moved).some((count) => count > 0))
      await transaction
        .delete(idempotencyKeys)
        .where(or(isNotNull(idempotencyKeys.responseBody), isNotNull(idempotencyKeys.madeSealed)));
    return moved;
  });

/** Null if it lies under the new key already. */
function moved({ from, to }: KeyChange, context: string, sealed: Uint8Array): Uint8Array | null {
  if (opened(to, context, sealed)) return null;
  const secret = opened(from, context, sealed);
  if (!secret)
    throw new Error(`The ${context} opens neither under the present key encryption key nor under the one before.`);
  return seal(to, context, secret);
}

function opened(key: Uint8Array, context: string, sealed: Uint8Array): Uint8Array | null {
  try {
    return unseal(key, context, sealed);
  } catch {
    return null;
  }
}

async function resealSigningKeys(transaction: Queries, keys: KeyChange): Promise<number> {
  const { id, organizationId, version, privateKeySealed } = organizationKeys;
  const rows = await transaction
    .select({ id, organizationId, version, privateKeySealed })
    .from(organizationKeys)
    .for('update');
  let count = 0;
  for (const row of rows) {
    const sealed = moved(keys, masterKeyContext(row.organizationId, row.version), row.privateKeySealed);
    if (!sealed) continue;
    await transaction.update(organizationKeys).set({ privateKeySealed: sealed }).where(eq(id, row.id));
    count += 1;
  }
  return count;
}

/** Without it the log could not sign another checkpoint, ever. */
async function resealLogKey(transaction: Queries, keys: KeyChange): Promise<number> {
  const rows = await transaction.select().from(transparencyLog).for('update');
  let count = 0;
  for (const row of rows) {
    const sealed = moved(keys, LOG_KEY_CONTEXT, row.privateKeySealed);
    if (!sealed) continue;
    await transaction.update(transparencyLog).set({ privateKeySealed: sealed }).where(eq(transparencyLog.id, row.id));
    count += 1;
  }
  return count;
}

async function resealWebhooks(transaction: Queries, keys: KeyChange): Promise<number> {
  const { id, secretSealed, previousSecretSealed } = webhooks;
  const rows = await transaction.select({ id, secretSealed, previousSecretSealed }).from(webhooks).for('update');
  let count = 0;
  for (const row of rows) {
    const context = webhookSecretContext(row.id);
    const present = moved(keys, context, row.secretSealed);
    const previous = row.previousSecretSealed && moved(keys, context, row.previousSecretSealed);
    if (!present && !previous) continue;
    const change = {
      ...(present ? { secretSealed: present } : {}),
      ...(previous ? { previousSecretSealed: previous } : {}),
    };
    await transaction.update(webhooks).set(change).where(eq(id, row.id));
    count += 1;
  }
  return count;
}

async function resealMails(transaction: Queries, keys: KeyChange): Promise<number> {
  const { id, textSealed } = mails;
  const rows = await transaction.select({ id, textSealed }).from(mails).where(isNotNull(textSealed)).for('update');
  let count = 0;
  for (const row of rows) {
    const sealed = row.textSealed && moved(keys, mailContext(row.id), row.textSealed);
    if (!sealed) continue;
    await transaction.update(mails).set({ textSealed: sealed }).where(eq(id, row.id));
    count += 1;
  }
  return count;
}

const resealDisputedPictures = (transaction: Queries, keys: KeyChange): Promise<number> =>
  resealPictures(transaction, keys, disputes, pictureContext);

const resealDeferredPictures = (transaction: Queries, keys: KeyChange): Promise<number> =>
  resealPictures(transaction, keys, deferredVerifications, deferredPictureContext);

/** One at a time: each may have megabytes. */
async function resealPictures(
  transaction: Queries,
  keys: KeyChange,
  table: typeof disputes | typeof deferredVerifications,
  contextOf: (id: string) => string,
): Promise<number> {
  const { id, pictureSealed } = table;
  let count = 0;
  for (const row of await transaction.select({ id }).from(table).where(isNotNull(pictureSealed)).for('update')) {
    const [kept] = await transaction.select({ pictureSealed }).from(table).where(eq(id, row.id));
    const sealed = kept?.pictureSealed && moved(keys, contextOf(row.id), kept.pictureSealed);
    if (!sealed) continue;
    await transaction.update(table).set({ pictureSealed: sealed }).where(eq(id, row.id));
    count += 1;
  }
  return count;
}

/** One at a time: each may have megabytes. */
async function resealSubmissions(transaction: Queries, keys: KeyChange): Promise<number> {
  const { verificationId } = storedSubmissions;
  let count = 0;
  for (const { id } of await transaction.select({ id: verificationId }).from(storedSubmissions).for('update')) {
    const [kept] = await transaction.select().from(storedSubmissions).where(eq(verificationId, id));
    const pictureSealed = kept && moved(keys, submissionContext('picture', id), kept.pictureSealed);
    if (!pictureSealed) continue;
    const mapSealed = kept.mapSealed && moved(keys, submissionContext('map', id), kept.mapSealed);
    const presenceSealed = kept.presenceSealed && moved(keys, submissionContext('presence', id), kept.presenceSealed);
    await transaction
      .update(storedSubmissions)
      .set({ pictureSealed, mapSealed, presenceSealed })
      .where(eq(verificationId, id));
    count += 1;
  }
  return count;
}

/** Those under `local:`; other master keys have nothing to do with the key encryption key. */
async function resealEncryptionKeys(transaction: Queries, { from, to }: KeyChange): Promise<number> {
  const keys = { from: localMasterKey(from), to: localMasterKey(to) };
  const { id, organizationId, version, keyWrapped, masterKeyRef } = organizationEncryptionKeys;
  const rows = await transaction
    .select({ id, organizationId, version, keyWrapped })
    .from(organizationEncryptionKeys)
    .where(eq(masterKeyRef, 'local:'))
    .for('update');
  let count = 0;
  for (const row of rows) {
    const facts = organizationKeyContext(row.organizationId, row.version);
    const wrapped = moved(keys, associatedDataOf(facts), row.keyWrapped);
    if (!wrapped) continue;
    await transaction.update(organizationEncryptionKeys).set({ keyWrapped: wrapped }).where(eq(id, row.id));
    count += 1;
  }
  return count;
}
