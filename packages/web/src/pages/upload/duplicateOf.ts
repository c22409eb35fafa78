/** Whether the same bytes were registered before, told before they are sent again. @module */
import { apiClient } from '../../api/client.ts';

/**
 * The asset of the same bytes, or null: there is none, or it could not be told. A lookup that fails holds nobody up, since the
 * service says it as well when the file has arrived; nor does a browser that hashes nothing over plain HTTP.
 */
export async function duplicateOf(file: Blob): Promise<string | null> {
  const { subtle } = crypto as { subtle?: SubtleCrypto };
  if (!subtle) return null;
  try {
    const digest = new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer()));
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
    const { items } = await apiClient.searchAssets(sha256, { pageSize: 5 }).first();
    return items.find(({ content_hash }) => content_hash === sha256)?.id ?? null;
  } catch {
    return null;
  }
}
