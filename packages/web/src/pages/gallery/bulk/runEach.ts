/** One deed on several pictures, one after the other, so that it can be watched and stopped between two of them. @module */

export interface Failed<Item> {
  readonly item: Item;
  readonly error: unknown;
}

export interface Outcome<Item> {
  readonly done: readonly Item[];
  readonly failed: readonly Failed<Item>[];
  /** Not reached before it was stopped. */
  readonly left: readonly Item[];
}

/**
 * One that fails stops none of the others.
 * @param signal once aborted, nothing more begins; what was under way when it failed by that counts as not reached
 * @param onStep told before each
 */
export async function runEach<Item>(
  items: readonly Item[],
  deed: (item: Item, signal: AbortSignal) => Promise<void>,
  signal: AbortSignal,
  onStep: (index: number) => void,
): Promise<Outcome<Item>> {
  const done: Item[] = [];
  const failed: Failed<Item>[] = [];
  for (const [index, item] of items.entries()) {
    if (signal.aborted) return { done, failed, left: items.slice(index) };
    onStep(index);
    try {
      await deed(item, signal);
      done.push(item);
    } catch (error) {
      if (signal.aborted) return { done, failed, left: items.slice(index) };
      failed.push({ item, error });
    }
  }
  return { done, failed, left: [] };
}
