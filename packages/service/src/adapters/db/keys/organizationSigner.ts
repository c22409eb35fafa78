/** Signatures by the keys of organizations; docs/spec/organizations.md#signing-keys. @module */
import type { KeyObject } from 'node:crypto';
import { AppError } from '@assay/core/errors';
import { and, desc, eq } from 'drizzle-orm';
import type { OrganizationSigner } from '../../../app/ports/ledger/commitments.ts';
import type { Clock, Ids } from '../../../app/ports/runtime/runtime.ts';
import { privateKeyOf, signEd25519, verifyEd25519 } from '../../crypto/ed25519.ts';
import type { Database, Queries } from '../connection/database.ts';
import { mintMasterKey, openMasterKey } from './masterKey.ts';
import { organizationKeys, organizations } from '../schema/organizations.ts';

export interface SignerSettings {
  readonly ids: Ids;
  readonly clock: Clock;
  readonly keyEncryptionKey: Uint8Array;
}

/** Opened keys that are kept at hand; opening one again costs less than a millisecond. */
const OPEN_KEYS_MAX = 1_000;

export function createOrganizationSigner(database: Database, settings: SignerSettings): OrganizationSigner {
  // Of a version, never of "the present key": another process may rotate it at any time.
  const opened = new Map<string, KeyObject>();
  const privateKey = (organizationId: string, row: KeyRow): KeyObject => {
    const name = `${organizationId}/${row.version}`;
    const known = opened.get(name);
    if (known) return known;
    const seed = openMasterKey(settings.keyEncryptionKey, organizationId, row.version, row.privateKeySealed);
    const key = privateKeyOf(row.publicKey, seed);
    if (opened.size >= OPEN_KEYS_MAX) opened.clear();
    opened.set(name, key);
    return key;
  };
  const publicKey = (organizationId: string, version: number): Promise<Uint8Array | null> =>
    database.read(async (queries) => {
      const [row] = await queries
        .select({ publicKey: organizationKeys.publicKey })
        .from(organizationKeys)
        .where(and(eq(organizationKeys.organizationId, organizationId), eq(organizationKeys.version, version)));
      return row?.publicKey ?? null;
    });

  return {
    async sign(organizationId, message) {
      const row =
        (await database.read((queries) => presentKey(queries, organizationId))) ??
        (await database.write((transaction) => firstKey(transaction, settings, organizationId)));
      return { signature: signEd25519(privateKey(organizationId, row), message), keyVersion: row.version };
    },
    publicKey,
    async verify(organizationId, keyVersion, message, signature) {
      const key = await publicKey(organizationId, keyVersion);
      return key !== null && verifyEd25519(key, message, signature);
    },
  };
}

type KeyRow = Pick<typeof organizationKeys.$inferSelect, 'version' | 'publicKey' | 'privateKeySealed'>;

async function presentKey(queries: Queries, organizationId: string): Promise<KeyRow | null> {
  const [row] = await queries
    .select({
      version: organizationKeys.version,
      publicKey: organizationKeys.publicKey,
      privateKeySealed: organizationKeys.privateKeySealed,
    })
    .from(organizationKeys)
    .where(eq(organizationKeys.organizationId, organizationId))
    .orderBy(desc(organizationKeys.version))
    .limit(1);
  return row ?? null;
}

/** For an organization that was made before there were keys. Its row is locked, so that two do not make one each. */
async function firstKey(
  transaction: Queries,
  { ids, clock, keyEncryptionKey }: SignerSettings,
  organizationId: string,
): Promise<KeyRow> {
  const [organization] = await transaction
    .select({ id: organizations.id })
    .from(organizations)
    .where(eq(organizations.id, organizationId))
    .for('update');
  if (!organization) throw new AppError('ORGANIZATION_NOT_FOUND', 'There is no such organization.');
  const present = await presentKey(transaction, organizationId);
  if (present) return present;
  const made = { version: 1, ...mintMasterKey(keyEncryptionKey, organizationId, 1) };
  const createdAt = clock.now();
  await transaction.insert(organizationKeys).values({ id: ids.uuid(), organizationId, ...made, createdAt });
  await transaction
    .update(organizations)
    .set({ masterKeyRef: `local:${organizationId}/1` })
    .where(eq(organizations.id, organizationId));
  return made;
}
