/** Lists that are shown or chosen from as a whole, however many pages of the API they take. @module */
import type { Connection } from '@assay/sdk/connection';
import type { Page } from '@assay/sdk/types';

/** The most that one page of the API has. */
const PAGE_SIZE = 100;

/** The first page is asked for as if it were the only one, which it nearly always is. */
export async function wholeList<Item>(
  connection: Pick<Connection, 'json'>,
  path: string,
  signal: AbortSignal,
): Promise<Pick<Page<Item>, 'items'>> {
  const items: Item[] = [];
  for (let page = 1; ; page++) {
    const query = page === 1 ? { page_size: PAGE_SIZE } : { page_size: PAGE_SIZE, page };
    const answer = await connection.json<Page<Item>>({ method: 'GET', path, query, signal });
    items.push(...answer.items);
    // What is taken away meanwhile leaves a last page that is empty.
    if (answer.items.length === 0 || page >= answer.pages) return { items };
  }
}
