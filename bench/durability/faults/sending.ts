/** A request that a client of ours sends until somebody answers it for good. @module */
import { setTimeout as sleep } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  readonly text: string;
}

export interface Sending {
  /** Tries that were answered otherwise or not at all, by what came: `503`, `no answer` ... */
  readonly repeated: Map<string, number>;
  /** What nobody should see: refusals that trying again does not mend, or that do not say so. */
  readonly refused: string[];
}

/** What is tried again: busy, draining, a gateway without a node, another try under way. */
const AGAIN = [409, 429, 502, 503, 504];
const PAUSE_MS = 250;
/** A try that is answered so late is given up and sent again. */
const TRY_MS_MAX = 45_000;

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
  while (true) {
    let came = 'no answer';
    try {
      const answer = await fetch(address, { ...make(), signal: AbortSignal.timeout(TRY_MS_MAX) });
      const text = await answer.text();
      if (answer.ok) return { status: answer.status, text };
      came = String(answer.status);
      if (!AGAIN.includes(answer.status) || !saysWhen(answer)) {
        refused.push(`${name}: ${answer.status} ${text}`);
        return null;
      }
    } catch {
      // The node or the balancer went away in the middle.
    }
    repeated.set(came, (repeated.get(came) ?? 0) + 1);
    await sleep(PAUSE_MS);
  }
}

/** The service tells a program when to come again; a balancer without a node answers in HTML and does not. */
const saysWhen = (answer: Response): boolean =>
  answer.headers.has('retry-after') || answer.headers.get('content-type')?.includes('json') !== true;
