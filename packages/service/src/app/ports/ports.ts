/** All ports together. A use case names the few it needs: `deps: Pick<Ports, 'assets' | 'clock'>`. @module */
import type { AccountData } from './accounts/accountData.ts';
import type { Memberships, Sessions, Users } from './accounts/accounts.ts';
import type { ApiKeys, KeySecrets } from './accounts/apiKeys.ts';
import type { Assets } from './assets/assets.ts';
import type { Commitments, OrganizationSigner } from './ledger/commitments.ts';
import type { RecipientCopies } from './assets/copies.ts';
import type { Credentials } from './credentials/credentials.ts';
import type { ArchiveFormat, Archives, ArchiveStore, StoredBytes } from './content/archives.ts';
import type { Blocks } from './content/blocks.ts';
import type { PublishedContent } from './content/content.ts';
import type { AssetKeys } from './content/encryption.ts';
import type { Pins } from './content/pins.ts';
import type { Engine } from './verify/engine.ts';
import type { Embedding, Fingerprints } from './assets/fingerprints.ts';
import type { Imports } from './imports/imports.ts';
import type { ImportSources } from './imports/importSources.ts';
import type { DeliveredFiles } from './assets/deliveredFiles.ts';
import type { RobustnessScores } from './assets/robustnessScores.ts';
import type { Outbox } from './delivery/events.ts';
import type { DeviceLogins } from './accounts/deviceLogins.ts';
import type { Identities, IdentityProviders } from './accounts/identities.ts';
import type { Ledger } from './ledger/ledger.ts';
import type { LocalSearch } from './assets/localSearch.ts';
import type { Mailer, MailQueue } from './delivery/mail.ts';
import type { Manifests } from './credentials/manifests.ts';
import type { Organizations } from './accounts/organizations.ts';
import type { MailRequests } from './accounts/mailRequests.ts';
import type { MailTokens } from './accounts/mailTokens.ts';
import type { JobLeases } from './runtime/jobLeases.ts';
import type { JobWalks } from './runtime/jobWalks.ts';
import type { SharedWork } from './runtime/sharedWork.ts';
import type { Traces } from './runtime/traces.ts';
import type { IdempotentAnswers } from './runtime/idempotency.ts';
import type { ServiceFigures } from './runtime/serviceFigures.ts';
import type { KnownNetworks, LoginGuard, RateLimiter, RateWindow } from './runtime/rateLimiter.ts';
import type {
  AddressRules,
  Background,
  ContentIdentifiers,
  Clock,
  CurrentTenant,
  CurrentWork,
  Digests,
  Ids,
  OneTimeTokens,
  PasswordHasher,
  StateTokens,
  Timers,
  Tokens,
  UrlSigner,
} from './runtime/runtime.ts';
import type { Provenance } from './assets/provenance.ts';
import type { ShareLinks } from './assets/shareLinks.ts';
import type { DeferredVerifications } from './verify/deferredVerifications.ts';
import type { Quotas } from './accounts/quotas.ts';
import type { AssetFiles } from './assets/storage.ts';
import type { StoreKeeping } from './assets/storeKeeping.ts';
import type { StorageUsages } from './assets/storageUsage.ts';
import type { TransparencyLog } from './ledger/transparencyLog.ts';
import type { LiveVerifications } from './verify/liveVerifications.ts';
import type { Plans } from './accounts/planLimits.ts';
import type { AssetChecks, CheckLimits } from './verify/assetChecks.ts';
import type { Disputes } from './verify/disputes.ts';
import type { Submissions } from './verify/submissions.ts';
import type { ReportPrinter } from './verify/reportPrinter.ts';
import type { Verifications } from './verify/verifications.ts';
import type { AddressGuard, Deliveries, Webhooks } from './delivery/webhooks.ts';

/** Numbers that an operator may set and that use cases obey. */
export interface Limits {
  /** Bytes of one picture. */
  readonly uploadBytesMax: number;
  /** An upload that takes longer is answered before it is done, ms. */
  readonly uploadAnswerMs: number;
  /** So long files that nothing refers to are kept aside before they are removed. */
  readonly quarantineDays: number;
  /** So long an address at the store gives a file, s; 0: none is given. */
  readonly downloadLinkSeconds: number;
  /** Every new asset is encrypted, whether its upload asks for it or not. */
  readonly encryptAtRest: boolean;
  readonly passwordCharsMin: number;
  /** `managed`: a plan that an owner chooses counts only once the operator confirms it. */
  readonly billingMode: 'open' | 'managed';
  /** What each plan allows here. */
  readonly plans: Plans;
  /** Beside the personal one. */
  readonly ownedOrganizationsMax: number;
  /** Who may see what concerns the whole service: addresses in lower case, or whoever was there first. */
  readonly operators: readonly string[] | 'first account';
  /** API keys, webhooks and invitations are for confirmed addresses alone. */
  readonly requireVerifiedEmail: boolean;
  /** Of one asset by strangers in an hour. */
  readonly assetChecks: CheckLimits;
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
  readonly mailRequests: MailRequests;
  readonly identities: Identities;
  readonly deviceLogins: DeviceLogins;
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
  readonly disputes: Disputes;
  readonly submissions: Submissions;
  readonly assetChecks: AssetChecks;
  readonly reportPrinter: ReportPrinter;
  readonly outbox: Outbox;
  readonly webhooks: Webhooks;
  readonly deliveries: Deliveries;
  readonly addressGuard: AddressGuard;
  /** Files as their owners know them; those of encrypted assets pass through `assetKeys`. */
  readonly files: AssetFiles;
  readonly assetKeys: AssetKeys;
  /** The same as they lie in the store: ciphertext of encrypted assets. */
  readonly storedFiles: AssetFiles;
  readonly storeKeeping: StoreKeeping;
  readonly blocks: Blocks;
  readonly publishedContent: PublishedContent;
  readonly pins: Pins;
  readonly archives: Archives;
  readonly archiveStore: ArchiveStore;
  readonly archiveFormat: ArchiveFormat;
  readonly storedBytes: StoredBytes;
  readonly mails: MailQueue;
  readonly mailer: Mailer;
  readonly engine: Engine;
  readonly embedding: Embedding;
  readonly fingerprints: Fingerprints;
  readonly deliveredFiles: DeliveredFiles;
  readonly imports: Imports;
  readonly importSources: ImportSources;
  readonly robustnessScores: RobustnessScores;
  readonly localSearch: LocalSearch;
  readonly credentials: Credentials;
  readonly manifests: Manifests;
  readonly clock: Clock;
  readonly timers: Timers;
  /** Names this process among all that use the database; another one after each start. */
  readonly processId: string;
  readonly ids: Ids;
  readonly digests: Digests;
  readonly currentTenant: CurrentTenant;
  readonly currentWork: CurrentWork;
  /** Previews that are made again. */
  readonly previewWork: SharedWork;
  readonly addressRules: AddressRules;
  readonly traces: Traces;
  readonly passwords: PasswordHasher;
  readonly tokens: Tokens;
  readonly oneTimeTokens: OneTimeTokens;
  readonly stateTokens: StateTokens;
  readonly identityProviders: IdentityProviders;
  readonly background: Background;
  readonly urlSigner: UrlSigner;
  readonly contentIdentifiers: ContentIdentifiers;
  readonly quotas: Quotas;
  readonly deferredVerifications: DeferredVerifications;
  readonly liveVerifications: LiveVerifications;
  readonly idempotentAnswers: IdempotentAnswers;
  readonly jobLeases: JobLeases;
  readonly jobWalks: JobWalks;
  readonly serviceFigures: ServiceFigures;
  readonly transparencyLog: TransparencyLog;
  readonly rateLimiter: RateLimiter;
  /** Of one account from one network, and of the password asked for again. */
  readonly loginGuard: LoginGuard;
  /** Of one account from all networks that it is not known to come from. */
  readonly accountGuard: LoginGuard;
  readonly knownNetworks: KnownNetworks;
  readonly limits: Limits;
  /** Names everything that a verdict depends on; changes whenever a verdict could. */
  readonly modelVersion: string;
  readonly commitments: Commitments;
  readonly organizationSigner: OrganizationSigner;
  readonly ledger: Ledger;
  /** Ids of commitments that this process works on right now; its job leaves them alone. */
  readonly commitmentsInFlight: Set<string>;
}
