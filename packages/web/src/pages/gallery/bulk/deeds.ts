/** What can be done to several pictures. Each begins with what the service knows now, since the list may be old. @module */
import { NotFoundError } from '@assay/sdk/errors';
import type { Asset, OwnCommitment, Page } from '@assay/sdk/types';
import { connection } from '../../../api/api.ts';
import { saveFile } from '../../../shared/saveFile.ts';

export type Deed = (asset: Asset, signal: AbortSignal) => Promise<void>;

const pathOf = ({ id }: Asset): string => `/v1/assets/${id}`;

/** The marked file, under its own name. */
export const download: Deed = async (asset, signal) => {
  const { apiClient } = await import('../../../api/client.ts');
  const { blob, fileName } = await apiClient.download(asset.id, { signal });
  saveFile(blob, fileName ?? asset.original_filename ?? asset.id);
};

/** Beside the tags that it has; who changed them meanwhile is not overruled. */
export const addTags =
  (tags: readonly string[]): Deed =>
  async (asset, signal) => {
    const answer = await connection.answer({ method: 'GET', path: pathOf(asset), signal });
    const { tags: before } = JSON.parse(await answer.body.text()) as Asset;
    const all = [...new Set([...before, ...tags])];
    if (all.length === before.length) return;
    const version = answer.headers.get('etag');
    const headers = version === null ? {} : { 'if-match': version };
    await connection.answer({ method: 'PATCH', path: pathOf(asset), json: { tags: all }, headers, signal });
  };

export const withdraw =
  (reason: string): Deed =>
  async (asset, signal) => {
    if (asset.revoked_at !== null) return;
    await connection.answer({
      method: 'POST',
      path: `${pathOf(asset)}/revoke`,
      json: { reason },
      creates: true,
      signal,
    });
  };

/** Those that the ledger holds already are not written down again. */
export const commit: Deed = async ({ id }, signal) => {
  const query = { asset_id: id, page_size: 1 };
  const path = '/v1/blockchain/commitments';
  const { total } = await connection.json<Page<OwnCommitment>>({ method: 'GET', path, query, signal });
  if (total > 0) return;
  const json = { asset_id: id };
  await connection.answer({ method: 'POST', path: '/v1/blockchain/commit', json, creates: true, signal });
};

/** One that is gone already is as it was asked to be. */
export const remove: Deed = async (asset, signal) => {
  try {
    await connection.answer({ method: 'DELETE', path: pathOf(asset), signal });
  } catch (error) {
    if (!(error instanceof NotFoundError)) throw error;
  }
};
