/**
 * Who may work now: so many jobs at once, and no more memory than there is. Tenants take turns: of those that wait, the one
 * with the fewest jobs at work is next, so that a thousand jobs of one delay another by one job at most. While others have
 * asked lately, one tenant leaves a place free: their next job then begins at once.
 * @module
 */

export interface Admission {
  /**
   * Waits until a job of this size may work. Whoever is bigger than everything works alone.
   * @param tenant whose job it is; jobs of one tenant begin in the order in which they came
   */
  enter(sizeBytes: number, tenant?: string): Promise<void>;
  /** To be called once by whoever entered, with the same size and tenant. */
  leave(sizeBytes: number, tenant?: string): void;
}

interface Waiting {
  readonly sizeBytes: number;
  readonly start: () => void;
}

interface Share {
  readonly working: number;
  /** Number of the turn in which its last job began; 0 for none. */
  readonly lastTurn: number;
}

/** For so long a place is kept for the next job of somebody else, ms: a person looks at one answer before asking the next. */
const KEPT_MS = 30_000;

/** When tenants asked last. */
function createAskers(nowMs: () => number) {
  const lastMs = new Map<string, number>();
  return {
    note(tenant: string): void {
      const now = nowMs();
      // The oldest stand first: asking again moves to the end.
      lastMs.delete(tenant);
      for (const [other, atMs] of lastMs) {
        if (atMs >= now - KEPT_MS) break;
        lastMs.delete(other);
      }
      lastMs.set(tenant, now);
    },
    isAlone(tenant: string): boolean {
      const [last, before] = [...lastMs].slice(-2).reverse();
      const other = last?.[0] === tenant ? before : last;
      return other === undefined || other[1] < nowMs() - KEPT_MS;
    },
  };
}

/** @param bytesMax of all that work at the same time */
export function createAdmission(jobsMax: number, bytesMax: number, nowMs = () => performance.now()): Admission {
  const askers = createAskers(nowMs);
  /** By tenant, never empty. */
  const lines = new Map<string, Waiting[]>();
  /** Of tenants that wait or are at work. */
  const shares = new Map<string, Share>();
  let turn = 0;
  let jobs = 0;
  let bytes = 0;

  const fits = (sizeBytes: number): boolean => jobs === 0 || (jobs < jobsMax && bytes + sizeBytes <= bytesMax);

  /** Alone a tenant may have all places, else all but one. */
  const mayStart = (tenant: string): boolean =>
    jobsMax === 1 || shareOf(tenant).working < jobsMax - 1 || askers.isAlone(tenant);

  const shareOf = (tenant: string): Share => shares.get(tenant) ?? { working: 0, lastTurn: 0 };

  /** Of equals whoever has waited longest for a turn; who had none yet is before all others. */
  const next = (): string | undefined => {
    const waiting = [...lines.keys()].map((tenant) => ({ tenant, ...shareOf(tenant) }));
    return waiting.sort((a, b) => a.working - b.working || a.lastTurn - b.lastTurn)[0]?.tenant;
  };

  const start = (tenant: string, line: Waiting[], first: Waiting): void => {
    line.shift();
    if (line.length === 0) lines.delete(tenant);
    turn++;
    shares.set(tenant, { working: shareOf(tenant).working + 1, lastTurn: turn });
    jobs++;
    bytes += first.sizeBytes;
    first.start();
  };

  /** Nobody goes past the one whose turn it is: whoever is big would wait for ever if small ones did. */
  const admit = (): void => {
    for (let tenant = next(); tenant !== undefined; tenant = next()) {
      const line = lines.get(tenant) ?? [];
      const [first] = line;
      if (!first || !fits(first.sizeBytes) || !mayStart(tenant)) return;
      start(tenant, line, first);
    }
  };

  return {
    enter: (sizeBytes, tenant = '') =>
      new Promise<void>((resolve) => {
        askers.note(tenant);
        const line = lines.get(tenant) ?? [];
        line.push({ sizeBytes, start: resolve });
        lines.set(tenant, line);
        admit();
      }),
    leave(sizeBytes, tenant = '') {
      const { working, lastTurn } = shareOf(tenant);
      if (working > 1 || lines.has(tenant)) shares.set(tenant, { working: working - 1, lastTurn });
      else shares.delete(tenant);
      jobs--;
      bytes -= sizeBytes;
      admit();
    },
  };
}
