/** People who upload through the balancer without a pause, each picture under a key of its own until it is acknowledged. @module */
import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Acknowledged {
  readonly id: string;
  readonly title: string;
  readonly sha256: string;
  /** `performance.now()`: the first try of it, and its answer. */
  readonly begunMs: number;
  readonly answeredMs: number;
}

export interface Load {
  readonly acknowledged: readonly Acknowledged[];
  /** Tries that were answered otherwise or not at all, by what came: `503`, `no answer` ... */
  readonly repeated: ReadonlyMap<string, number>;
  /** What nobody should see: refusals that trying again does not mend. */
  readonly refused: readonly string[];
  stop(): Promise<void>;
}

/** What a client of ours tries again: busy, draining, a gateway without a node, another try under way. */
const AGAIN = [409, 429, 502, 503, 504];
const PAUSE_MS = 250;
/** A try that is answered so late is given up and sent again. */
const TRY_MS_MAX = 45_000;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** @param clients at once; every second one asks for `respond-async` */
export function startLoad(
  url: string,
  headers: Readonly<Record<string, string>>,
  pictures: readonly Uint8Array[],
  clients: number,
): Load {
  const acknowledged: Acknowledged[] = [];
  const repeated = new Map<string, number>();
  const refused: string[] = [];
  let isOver = false;

  async function upload(title: string, bytes: Uint8Array, isAsync: boolean): Promise<void> {
    const key = randomUUID();
    const begunMs = performance.now();
    while (true) {
      const body = new FormData();
      body.append('file', new File([new Uint8Array(bytes)], `${title}.jpg`));
      body.append('title', title);
      const more = isAsync ? { prefer: 'respond-async' } : {};
      let came = 'no answer';
      try {
        const answer = await fetch(`${url}/v1/assets/`, {
          method: 'POST',
          headers: { ...headers, ...more, 'idempotency-key': key },
          body,
          signal: AbortSignal.timeout(TRY_MS_MAX),
        });
        const text = await answer.text();
        if (answer.status === 201 || answer.status === 202) {
          const { id } = JSON.parse(text) as { id: string };
          acknowledged.push({ id, title, sha256: sha256(bytes), begunMs, answeredMs: performance.now() });
          return;
        }
        came = String(answer.status);
        if (!AGAIN.includes(answer.status)) return void refused.push(`${title}: ${answer.status} ${text}`);
      } catch {
        // The node or the balancer went away in the middle.
      }
      repeated.set(came, (repeated.get(came) ?? 0) + 1);
      await sleep(PAUSE_MS);
    }
  }

  const work = Array.from({ length: clients }, async (_, client) => {
    for (let turn = 0; !isOver; turn++) {
      const bytes = pictures[(client + turn * clients) % pictures.length] as Uint8Array;
      await upload(`upload ${client}-${turn}-${randomUUID().slice(0, 8)}`, bytes, client % 2 === 1);
    }
  });
  return {
    acknowledged,
    repeated,
    refused,
    async stop() {
      isOver = true;
      await Promise.all(work);
    },
  };
}
