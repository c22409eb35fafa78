/** In which organization the pages work: docs/spec/api.md#acting-organization. @module */

/** Where the browser keeps the choice. */
export const ORGANIZATION_KEY = 'assay.organization';
/** What every request then carries. */
export const ORGANIZATION_HEADER = 'x-organization-id';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

export class ActingOrganization {
  readonly #storage: Storage;
  readonly #listeners = new Set<() => void>();
  #id: string | null;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#id = storage.getItem(ORGANIZATION_KEY);
  }

  /** Null: the personal one. */
  readonly id = (): string | null => this.#id;

  /** @returns ends it */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  choose(id: string | null): void {
    if (id === this.#id) return;
    this.#id = id;
    if (id === null) this.#storage.removeItem(ORGANIZATION_KEY);
    else this.#storage.setItem(ORGANIZATION_KEY, id);
    for (const listener of this.#listeners) listener();
  }
}
