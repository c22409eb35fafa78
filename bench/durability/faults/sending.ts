/** A request that a client of ours sends until somebody answers it for good. @module */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface Refusal {
  /** `performance.now()`. */
  readonly atMs: number;
  /** Which request, its tries, and what was answered. */
  readonly said: string;
}

export interface Sending {
  /** Tries that were answered otherwise or not at all, by what came: `503`, `no answer` ... */
  readonly repeated: Map<string, number>;
  /** What nobody should see: refusals that trying again does not mend, or that do not say so. */
  readonly refused: Refusal[];
}

/** What is tried again: busy, draining, a gateway without a node, another try under way. */
const AGAIN = [409, 429, 502, 503, 504];
const PAUSE_MS = 250;
/** A try that is answered so late is given up and sent again. */
const TRY_MS_MAX = 45_000;
/** Who is told to come again for so long was refused: ten leases of a process that died, and as long as a fault is recovered from. */
const PATIENCE_MS = 300_000;

/**
 * @param name for the list of what was refused
 * @param make the request anew for each try
 * @returns null: it was refused
 */
export async function sendUntilAnswered(
  { repeated, refused }: Sending,
  name: string,
  address: string,
  make: () => RequestInit,
): Promise<Answer | null> {
  const deadline = performance.now() + PATIENCE_MS;
  const tries = new Map<string, number>();
  while (true) {
    let came = 'no answer';
    let text = '';
    let isFinal = false;
    try {
      const answer = await fetch(address, { ...make(), signal: AbortSignal.timeout(TRY_MS_MAX) });
      text = await answer.text();
      if (answer.ok) return { status: answer.status, text };
      came = String(answer.status);
      isFinal = !AGAIN.includes(answer.status) || !saysWhen(answer);
    } catch {
      // The node or the balancer went away in the middle.
    }
    if (isFinal || performance.now() > deadline) {
      const before = JSON.stringify(Object.fromEntries(tries));
      refused.push({ atMs: performance.now(), said: `${name}: ${came} ${text}, after ${before}` });
      return null;
    }
    for (const counts of [tries, repeated]) counts.set(came, (counts.get(came) ?? 0) + 1);
    await sleep(PAUSE_MS);
  }
}

/** The service tells a program when to come again; a balancer without a node answers in HTML and does not. */
const saysWhen = (answer: Response): boolean =>
  answer.headers.has('retry-after') || answer.headers.get('content-type')?.includes('json') !== true;
