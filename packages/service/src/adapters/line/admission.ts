/**
 * Who may work now: so many jobs at once, and no more memory than there is. Tenants take turns: of those that wait, the one
 * with the fewest jobs at work is next, so that a thousand jobs of one delay another by one job at most. While others have
 * asked lately, one tenant leaves a place free: their next job then begins at once. And where there are places behind, whose
 * jobs get the processor that others leave, a tenant with a backlog has those instead, and the service's own work.
 * @module
 */

/** In place of a tenant: what the service does of itself, behind its answers, such as comparing what was uploaded with what is stored. */
const OWN_WORK = '';

/** `behind`: served after all others, on places of its own. */
export type Lane = 'front' | 'behind';

export interface Admission {
  /**
   * Waits until a job of this size may work. Whoever is bigger than everything works alone.
   * @param tenant whose job it is; jobs of one tenant begin in the order in which they came
   * @returns where it works
   */
  enter(sizeBytes: number, tenant?: string): Promise<Lane>;
  /** To be called once by whoever entered, with the same size and tenant, and what `enter` returned. */
  leave(sizeBytes: number, tenant?: string, lane?: Lane): void;
}

interface Waiting {
  readonly sizeBytes: number;
  readonly start: (lane: Lane) => void;
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

export interface AdmissionOptions {
  /** Jobs at once in front. */
  readonly jobsMax: number;
  /** Of all that work at the same time, wherever. */
  readonly bytesMax: number;
  /** Jobs at once behind; default 0, nobody stands there. */
  readonly behindMax?: number;
  readonly nowMs?: () => number;
}

/** Jobs of a tenant, waiting or at work, from which on it has a backlog: a person with a few pages open has none. */
const backlogOf = (jobsMax: number): number => 2 * jobsMax + 2;

/** Who waits, and how much of whom is at work. */
function createTenants() {
  /** By tenant, never empty. */
  const lines = new Map<string, Waiting[]>();
  /** Of tenants that wait or are at work. */
  const shares = new Map<string, Share>();
  let turn = 0;
  const shareOf = (tenant: string): Share => shares.get(tenant) ?? { working: 0, lastTurn: 0 };
  return {
    shareOf,
    /** Jobs that wait or are at work. */
    held: (tenant: string): number => shareOf(tenant).working + (lines.get(tenant)?.length ?? 0),
    first: (tenant: string): Waiting | undefined => lines.get(tenant)?.[0],
    /** Of equals whoever has waited longest for a turn; who had none yet is before all others. */
    inOrder: (): readonly string[] =>
      [...lines.keys()]
        .map((tenant) => ({ tenant, ...shareOf(tenant) }))
        .sort((a, b) => a.working - b.working || a.lastTurn - b.lastTurn)
        .map(({ tenant }) => tenant),
    queue(tenant: string, waiting: Waiting): void {
      const line = lines.get(tenant) ?? [];
      line.push(waiting);
      lines.set(tenant, line);
    },
    /** The first of its line goes to work. */
    begin(tenant: string): void {
      const line = lines.get(tenant) ?? [];
      line.shift();
      if (line.length === 0) lines.delete(tenant);
      turn++;
      shares.set(tenant, { working: shareOf(tenant).working + 1, lastTurn: turn });
    },
    end(tenant: string): void {
      const { working, lastTurn } = shareOf(tenant);
      if (working > 1 || lines.has(tenant)) shares.set(tenant, { working: working - 1, lastTurn });
      else shares.delete(tenant);
    },
  };
}

export function createAdmission({
  jobsMax,
  bytesMax,
  behindMax = 0,
  nowMs = () => performance.now(),
}: AdmissionOptions): Admission {
  const askers = createAskers(nowMs);
  const tenants = createTenants();
  const places: Readonly<Record<Lane, number>> = { front: jobsMax, behind: behindMax };
  const jobs: Record<Lane, number> = { front: 0, behind: 0 };
  let bytes = 0;

  const fits = (sizeBytes: number): boolean => jobs.front + jobs.behind === 0 || bytes + sizeBytes <= bytesMax;

  /** Alone a tenant may have all places, else all but one. */
  const mayStart = (tenant: string, lane: Lane): boolean =>
    jobs[lane] < places[lane] &&
    (lane === 'behind' || jobsMax === 1 || tenants.shareOf(tenant).working < jobsMax - 1 || askers.isAlone(tenant));

  /** Whoever is alone is in nobody's way. Nobody waits for an answer of the service's own work: it has a backlog from its first job on. */
  const laneOf = (tenant: string): Lane => {
    const hasBacklog = tenant === OWN_WORK || tenants.held(tenant) >= backlogOf(jobsMax);
    return behindMax > 0 && hasBacklog && !askers.isAlone(tenant) ? 'behind' : 'front';
  };

  /** False when nobody may start: nobody goes past the one whose turn it is for memory, else whoever is big would wait for ever. */
  const admitOne = (): boolean => {
    for (const tenant of tenants.inOrder()) {
      const first = tenants.first(tenant);
      const lane = laneOf(tenant);
      if (!first || !mayStart(tenant, lane)) continue;
      if (!fits(first.sizeBytes)) return false;
      tenants.begin(tenant);
      jobs[lane]++;
      bytes += first.sizeBytes;
      first.start(lane);
      return true;
    }
    return false;
  };

  const admit = (): void => {
    while (admitOne());
  };

  return {
    enter: (sizeBytes, tenant = OWN_WORK) =>
      new Promise<Lane>((resolve) => {
        // Nobody has to make room for it.
        if (tenant !== OWN_WORK) askers.note(tenant);
        tenants.queue(tenant, { sizeBytes, start: resolve });
        admit();
      }),
    leave(sizeBytes, tenant = OWN_WORK, lane = 'front') {
      tenants.end(tenant);
      jobs[lane]--;
      bytes -= sizeBytes;
      admit();
    },
  };
}
