/** All ports together. A use case names the few it needs: `deps: Pick<Ports, 'assets' | 'clock'>`. @module */
import type { AccountData } from './accountData.ts';
import type { Memberships, Sessions, Users } from './accounts.ts';
import type { ApiKeys, KeySecrets } from './apiKeys.ts';
import type { Assets } from './assets.ts';
import type { Commitments, OrganizationSigner } from './commitments.ts';
import type { RecipientCopies } from './copies.ts';
import type { Credentials } from './credentials.ts';
import type { ArchiveFormat, Archives, ArchiveStore, StoredBytes } from './archives.ts';
import type { Blocks } from './blocks.ts';
import type { PublishedContent } from './content.ts';
import type { AssetKeys } from './encryption.ts';
import type { Pins } from './pins.ts';
import type { Engine } from './engine.ts';
import type { Embedding, Fingerprints } from './fingerprints.ts';
import type { Outbox } from './events.ts';
import type { Identities, IdentityProviders } from './identities.ts';
import type { Ledger } from './ledger.ts';
import type { LocalSearch } from './localSearch.ts';
import type { Mailer } from './mail.ts';
import type { Manifests } from './manifests.ts';
import type { Organizations } from './organizations.ts';
import type { MailTokens } from './mailTokens.ts';
import type { IdempotentAnswers } from './idempotency.ts';
import type { LoginGuard, RateLimiter, RateWindow } from './rateLimiter.ts';
import type {
  Background,
  ContentIdentifiers,
  Clock,
  Ids,
  OneTimeTokens,
  PasswordHasher,
  Seals,
  Tokens,
  UrlSigner,
} from './runtime.ts';
import type { Provenance } from './provenance.ts';
import type { ShareLinks } from './shareLinks.ts';
import type { PendingVerifications } from './pendingVerifications.ts';
import type { Quotas } from './quotas.ts';
import type { AssetFiles } from './storage.ts';
import type { StorageUsages } from './storageUsage.ts';
import type { TransparencyLog } from './transparencyLog.ts';
import type { Verifications } from './verifications.ts';
import type { AddressGuard, Deliveries, Webhooks } from './webhooks.ts';

/** Numbers that an operator may set and that use cases obey. */
export interface Limits {
  /** Bytes of one picture. */
  readonly uploadBytesMax: number;
  /** Every new asset is encrypted, whether its upload asks for it or not (G34). */
  readonly encryptAtRest: boolean;
  readonly passwordCharsMin: number;
  /** `managed`: a plan that an owner chooses counts only once the operator confirms it (G20). */
  readonly billingMode: 'open' | 'managed';
  /** Beside the personal one (G174). */
  readonly ownedOrganizationsMax: number;
  /** API keys, webhooks and invitations are for confirmed addresses alone (G44). */
  readonly requireVerifiedEmail: boolean;
  /** Requests of one caller, the shortest window first. */
  readonly rates: readonly RateWindow[];
  /** Of one address. */
  readonly registrationsPerMinute: number;
  readonly keyChecksPerMinute: number;
}

export interface Ports {
  readonly users: Users;
  readonly sessions: Sessions;
  readonly memberships: Memberships;
  readonly mailTokens: MailTokens;
  readonly identities: Identities;
  readonly accountData: AccountData;
  readonly apiKeys: ApiKeys;
  readonly keySecrets: KeySecrets;
  readonly organizations: Organizations;
  readonly assets: Assets;
  readonly provenance: Provenance;
  readonly copies: RecipientCopies;
  readonly shareLinks: ShareLinks;
  readonly storageUsages: StorageUsages;
  readonly verifications: Verifications;
  readonly outbox: Outbox;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly addressGuard: AddressGuard;
  /** Files as their owners know them; those of encrypted assets pass through `assetKeys`. */
  readonly files: AssetFiles;
  readonly assetKeys: AssetKeys;
  /** The same as they lie in the store: ciphertext of encrypted assets. */
  readonly storedFiles: AssetFiles;
  readonly blocks: Blocks;
  readonly publishedContent: PublishedContent;
  readonly pins: Pins;
  readonly archives: Archives;
  readonly archiveStore: ArchiveStore;
  readonly archiveFormat: ArchiveFormat;
  readonly storedBytes: StoredBytes;
  readonly mailer: Mailer;
  readonly engine: Engine;
  readonly embedding: Embedding;
  readonly fingerprints: Fingerprints;
  readonly localSearch: LocalSearch;
  readonly credentials: Credentials;
  readonly manifests: Manifests;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly passwords: PasswordHasher;
  readonly tokens: Tokens;
  readonly oneTimeTokens: OneTimeTokens;
  readonly seals: Seals;
  readonly identityProviders: IdentityProviders;
  readonly background: Background;
  readonly urlSigner: UrlSigner;
  readonly contentIdentifiers: ContentIdentifiers;
  readonly quotas: Quotas;
  readonly pendingVerifications: PendingVerifications;
  readonly idempotentAnswers: IdempotentAnswers;
  readonly transparencyLog: TransparencyLog;
  readonly rateLimiter: RateLimiter;
  readonly loginGuard: LoginGuard;
  readonly limits: Limits;
  /** Names everything that a verdict depends on; changes whenever a verdict could (G56). */
  readonly modelVersion: string;
  /** Ids of assets that this process works on right now; recovery leaves them alone. */
  readonly inFlight: Set<string>;
  readonly commitments: Commitments;
  readonly organizationSigner: OrganizationSigner;
  readonly ledger: Ledger;
  /** The same of commitments. */
  readonly commitmentsInFlight: Set<string>;
}
