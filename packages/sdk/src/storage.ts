/** What becomes of the stored files of an asset: `client.storage`. @module */
import type { CallOptions, Connection } from './connection.ts';
import type { Archive, DownloadVariant, FileCheck, Publications, SignedUrl, StorageUsage } from './types.ts';

export interface SignedUrlOptions extends CallOptions {
  /** Default: the marked file. */
  readonly variant?: DownloadVariant;
  /** 60 to 86400; default 900. */
  readonly expiresInS?: number;
}

export class StorageApi {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Bytes by kind of file; of the personal organization unless another one is named. */
  usage(options: CallOptions & { readonly organizationId?: string } = {}): Promise<StorageUsage> {
    const { organizationId, ...call } = options;
    return this.#connection.json({
      method: 'GET',
      path: '/v1/storage/usage',
      query: { organization_id: organizationId },
      ...call,
    });
  }

  /** A link that works without a credential until it expires. */
  signedUrl(assetId: string, options: SignedUrlOptions = {}): Promise<SignedUrl> {
    const { variant, expiresInS, ...call } = options;
    const json = { variant, expires_in: expiresInS };
    return this.#connection.json({ method: 'POST', path: placeOf(assetId, 'signed-url'), json, ...call });
  }

  /** Reads the stored files again and compares them with what was recorded. */
  check(assetId: string, options: CallOptions = {}): Promise<FileCheck> {
    return this.#connection.json({ method: 'POST', path: placeOf(assetId, 'check'), ...options });
  }

  /** Writes all files into write-once storage; once more without a change it is the same archive. */
  archive(assetId: string, options: CallOptions = {}): Promise<Archive> {
    return this.#connection.json({ method: 'POST', path: placeOf(assetId, 'archive'), creates: true, ...options });
  }

  /** The latest archive. @throws {NotFoundError} if there is none */
  latestArchive(assetId: string, options: CallOptions = {}): Promise<Archive> {
    return this.#connection.json({ method: 'GET', path: placeOf(assetId, 'archive'), ...options });
  }

  /** Makes files public under their content identifiers, also those of an encrypted asset. */
  publish(assetId: string, variants: readonly DownloadVariant[], options: CallOptions = {}): Promise<Publications> {
    const path = placeOf(assetId, 'publication');
    return this.#connection.json({ method: 'POST', path, json: { variants }, creates: true, ...options });
  }

  publications(assetId: string, options: CallOptions = {}): Promise<Publications> {
    return this.#connection.json({ method: 'GET', path: placeOf(assetId, 'publication'), ...options });
  }

  /** Others may keep what they fetched meanwhile. */
  async unpublish(assetId: string, options: CallOptions = {}): Promise<void> {
    await this.#connection.answer({ method: 'DELETE', path: placeOf(assetId, 'publication'), ...options });
  }
}

const placeOf = (assetId: string, what: string): string => `/v1/storage/assets/${encodeURIComponent(assetId)}/${what}`;
