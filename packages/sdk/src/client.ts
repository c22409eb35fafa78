/**
 * The client of an Assay service, for Node >= 20 and browsers.
 *
 *     const client = new AssayClient({ baseUrl: 'http://127.0.0.1:8080' });
 *     const result = await client.verify(file, { tamperMap: true });
 *
 * Every method rejects with an `AssayError` of `@assay/sdk/errors`, or with the reason of an aborted signal.
 * @module
 */
import { AuditApi } from './audit.ts';
import { type Answer, type CallOptions, Connection, type ConnectionOptions, type RequestSpec } from './connection.ts';
import { appendImage, type ImageInput } from './image.ts';
import { Listing } from './listing.ts';
import { StorageApi } from './storage.ts';
import { TransparencyApi } from './transparency.ts';
import {
  callOperation,
  type ListName,
  type OperationAnswer,
  type OperationInput,
  type OperationName,
  type OperationOptions,
} from './operation.ts';
import type {
  AssetQuery,
  CommitmentQuery,
  CommitOptions,
  DocumentOptions,
  Download,
  HistoryQuery,
  PageQuery,
  ReceiveOptions,
  SendOptions,
  UploadOptions,
  VerifyOneOptions,
  VerifyOptions,
} from './options.ts';
import { trackFields } from './tracks.ts';
import type {
  Asset,
  AssetPatch,
  BatchResult,
  CheckedTransaction,
  Commitment,
  Committed,
  DownloadVariant,
  Health,
  HistoryItem,
  Me,
  OwnCommitment,
  Page,
  PictureComparison,
  RefreshedTokens,
  RotatedKey,
  Tokens,
  User,
  VerificationResult,
} from './types.ts';

export type { UploadOptions, VerifyOptions } from './options.ts';

/** The largest page that the service gives: the fewest requests. */
const LIST_PAGE_SIZE = 100;

export class AssayClient {
  readonly #connection: Connection;
  /** Links, checks, archives and publication of stored files. */
  readonly storage: StorageApi;
  /** The public log of commitments. */
  readonly log: TransparencyApi;
  /** Audit logs of organizations. */
  readonly audit: AuditApi;

  /**
   * @param options or a connection that other callers share
   * @throws {TypeError} if `baseUrl` is no http(s) address
   */
  constructor(options: ConnectionOptions | Connection) {
    this.#connection = options instanceof Connection ? options : new Connection(options);
    this.storage = new StorageApi(this.#connection);
    this.log = new TransparencyApi(this.#connection);
    this.audit = new AuditApi(this.#connection);
  }

  health(options: CallOptions = {}): Promise<Health> {
    return this.#connection.json({ method: 'GET', path: '/health', authorized: false, ...options });
  }

  register(account: { email: string; password: string; full_name?: string }, options: CallOptions = {}): Promise<User> {
    return this.#connection.json({
      method: 'POST',
      path: '/v1/auth/register',
      json: account,
      creates: true,
      authorized: false,
      ...options,
    });
  }

  /** From here on the client acts as this user, and refreshes the access token by itself. */
  async login(email: string, password: string, options: CallOptions = {}): Promise<Tokens> {
    const tokens = await this.#connection.json<Tokens>({
      method: 'POST',
      path: '/v1/auth/login',
      json: { email, password },
      authorized: false,
      ...options,
    });
    this.#connection.setTokens(tokens.access_token, tokens.refresh_token);
    return tokens;
  }

  refresh(): Promise<RefreshedTokens> {
    return this.#connection.refresh();
  }

  /** Ends the session on the server; the client forgets the tokens whatever the server says. */
  async logout(options: CallOptions = {}): Promise<void> {
    try {
      await this.#connection.answer({ method: 'POST', path: '/v1/auth/logout', ...options });
    } finally {
      this.#connection.setTokens(undefined, undefined);
    }
  }

  me(options: CallOptions = {}): Promise<Me> {
    return this.#connection.json({ method: 'GET', path: '/v1/auth/me', ...options });
  }

  /** Registers a picture. */
  async upload(file: ImageInput, options: UploadOptions = {}): Promise<Asset> {
    return this.#connection.json({
      method: 'POST',
      path: '/v1/assets/',
      query: { dedupe: options.dedupe },
      form: await uploadForm(file, options),
      creates: true,
      ...sendOf(options),
    });
  }

  listAssets(query: AssetQuery = {}, options: CallOptions = {}): Listing<Asset> {
    const filters = {
      order: query.order,
      sort: query.sort,
      tags: query.tags?.join(','),
      status: query.status,
      created_from: isoOf(query.createdFrom),
      created_to: isoOf(query.createdTo),
      organization_id: query.organizationId,
    };
    return this.#listing('/v1/assets/', query, filters, options);
  }

  searchAssets(text: string, query: PageQuery = {}, options: CallOptions = {}): Listing<Asset> {
    return this.#listing('/v1/assets/search/', query, { q: text }, options);
  }

  getAsset(assetId: string, options: CallOptions = {}): Promise<Asset> {
    return this.#connection.json({ method: 'GET', path: assetPath(assetId), ...options });
  }

  updateAsset(assetId: string, patch: AssetPatch, options: CallOptions = {}): Promise<Asset> {
    return this.#connection.json({ method: 'PATCH', path: assetPath(assetId), json: patch, ...options });
  }

  async deleteAsset(assetId: string, options: CallOptions = {}): Promise<void> {
    await this.#connection.answer({ method: 'DELETE', path: assetPath(assetId), ...options });
  }

  /** A stored file of the asset; the marked one by default. */
  async download(
    assetId: string,
    options: ReceiveOptions & { readonly variant?: DownloadVariant } = {},
  ): Promise<Download> {
    const path = `/v1/storage/assets/${encodeURIComponent(assetId)}/download`;
    const answer = await this.#receive(path, { variant: options.variant }, options);
    return {
      blob: answer.body,
      contentType: answer.headers.get('content-type') ?? 'application/octet-stream',
      fileName: fileNameOf(answer.headers.get('content-disposition')),
    };
  }

  /** The file that was made for one recipient. */
  async downloadCopy(assetId: string, copyId: string, options: ReceiveOptions = {}): Promise<Blob> {
    const path = `${assetPath(assetId)}/copies/${encodeURIComponent(copyId)}/download`;
    return (await this.#receive(path, {}, options)).body;
  }

  /** What a verification found, to keep or to hand on. JSON has no language. */
  async report(
    verificationId: string,
    format: 'json' | 'pdf' | 'html' = 'json',
    options: DocumentOptions = {},
  ): Promise<Blob> {
    const path = `/v1/verify/${encodeURIComponent(verificationId)}/report.${format}`;
    const query = format === 'json' ? {} : { lang: options.language };
    return (await this.#receive(path, query, options)).body;
  }

  /** All that is needed to check a verification without the service; `verifyBundle` of `@assay/sdk/bundle` does. */
  async evidence(verificationId: string, options: DocumentOptions = {}): Promise<Blob> {
    const path = `/v1/verify/${encodeURIComponent(verificationId)}/evidence.zip`;
    return (await this.#receive(path, { lang: options.language }, options)).body;
  }

  /** Records a commitment on the ledger; waits up to 30 s until it is final. */
  commit(assetId: string, options: CommitOptions = {}): Promise<Committed> {
    const { watermarkHash, metadata } = options;
    const json = { asset_id: assetId, watermark_hash: watermarkHash, metadata };
    return this.#connection.json({
      method: 'POST',
      path: '/v1/blockchain/commit',
      json,
      creates: true,
      ...callOf(options),
    });
  }

  /** Needs no credential. */
  getCommitment(commitmentId: string, options: CallOptions = {}): Promise<Commitment> {
    const path = `/v1/blockchain/commitment/${encodeURIComponent(commitmentId)}`;
    return this.#connection.json({ method: 'GET', path, ...options });
  }

  listCommitments(query: CommitmentQuery = {}, options: CallOptions = {}): Listing<OwnCommitment> {
    const filters = { asset_id: query.assetId, organization_id: query.organizationId };
    return this.#listing('/v1/blockchain/commitments', query, filters, options);
  }

  /** Asks the ledger now; needs no credential. `verifyReceipt` of `@assay/sdk/receipt` checks `proof` without any server. */
  checkTransaction(txHash: string, options: CallOptions = {}): Promise<CheckedTransaction> {
    const path = `/v1/blockchain/verify/${encodeURIComponent(txHash)}`;
    return this.#connection.json({ method: 'GET', path, ...options });
  }

  /** The key that wraps the keys of its encrypted assets is made anew and the old one destroyed; no file changes. */
  rotateEncryptionKey(organizationId: string, options: CallOptions = {}): Promise<RotatedKey> {
    const path = `/v1/organizations/${encodeURIComponent(organizationId)}/encryption-key/rotate`;
    return this.#connection.json({ method: 'POST', path, creates: true, ...options });
  }

  /** Judges one picture; needs no credential. */
  async verify(file: ImageInput, options: VerifyOneOptions = {}): Promise<VerificationResult> {
    const form = new FormData();
    form.set('include_tamper_map', String(options.tamperMap ?? false));
    if (options.store) form.set('store', 'true');
    await appendImage(form, 'file', file);
    const { onStage } = options;
    if (onStage === undefined) return this.#verify('/v1/verify/', form, options);
    const { verifyLive } = await import('./live.ts');
    return verifyLive(this.#connection, verifySpec('/v1/verify/', form, options), onStage);
  }

  /** Holds two pictures against each other; neither is kept. */
  compare(a: ImageInput, b: ImageInput, options: VerifyOptions = {}): Promise<PictureComparison> {
    const form = { include_tamper_map: options.tamperMap ?? false, a, b };
    return this.call('compare', { form }, sendOf(options));
  }

  /**
   * Any operation of the API by the name that its description gives it, with what that takes and answers:
   * `client.call('revokeAsset', { path: { asset_id }, json: { reason } })`.
   */
  call<Name extends OperationName>(
    name: Name,
    input: OperationInput<Name>,
    options: OperationOptions = {},
  ): Promise<OperationAnswer<Name>> {
    return callOperation(this.#connection, name, input, options);
  }

  /** Any list of the API, read page by page: `for await (const key of client.list('listApiKeys', {}))`. */
  list<Name extends ListName>(
    name: Name,
    input: OperationInput<Name>,
    options: CallOptions = {},
  ): Listing<OperationAnswer<Name>['items'][number]> {
    const { query = {} } = input as { query?: RequestSpec['query'] };
    const fetchPage = async (page: number) =>
      (await this.call(name, { ...input, query: { page_size: LIST_PAGE_SIZE, ...query, page } }, options)) as Page<
        OperationAnswer<Name>['items'][number]
      >;
    return new Listing(fetchPage, Number(query.page ?? 1));
  }

  /** Judges several pictures; `results` are in the order of `files`, and failed ones say why in `error`. */
  async verifyBatch(files: readonly ImageInput[], options: VerifyOptions = {}): Promise<BatchResult> {
    const form = new FormData();
    form.set('include_tamper_map', String(options.tamperMap ?? false));
    for (const file of files) await appendImage(form, 'files', file);
    return this.#verify('/v1/verify/batch', form, options);
  }

  /** Own verifications, or those of an organization, newest first. */
  history(query: HistoryQuery = {}, options: CallOptions = {}): Listing<HistoryItem> {
    const filters = {
      verdict: query.verdict,
      api_key_id: query.apiKeyId,
      scope: query.scope,
      organization_id: query.organizationId,
      user_id: query.userId,
      start_date: isoOf(query.startDate),
      end_date: isoOf(query.endDate),
    };
    return this.#listing('/v1/verify/history', query, filters, options);
  }

  #receive(path: string, query: RequestSpec['query'] & object, options: ReceiveOptions): Promise<Answer> {
    const { onProgress } = options;
    const read =
      onProgress && ((answer: Response) => import('./received.ts').then((it) => it.counted(answer, onProgress)));
    return this.#connection.answer({ method: 'GET', path, query, read, ...callOf(options) });
  }

  #verify<T>(path: string, form: FormData, options: VerifyOptions): Promise<T> {
    return this.#connection.json(verifySpec(path, form, options));
  }

  #listing<Item>(
    path: string,
    { page, pageSize }: PageQuery,
    filters: Readonly<Record<string, string | undefined>>,
    options: CallOptions,
  ): Listing<Item> {
    const fetchPage = (number: number) =>
      this.#connection.json<Page<Item>>({
        method: 'GET',
        path,
        query: { ...filters, page: number, page_size: pageSize },
        ...options,
      });
    return new Listing(fetchPage, page);
  }
}

const verifySpec = (path: string, form: FormData, options: SendOptions): RequestSpec => ({
  method: 'POST',
  path,
  form,
  creates: true,
  ...sendOf(options),
});

const sendOf = ({ onProgress, idempotencyKey, ...call }: SendOptions) => ({
  onProgress,
  idempotencyKey,
  ...callOf(call),
});

function callOf({ signal, onRetry }: CallOptions): CallOptions {
  return { signal, onRetry };
}

function assetPath(assetId: string): string {
  return `/v1/assets/${encodeURIComponent(assetId)}`;
}

async function uploadForm(file: ImageInput, options: UploadOptions): Promise<FormData> {
  const form = new FormData();
  const fields = {
    title: options.title,
    description: options.description,
    tags: options.tags?.join(','),
    ...trackFields(options),
    metadata_tracking_enabled: options.metadataTracking,
    blockchain_commit: options.blockchainCommit,
    encrypt: options.encrypt,
    organization_id: options.organizationId,
  };
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) form.set(name, String(value));
  await appendImage(form, 'file', file); // last, so that a streaming server knows the options when the bytes come
  return form;
}

function isoOf(date: Date | string | undefined): string | undefined {
  return date instanceof Date ? date.toISOString() : date;
}

/** `filename*` (RFC 8187, UTF-8) before `filename` (RFC 6266, 4.3). */
function fileNameOf(disposition: string | null): string | null {
  const extended = /filename\*=UTF-8''([^;]+)/i.exec(disposition ?? '')?.[1];
  if (extended !== undefined) {
    try {
      return decodeURIComponent(extended.trim());
    } catch {
      // Not UTF-8 after all: the plain parameter below is the fallback that RFC 6266 asks senders to add.
    }
  }
  return /filename="((?:[^"\\]|\\.)*)"/i.exec(disposition ?? '')?.[1]?.replaceAll(/\\(.)/g, '$1') ?? null;
}
