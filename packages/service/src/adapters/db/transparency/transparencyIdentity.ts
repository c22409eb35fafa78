/** Who the transparency log is: its origin and key, made once, the private half sealed. @module */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { checkpointText } from '@assay/core/transparency/checkpoint';
import { keyIdOf, signNote, verifierKey } from '@assay/core/transparency/signedNote';
import { AppError } from '@assay/core/errors';
import { asc, eq } from 'drizzle-orm';
import type { LogFoundation, LogSigner } from '../../../app/ports/ledger/transparencyKeeping.ts';
import type { LogIdentity, NewLeaf } from '../../../app/ports/ledger/transparencyLog.ts';
import { privateKeyOf, signEd25519 } from '../../crypto/ed25519.ts';
import type { Database, Queries } from '../connection/database.ts';
import { transparencyLog } from '../schema/transparency.ts';
import { seal, unseal } from '../../crypto/seal.ts';
import { appendLeaf } from './transparencyLeaves.ts';
import { PRESENT_LOG } from './transparencyTree.ts';

/** Where the private half belongs. */
export const LOG_KEY_CONTEXT = 'assay transparency log key';

export type LogKeyring = LogSigner & LogFoundation;

export interface KeyringSettings {
  /** 32 secret bytes. */
  readonly keyEncryptionKey: Uint8Array;
  /** For a log that is not founded yet; null: a name that nobody else has. */
  readonly origin: string | null;
}

type Founded = { readonly log: number; readonly identity: LogIdentity; readonly privateKeySealed: Uint8Array };

/** Of the log that a service begins with. */
const FIRST_LOG = 1;

/**
 * The log is founded when it is first asked for: whichever process comes first, all get the same one. It is read at every
 * use: an operator may have continued it under another name meanwhile.
 */
export function createLogKeyring(database: Database, settings: KeyringSettings): LogKeyring {
  const founded = (): Promise<Founded> => findOrFound(database, settings);
  return {
    identity: async () => (await founded()).identity,
    continueAs: (origin, leaf) =>
      database.write((transaction) => continueAs(transaction, { ...settings, origin }, leaf)),
    async sign(head) {
      const { log, identity, privateKeySealed } = await founded();
      const { origin, publicKey } = identity;
      const key = privateKeyOf(publicKey, unseal(settings.keyEncryptionKey, LOG_KEY_CONTEXT, privateKeySealed));
      const sign = (message: Uint8Array): Uint8Array => signEd25519(key, message);
      return { log, note: signNote(checkpointText({ origin, ...head }), { name: origin, publicKey }, sign) };
    },
  };
}

async function findOrFound(database: Database, settings: KeyringSettings): Promise<Founded> {
  const found = await database.read(findLog);
  if (found) return found;
  const row = newLog(settings);
  return database.write(async (transaction) => {
    await transaction.insert(transparencyLog).values(row).onConflictDoNothing();
    const kept = await findLog(transaction);
    if (!kept) throw new Error('the transparency log was founded and is not there');
    return kept;
  });
}

async function continueAs(transaction: Queries, settings: KeyringSettings, leaf: NewLeaf): Promise<void> {
  const rows = await transaction.select().from(transparencyLog).orderBy(asc(transparencyLog.id)).for('update');
  const former = rows.at(-1);
  if (!former) throw new Error('there is no transparency log to continue');
  if (rows.some(({ origin }) => origin === settings.origin))
    throw new AppError('VALIDATION_ERROR', `The log was called ${settings.origin} before. Choose another name.`);
  const row = { ...newLog(settings), id: former.id + 1, treeSize: former.treeSize };
  await transaction.insert(transparencyLog).values(row);
  await appendLeaf(transaction, leaf);
}

async function findLog(queries: Queries): Promise<Founded | null> {
  const [row] = await queries.select().from(transparencyLog).where(eq(transparencyLog.id, PRESENT_LOG));
  if (!row) return null;
  const key = { name: row.origin, publicKey: row.publicKey };
  const keyId = Buffer.from(keyIdOf(key)).toString('hex');
  const identity = { origin: row.origin, publicKey: row.publicKey, keyId, verifierKey: verifierKey(key) };
  return { log: row.id, identity, privateKeySealed: row.privateKeySealed };
}

function newLog({ keyEncryptionKey, origin }: KeyringSettings): typeof transparencyLog.$inferInsert {
  const jwk = generateKeyPairSync('ed25519').privateKey.export({ format: 'jwk' });
  return {
    id: FIRST_LOG,
    // A top-level name that is nobody's (RFC 6761) and a number that no other log will have.
    origin: origin ?? `assay.invalid/${randomBytes(8).toString('hex')}`,
    publicKey: Buffer.from(jwk.x as string, 'base64url'),
    privateKeySealed: seal(keyEncryptionKey, LOG_KEY_CONTEXT, Buffer.from(jwk.d as string, 'base64url')),
  };
}
