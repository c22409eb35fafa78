/** All repositories over one database. @module */
import type { Ports } from '../../app/ports/ports.ts';
import type { Tier } from '../../app/ports/accounts.ts';
import type { Clock, Ids } from '../../app/ports/runtime.ts';
import { createApiKeys } from './apiKeys.ts';
import { createAccountData } from './accountData.ts';
import { createAssetLifecycle } from './assetLifecycle.ts';
import { createAssetQueries } from './assetQueries.ts';
import { createCommitments } from './commitments.ts';
import { createCopies } from './copies.ts';
import type { Database } from './database.ts';
import { createIdempotentAnswers } from './idempotency.ts';
import { createIdentities } from './identities.ts';
import { createMailTokens } from './mailTokens.ts';
import { createManifests } from './manifests.ts';
import { createMemberships } from './memberships.ts';
import { createFingerprints } from './fingerprintRows.ts';
import { nearest } from './nearest.ts';
import { createOrganizationSigner } from './organizationSigner.ts';
import { createOrganizations } from './organizations.ts';
import { createOutbox } from './outbox.ts';
import { PLAN_LIMITS, type PlanLimits } from './planLimits.ts';
import { createProvenance } from './provenance.ts';
import { createPendingVerifications } from './pendingVerifications.ts';
import { createQuotas } from './quotas.ts';
import { createSessions } from './sessions.ts';
import { createShareLinks } from './shareLinks.ts';
import { createStorageUsages } from './storageUsage.ts';
import { createLogKeyring } from './transparencyIdentity.ts';
import { createTransparencyLog } from './transparencyLog.ts';
import { createUsers, type UserSettings } from './users.ts';
import { createVerifications } from './verifications.ts';
import { createDeliveries } from './webhookDeliveries.ts';
import { createWebhooks } from './webhooks.ts';

export type Repositories = Pick<
  Ports,
  | 'users'
  | 'sessions'
  | 'memberships'
  | 'apiKeys'
  | 'organizations'
  | 'assets'
  | 'provenance'
  | 'copies'
  | 'manifests'
  | 'shareLinks'
  | 'storageUsages'
  | 'verifications'
  | 'outbox'
  | 'webhooks'
  | 'deliveries'
  | 'mailTokens'
  | 'identities'
  | 'accountData'
  | 'quotas'
  | 'idempotentAnswers'
  | 'pendingVerifications'
  | 'transparencyLog'
  | 'commitments'
  | 'organizationSigner'
  | 'fingerprints'
>;

export interface RepositoryOptions {
  readonly ids: Ids;
  readonly clock: Clock;
  /** 32 secret bytes; seals the organizations' private keys. */
  readonly keyEncryptionKey: Uint8Array;
  /** Default `PLAN_LIMITS`. */
  readonly planLimits?: Readonly<Record<Tier, PlanLimits>>;
  /** Refuse what exceeds a quota; default false, which only counts. */
  readonly enforceQuotas?: boolean;
  /** Of a transparency log that is not founded yet; default null, which gives it a name of its own. */
  readonly logOrigin?: string | null;
}

export function createRepositories(database: Database, options: RepositoryOptions): Repositories {
  const settings: UserSettings = {
    ids: options.ids,
    clock: options.clock,
    keyEncryptionKey: options.keyEncryptionKey,
    planLimits: options.planLimits ?? PLAN_LIMITS,
    enforceQuotas: options.enforceQuotas ?? false,
  };
  return {
    users: createUsers(database, settings),
    sessions: createSessions(database),
    memberships: createMemberships(database),
    mailTokens: createMailTokens(database),
    manifests: createManifests(database, settings),
    identities: createIdentities(database),
    accountData: createAccountData(database),
    apiKeys: createApiKeys(database),
    organizations: createOrganizations(database, settings),
    commitments: createCommitments(database),
    organizationSigner: createOrganizationSigner(database, settings),
    verifications: createVerifications(database),
    outbox: createOutbox(database),
    webhooks: createWebhooks(database, settings),
    deliveries: createDeliveries(database, settings),
    provenance: createProvenance(database),
    copies: createCopies(database, settings),
    shareLinks: createShareLinks(database),
    storageUsages: createStorageUsages(database, settings),
    quotas: createQuotas(database, settings),
    pendingVerifications: createPendingVerifications(database),
    idempotentAnswers: createIdempotentAnswers(database, settings),
    transparencyLog: createTransparencyLog(
      database,
      createLogKeyring(database, { keyEncryptionKey: options.keyEncryptionKey, origin: options.logOrigin ?? null }),
    ),
    fingerprints: createFingerprints(database, settings),
    assets: {
      ...createAssetLifecycle(database, settings),
      ...createAssetQueries(database),
      nearest: (fingerprint, limitEach, scope) =>
        database.read((queries) => nearest(queries, fingerprint, limitEach, scope)),
    },
  };
}
