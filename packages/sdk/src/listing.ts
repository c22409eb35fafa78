/** Walking a paged collection. @module */
import type { Page } from './types.ts';

/**
 * A collection that is fetched page by page, only as far as it is read:
 *
 *     for await (const asset of client.listAssets()) ...
 *     for await (const page of client.listAssets().pages()) ...
 *     const third = await client.listAssets({ page: 3 }).first();
 */
export class Listing<Item> implements AsyncIterable<Item> {
  readonly #fetchPage: (page: number) => Promise<Page<Item>>;
  readonly #start: number;

  constructor(fetchPage: (page: number) => Promise<Page<Item>>, start = 1) {
    this.#fetchPage = fetchPage;
    this.#start = start;
  }

  /** The page that was asked for (the first one by default), and no other. */
  first(): Promise<Page<Item>> {
    return this.#fetchPage(this.#start);
  }

  /** Pages from the start page on. Rows that appear or vanish meanwhile may shift between pages. */
  async *pages(): AsyncGenerator<Page<Item>, void> {
    for (let number = this.#start; ; number += 1) {
      const page = await this.#fetchPage(number);
      if (page.items.length === 0) return;
      yield page;
      if (number >= page.pages) return;
    }
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Item, void> {
    for await (const page of this.pages()) yield* page.items;
  }
}
