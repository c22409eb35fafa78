/** The whole service on fakes, with the real tokens, passwords and links: for tests through `app.inject`. @module */
import { liveVerifications } from '../../src/adapters/runtime/liveVerifications.ts';
import { SIMILARITY_CONFIG } from '@assay/core/fingerprint/similarityConfig';
import pino from 'pino';
import type { Ports } from '../../src/app/ports/ports.ts';
import { contentIdentifiers } from '../../src/adapters/content/contentIdentifiers.ts';
import { createBackground, type RunningBackground } from '../../src/adapters/jobs/background.ts';
import { makeAttemptSecrets } from '../../src/adapters/oauth/authorizationCode.ts';
import { oneTimeTokens } from '../../src/adapters/crypto/oneTimeTokens.ts';
import { createPasswordHasher } from '../../src/adapters/crypto/passwords.ts';
import { keySecrets } from '../../src/adapters/crypto/keySecrets.ts';
import { createTraces } from '../../src/adapters/traces/createTraces.ts';
import { currentTenant } from '../../src/adapters/runtime/currentTenant.ts';
import { currentWork } from '../../src/adapters/runtime/currentWork.ts';
import { printReport } from '../../src/adapters/pdf/printReport.ts';
import { digests } from '../../src/adapters/crypto/digests.ts';
import { addressRules } from '../../src/adapters/limits/addressRules.ts';
import { createStateTokens } from '../../src/adapters/crypto/stateTokens.ts';
import { createTokens } from '../../src/adapters/crypto/tokens.ts';
import { createAddressGuard } from '../../src/adapters/webhooks/addressGuard.ts';
import { createSharedWork } from '../../src/adapters/runtime/sharedWork.ts';
import { systemTimers } from '../../src/adapters/runtime/timers.ts';
import { createUrlSigner } from '../../src/adapters/crypto/urlSigner.ts';
import { uuidV7Ids } from '../../src/adapters/ids/uuidV7.ts';
import { buildApp } from '../../src/http/app.ts';
import { composeLimits } from '../../src/compose/limits.ts';
import type { Clock } from '../../src/app/ports/runtime/runtime.ts';
import { bodyLimits } from '../../src/http/request/bodies/memoryBudget.ts';
import type { App, HttpSettings } from '../../src/http/httpDeps.ts';
import { contentInDatabase } from './contentInDatabase.ts';
import { type ManualClock, manualClock } from './manualClock.ts';
import { type MemoryAccounts, memoryAccounts } from './memoryAccounts.ts';
import { memoryApiKeys, type MemoryApiKeys } from './memoryApiKeys.ts';
import { type MemoryAssets, memoryAssets, memoryPairs } from './memoryAssets.ts';
import { type MemoryCopies, memoryCopies } from './memoryCopies.ts';
import { type MemoryProvenance, memoryProvenance } from './memoryProvenance.ts';
import { memoryCommitments, type MemoryCommitments, memorySigner } from './memoryCommitments.ts';
import { createEmbeddedLedger } from '../../src/adapters/ledger/embedded/embeddedLedger.ts';
import { memoryShareLinks } from './memoryShareLinks.ts';
import { type MemoryMailer, memoryMailer } from './memoryMailer.ts';
import { memoryManifests } from './memoryManifests.ts';
import { memorySignIn } from './memorySignIn.ts';
import { memoryOutbox, type MemoryOutbox } from './memoryOutbox.ts';
import { memoryIdempotentAnswers } from './memoryIdempotentAnswers.ts';
import { type MemoryDeferredVerifications, memoryDeferredVerifications } from './memoryDeferredVerifications.ts';
import { type MemoryQuotas, memoryQuotas } from './memoryQuotas.ts';
import { memoryJobWalks } from './jobs/memoryJobWalks.ts';
import { type MemoryFiles, memoryFiles } from './memoryFiles.ts';
import { memoryAssetChecks, type MemoryVerifications, memoryVerifications } from './memoryVerifications.ts';
import { memoryWebhooks } from './memoryWebhooks.ts';
import { noTransparencyLog } from './noTransparencyLog.ts';
import { memoryImports } from './imports/memoryImports.ts';
import { onlyInDatabase } from './onlyInDatabase.ts';
import { type ToyCredentials, toyCredentials } from './toyCredentials.ts';
import { TOY_MODEL, type ToyEngine, toyEngine } from './toyEngine.ts';

export interface FakePorts extends Ports {
  readonly assets: MemoryAssets;
  readonly provenance: MemoryProvenance;
  readonly commitments: MemoryCommitments;
  readonly copies: MemoryCopies;
  readonly files: MemoryFiles;
  readonly verifications: MemoryVerifications;
  readonly outbox: MemoryOutbox;
  readonly apiKeys: MemoryApiKeys;
  readonly quotas: MemoryQuotas;
  readonly deferredVerifications: MemoryDeferredVerifications;
  readonly mailer: MemoryMailer;
  readonly engine: ToyEngine;
  readonly credentials: ToyCredentials;
  readonly clock: ManualClock;
  readonly background: RunningBackground;
}

export interface TestService {
  readonly app: App;
  readonly ports: FakePorts;
  readonly join: MemoryAccounts['join'];
  readonly nameAssets: MemoryAccounts['nameAssets'];
  readonly probes: { database: boolean; models: boolean; logProblems: string[]; mailProblems: string[] };
}

export const UPLOAD_BYTES_MAX = 64 * 1024;

/** Names that webhooks of tests may have; nothing is asked of a name server. */
const resolveTestNames = async (host: string): Promise<string[]> =>
  host === 'hooks.example.org'
    ? ['198.41.0.4', '2001:503:ba3e::2:30']
    : host === 'inside.example.org'
      ? ['10.0.0.7']
      : [];

export async function fakePorts(): Promise<{ ports: FakePorts } & Pick<MemoryAccounts, 'join' | 'nameAssets'>> {
  const clock = manualClock();
  const ids = uuidV7Ids(clock);
  const { join, nameAssets, ...accounts } = memoryAccounts();
  const provenance = memoryProvenance();
  const copies = memoryCopies(provenance);
  const files = memoryFiles();
  const ports = {
    ...accounts,
    ...memorySignIn(),
    assets: memoryAssets({ provenance, copies }),
    provenance,
    copies,
    shareLinks: memoryShareLinks(provenance),
    transparencyLog: noTransparencyLog,
    storageUsages: { of: onlyInDatabase('storageUsages.of') },
    verifications: memoryVerifications(),
    disputes: {
      open: onlyInDatabase('disputes.open'),
      latestOf: onlyInDatabase('disputes.latestOf'),
      find: onlyInDatabase('disputes.find'),
      list: onlyInDatabase('disputes.list'),
      page: onlyInDatabase('disputes.page'),
      picture: onlyInDatabase('disputes.picture'),
      resolve: onlyInDatabase('disputes.resolve'),
      forgetPictures: onlyInDatabase('disputes.forgetPictures'),
    },
    submissions: {
      assertRoom: async () => {},
      maps: async () => null,
      find: async () => null,
      forgetOverdue: onlyInDatabase('submissions.forgetOverdue'),
    },
    assetChecks: memoryAssetChecks(),
    outbox: memoryOutbox(),
    ...memoryWebhooks(ids),
    addressGuard: createAddressGuard({ resolve: resolveTestNames, allowLoopback: false }),
    quotas: memoryQuotas(),
    deferredVerifications: memoryDeferredVerifications(),
    liveVerifications: liveVerifications(),
    idempotentAnswers: memoryIdempotentAnswers(clock),
    files,
    storeKeeping: files.keeping,
    ...contentInDatabase(),
    mails: {
      claim: onlyInDatabase('mails.claim'),
      settle: onlyInDatabase('mails.settle'),
      dead: onlyInDatabase('mails.dead'),
      sendAgain: onlyInDatabase('mails.sendAgain'),
      flow: onlyInDatabase('mails.flow'),
      forget: onlyInDatabase('mails.forget'),
    },
    mailer: memoryMailer(),
    manifests: memoryManifests(),
    engine: toyEngine(),
    localSearch: { find: () => Promise.resolve([]) },
    credentials: toyCredentials(),
    clock,
    ids,
    digests: { ...digests },
    currentTenant,
    traces: createTraces(null),
    currentWork,
    previewWork: createSharedWork(2),
    addressRules: { ...addressRules },
    reportPrinter: { pdf: printPlain, signedPdf: printPlain },
    // As cheap as Argon2id can be: tests open accounts by the thousand.
    passwords: await createPasswordHasher({ memoryCost: 8, timeCost: 1 }),
    tokens: createTokens({ secrets: [Buffer.alloc(32, 9)] }, clock, ids),
    oneTimeTokens: { ...oneTimeTokens },
    stateTokens: createStateTokens(Buffer.alloc(32, 8), clock),
    identityProviders: { all: [], makeSecrets: makeAttemptSecrets },
    // A failure in the background fails the test run.
    background: createBackground((error) => {
      throw error;
    }),
    apiKeys: memoryApiKeys(),
    organizations: {
      create: onlyInDatabase('organizations.create'),
      find: onlyInDatabase('organizations.find'),
      list: onlyInDatabase('organizations.list'),
      change: onlyInDatabase('organizations.change'),
      members: onlyInDatabase('organizations.members'),
      member: onlyInDatabase('organizations.member'),
      invitations: onlyInDatabase('organizations.invitations'),
      findInvitation: onlyInDatabase('organizations.findInvitation'),
      findInvitationOf: onlyInDatabase('organizations.findInvitationOf'),
      forgetInvitations: onlyInDatabase('organizations.forgetInvitations'),
      auditLog: onlyInDatabase('organizations.auditLog'),
      auditHeads: onlyInDatabase('organizations.auditHeads'),
      masterKeys: onlyInDatabase('organizations.masterKeys'),
    },
    // A copy: files of one worker share modules, and a test may replace a method of a port.
    keySecrets: { ...keySecrets },
    urlSigner: createUrlSigner(Buffer.alloc(32, 7), clock),
    contentIdentifiers,
    ...memoryLimits(clock),
    modelVersion: 'assay@test',
    embedding: { model: TOY_MODEL, similarity: SIMILARITY_CONFIG },
    importSources: {
      names: [],
      archiveBytesMax: 64 * 1024 * 1024,
      receive: onlyInDatabase('importSources.receive'),
      openReceived: onlyInDatabase('importSources.openReceived'),
      keep: onlyInDatabase('importSources.keep'),
      drop: onlyInDatabase('importSources.drop'),
      openPrefix: onlyInDatabase('importSources.openPrefix'),
      open: onlyInDatabase('importSources.open'),
      remove: onlyInDatabase('importSources.remove'),
      kept: onlyInDatabase('importSources.kept'),
    },
    imports: memoryImports(),
    deliveredFiles: {
      hold: onlyInDatabase('deliveredFiles.hold'),
      letGo: onlyInDatabase('deliveredFiles.letGo'),
      replace: onlyInDatabase('deliveredFiles.replace'),
      notePreview: onlyInDatabase('deliveredFiles.notePreview'),
      former: onlyInDatabase('deliveredFiles.former'),
      forgetFormer: onlyInDatabase('deliveredFiles.forgetFormer'),
    },
    robustnessScores: {
      missing: onlyInDatabase('robustnessScores.missing'),
      put: onlyInDatabase('robustnessScores.put'),
    },
    fingerprints: {
      takeOutdated: onlyInDatabase('fingerprints.takeOutdated'),
      countOutdated: onlyInDatabase('fingerprints.countOutdated'),
      replace: onlyInDatabase('fingerprints.replace'),
      setAside: onlyInDatabase('fingerprints.setAside'),
      takeBackAside: onlyInDatabase('fingerprints.takeBackAside'),
      takeUnmatched: onlyInDatabase('fingerprints.takeUnmatched'),
      release: onlyInDatabase('fingerprints.release'),
      releaseAll: onlyInDatabase('fingerprints.releaseAll'),
      wantedModel: onlyInDatabase('fingerprints.wantedModel'),
      wantModel: onlyInDatabase('fingerprints.wantModel'),
      ...memoryPairs(),
    },
    timers: systemTimers,
    processId: 'test',
    serviceFigures: { read: onlyInDatabase('serviceFigures.read'), firstAccount: onlyInDatabase('firstAccount') },
    jobWalks: memoryJobWalks(),
    jobLeases: {
      take: onlyInDatabase('jobLeases.take'),
      renew: onlyInDatabase('jobLeases.renew'),
      end: onlyInDatabase('jobLeases.end'),
      endAll: onlyInDatabase('jobLeases.endAll'),
    },
    commitments: memoryCommitments(),
    organizationSigner: memorySigner(),
    // Starts at its first use, and is gone with the process.
    ledger: createEmbeddedLedger({ folder: null, network: 'devnet', report: () => {} }),
    commitmentsInFlight: new Set<string>(),
  };
  return { ports, join, nameAssets };
}

/** Limits in memory; so high by default that only tests of limits meet them. */
const printPlain: Ports['reportPrinter']['pdf'] = (report) => printReport(report);

export const memoryLimits = (clock: Clock, { perMinute = 1e6, perHour = 1e7, perDay = 1e8 } = {}) =>
  composeLimits(
    {
      environment: 'test',
      host: '127.0.0.1',
      trustProxy: [],
      publicBaseUrl: null,
      freeVerificationsPerDay: 10,
      freeUploadsPerMonth: 100,
      ratePerMinute: perMinute,
      ratePerHour: perHour,
      ratePerDay: perDay,
      uploadBytesMax: UPLOAD_BYTES_MAX,
      uploadAnswerS: 60,
      encryptAtRest: false,
      quarantineDays: 30,
      downloadLinkSeconds: 60,
      billingMode: 'open',
      assetChecksPerCaller: 20,
      assetChecksInAll: 50,
      ownedOrganizationsMax: 10,
      operators: [],
      passwordCharsMin: 8,
      requireVerifiedEmail: false,
    },
    clock,
    null,
  );

/** @param replace real adapters in place of some fakes */
export async function startTestService(
  settings: Partial<HttpSettings> = {},
  replace: (ports: FakePorts) => Partial<Ports> = () => ({}),
): Promise<TestService> {
  const { ports: fakes, join, nameAssets } = await fakePorts();
  const ports = { ...fakes, ...replace(fakes) } as FakePorts;
  const probes = { database: true, models: true, logProblems: [] as string[], mailProblems: [] as string[] };
  const app = await buildApp(
    {
      ports,
      probes: {
        database: { check: async () => probes.database },
        models: { check: async () => probes.models },
        log: { problems: () => probes.logProblems },
        mails: { problems: () => probes.mailProblems },
      },
      settings: {
        version: '0.1.0',
        modelHashes: { 'toy.onnx': '0'.repeat(64) },
        publicBaseUrl: () => 'http://assay.test',
        securityContacts: ['mailto:security@example.org'],
        corsOrigins: ['https://app.example.org'],
        signInReturnTo: [],
        trustProxy: [],
        requestTimeoutS: 60,
        connections: { openMax: 0, perMinuteMax: 0 },
        bodies: bodyLimits(4 * 2 ** 30),
        docs: true,
        webPages: null,
        leaving: () => false,
        draining: () => false,
        ...settings,
      },
    },
    pino({ level: 'silent' }),
  );
  await app.ready();
  return { app, ports, join, nameAssets, probes };
}

export interface Account {
  readonly id: string;
  readonly email: string;
  readonly headers: { readonly authorization: string };
  readonly refreshToken: string;
}

export const PASSWORD = 'correct horse battery staple';

/** Registers and logs in. */
export async function openAccount({ app }: Pick<TestService, 'app'>, email: string): Promise<Account> {
  const payload = { email, password: PASSWORD, full_name: 'Test Person' };
  const registered = await app.inject({ method: 'POST', url: '/v1/auth/register', payload });
  const login = await app.inject({ method: 'POST', url: '/v1/auth/login', payload });
  const tokens = login.json() as { access_token: string; refresh_token: string };
  return {
    id: (registered.json() as { id: string }).id,
    email,
    headers: { authorization: `Bearer ${tokens.access_token}` },
    refreshToken: tokens.refresh_token,
  };
}

export interface FormPart {
  readonly name: string;
  readonly value: string | Uint8Array;
  /** Present = a file part. */
  readonly fileName?: string;
}

/** A multipart body as a browser writes it. */
export function formOf(parts: readonly FormPart[], boundary = 'boundary42') {
  const chunks = parts.flatMap(({ name, value, fileName }) => [
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
        (fileName === undefined ? '' : `; filename="${fileName}"\r\nContent-Type: image/jpeg`) +
        '\r\n\r\n',
    ),
    Buffer.from(value),
    Buffer.from('\r\n'),
  ]);
  return {
    payload: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
