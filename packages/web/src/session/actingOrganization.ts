/** In which organization the pages work: docs/spec/api.md#acting-organization. @module */

const KEY = 'assay.organization';

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem' | 'removeItem'>;

export class ActingOrganization {
  readonly #storage: Storage;
  readonly #listeners = new Set<() => void>();
  #id: string | null;

  constructor(storage: Storage) {
    this.#storage = storage;
    this.#id = storage.getItem(KEY);
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
    if (id === null) this.#storage.removeItem(KEY);
    else this.#storage.setItem(KEY, id);
    for (const listener of this.#listeners) listener();
  }
}
