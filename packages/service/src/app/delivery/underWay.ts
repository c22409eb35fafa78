/** Attempts of this process that are on their way: a bounded number, waited for at the end. @module */

export interface UnderWay<Item> {
  /** More may begin now; 0 when all places are taken, or after `stop`. */
  room(): number;
  items(): readonly Item[];
  /** The work's failures are reported. */
  begin(id: string, item: Item, work: () => Promise<void>): void;
  /** Resolves when nothing is on its way. */
  idle(): Promise<void>;
  /** Nothing new begins; resolves when what is on its way has ended. */
  stop(): Promise<void>;
}

export function underWay<Item>(atOnce: number, report: (error: unknown) => void): UnderWay<Item> {
  const running = new Map<string, { readonly item: Item; readonly ended: Promise<void> }>();
  let stopped = false;
  const idle = async (): Promise<void> => {
    while (running.size > 0) await Promise.all([...running.values()].map(({ ended }) => ended));
  };
  return {
    room: () => (stopped ? 0 : atOnce - running.size),
    items: () => [...running.values()].map(({ item }) => item),
    begin(id, item, work) {
      const ended = work()
        .catch(report)
        .then(() => {
          running.delete(id);
        });
      running.set(id, { item, ended });
    },
    idle,
    async stop() {
      stopped = true;
      await idle();
    },
  };
}
