/** All repositories over one database. @module */
import type { Ports } from '../../app/ports/ports.ts';
import type { Tier } from '../../app/ports/accounts/accounts.ts';
import type { Clock, Ids } from '../../app/ports/runtime/runtime.ts';
import { createApiKeys } from './accounts/apiKeys.ts';
import { createAccountData } from './accounts/accountData.ts';
import { createAssetLeases } from './assets/assetLeases.ts';
import { createAssetLifecycle } from './assets/assetLifecycle.ts';
import { createFailedUploads } from './assets/failedUploads.ts';
import { createAssetQueries } from './assets/assetQueries.ts';
import { createCommitments } from './ledger/commitments.ts';
import { createCopies } from './assets/copies.ts';
import type { Database } from './connection/database.ts';
import { createJobLeases } from './connection/jobLeases.ts';
import { createJobWalks } from './connection/jobWalks.ts';
import { createIdempotentAnswers } from './accounts/idempotency.ts';
import { createIdentities } from './accounts/identities.ts';
import { createMailQueue } from './mail/mailQueue.ts';
import { createMailRequests } from './accounts/mailRequests.ts';
import { createMailTokens } from './accounts/mailTokens.ts';
import { createManifests } from './assets/manifests.ts';
import { createMemberships } from './organizations/memberships.ts';
import { createFingerprints } from './fingerprints/fingerprintRows.ts';
import { nearest } from './fingerprints/nearest.ts';
import { createOrganizationSigner } from './keys/organizationSigner.ts';
import { createServiceFigures } from './operator/serviceFigures.ts';
import { createOrganizations } from './organizations/organizations.ts';
import { createOutbox } from './webhooks/outbox.ts';
import { PLAN_LIMITS, type PlanLimits } from '../../app/ports/accounts/planLimits.ts';
import { createImports } from './imports/imports.ts';
import { createDeliveredFiles } from './assets/deliveredFiles.ts';
import { createRobustnessScores } from './assets/robustnessScores.ts';
import { createProvenance } from './assets/provenance.ts';
import { createDeviceLogins } from './accounts/deviceLogins.ts';
import { createDeferredVerifications } from './verifications/deferredVerifications.ts';
import { createDisputes } from './verifications/disputes.ts';
import { createQuotas } from './quotas/quotas.ts';
import { createSessions } from './accounts/sessions.ts';
import { createShareLinks } from './assets/shareLinks.ts';
import { createStorageUsages } from './quotas/storageUsage.ts';
import { createLogKeyring } from './transparency/transparencyIdentity.ts';
import { createTransparencyLog } from './transparency/transparencyLog.ts';
import { createUsers, type UserSettings } from './accounts/users.ts';
import { createAssetChecks } from './verifications/assetChecks.ts';
import { createSubmissions } from './verifications/submissions.ts';
import { createVerifications } from './verifications/verifications.ts';
import { createDeliveries } from './webhooks/webhookDeliveries.ts';
import { createWebhooks } from './webhooks/webhooks.ts';

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
  | 'disputes'
  | 'submissions'
  | 'assetChecks'
  | 'outbox'
  | 'webhooks'
  | 'deliveries'
  | 'mails'
  | 'mailTokens'
  | 'mailRequests'
  | 'identities'
  | 'deviceLogins'
  | 'accountData'
  | 'quotas'
  | 'idempotentAnswers'
  | 'jobLeases'
  | 'jobWalks'
  | 'serviceFigures'
  | 'deferredVerifications'
  | 'transparencyLog'
  | 'commitments'
  | 'organizationSigner'
  | 'fingerprints'
  | 'deliveredFiles'
  | 'imports'
  | 'robustnessScores'
>;

export interface RepositoryOptions {
  readonly ids: Ids;
  readonly clock: Clock;
  /** 32 secret bytes; stateTokens the organizations' private keys. */
  readonly keyEncryptionKey: Uint8Array;
  /** Default `PLAN_LIMITS`. */
  readonly planLimits?: Readonly<Record<Tier, PlanLimits>>;
  /** Of an address without an account; default 10. */
  readonly anonymousVerificationsPerDay?: number;
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
    anonymousVerificationsPerDay: options.anonymousVerificationsPerDay ?? 10,
    enforceQuotas: options.enforceQuotas ?? false,
  };
  return {
    users: createUsers(database, settings),
    sessions: createSessions(database, settings),
    memberships: createMemberships(database),
    mails: createMailQueue(database, settings),
    mailTokens: createMailTokens(database, settings),
    mailRequests: createMailRequests(database, settings),
    manifests: createManifests(database, settings),
    identities: createIdentities(database),
    deviceLogins: createDeviceLogins(database),
    accountData: createAccountData(database, settings),
    apiKeys: createApiKeys(database),
    organizations: createOrganizations(database, settings),
    commitments: createCommitments(database),
    organizationSigner: createOrganizationSigner(database, settings),
    verifications: createVerifications(database, settings),
    submissions: createSubmissions(database, settings),
    disputes: createDisputes(database, settings),
    assetChecks: createAssetChecks(database, settings),
    outbox: createOutbox(database),
    webhooks: createWebhooks(database, settings),
    imports: createImports(database),
    deliveredFiles: createDeliveredFiles(database, settings),
    provenance: createProvenance(database),
    copies: createCopies(database, settings),
    shareLinks: createShareLinks(database),
    storageUsages: createStorageUsages(database, settings),
    quotas: createQuotas(database, settings),
    deferredVerifications: createDeferredVerifications(database, settings),
    jobLeases: createJobLeases(database),
    jobWalks: createJobWalks(database),
    serviceFigures: createServiceFigures(database),
    idempotentAnswers: createIdempotentAnswers(database, settings),
    transparencyLog: createTransparencyLog(
      database,
      createLogKeyring(database, { keyEncryptionKey: options.keyEncryptionKey, origin: options.logOrigin ?? null }),
    ),
    fingerprints: createFingerprints(database, settings),
    deliveries: createDeliveries(database, settings),
    robustnessScores: createRobustnessScores(database),
    assets: {
      ...createAssetLifecycle(database, settings),
      ...createAssetLeases(database),
      ...createFailedUploads(database, settings),
      ...createAssetQueries(database),
      nearest: (fingerprint, limitEach, scope) =>
        database.read((queries) => nearest(queries, fingerprint, limitEach, scope)),
    },
  };
}
