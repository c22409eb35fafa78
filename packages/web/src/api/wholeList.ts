/** Lists that are shown or chosen from as a whole, however many pages of the API they take. @module */
import type { Connection } from '@assay/sdk/connection';
import { Listing } from '@assay/sdk/listing';
import type { Page } from '@assay/sdk/types';

/** The most that one page of the API has. */
const PAGE_SIZE = 100;

/** The first page is asked for as if it were the only one, which it nearly always is. */
export async function wholeList<Item>(
  connection: Pick<Connection, 'json'>,
  path: string,
  signal: AbortSignal,
): Promise<Pick<Page<Item>, 'items'>> {
  const listing = new Listing<Item>((page) => {
    const query = { page_size: PAGE_SIZE, ...(page === 1 ? {} : { page }) };
    return connection.json<Page<Item>>({ method: 'GET', path, query, signal });
  });
  const items: Item[] = [];
  for await (const item of listing) items.push(item);
  return { items };
}
