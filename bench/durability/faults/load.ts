/** People who upload through the balancer without a pause, each picture under a key of its own until it is acknowledged. @module */
import { createHash, randomUUID } from 'node:crypto';
import { type Refusal, type Sending, sendUntilAnswered } from './sending.ts';

/** `performance.now()`: the first try of it, and its answer. */
export interface Timed {
  readonly begunMs: number;
  readonly answeredMs: number;
}

export interface Acknowledged extends Timed {
  readonly id: string;
  readonly title: string;
  readonly sha256: string;
}

/** Clients at work until `stop`, which resolves when each has its last answer. */
export interface Load<One extends Timed = Acknowledged> {
  readonly acknowledged: readonly One[];
  readonly repeated: ReadonlyMap<string, number>;
  readonly refused: readonly Refusal[];
  stop(): Promise<void>;
}

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** @param once what client number `client` does in its turn; null: it was refused */
export function startClients<One extends Timed>(
  clients: number,
  once: (sending: Sending, client: number, turn: number) => Promise<One | null>,
): Load<One> {
  const acknowledged: One[] = [];
  const sending: Sending = { repeated: new Map(), refused: [] };
  let isOver = false;
  const work = Array.from({ length: clients }, async (_, client) => {
    for (let turn = 0; !isOver; turn++) {
      const one = await once(sending, client, turn);
      if (one) acknowledged.push(one);
    }
  });
  return {
    acknowledged,
    ...sending,
    async stop() {
      isOver = true;
      await Promise.all(work);
    },
  };
}

/** @param clients at once; every second one asks for `respond-async` */
export const startUploads = (
  url: string,
  headers: Readonly<Record<string, string>>,
  pictures: readonly Uint8Array[],
  clients: number,
): Load =>
  startClients(clients, async (sending, client, turn) => {
    const bytes = pictures[(client + turn * clients) % pictures.length] as Uint8Array;
    const title = `upload ${client}-${turn}-${randomUUID().slice(0, 8)}`;
    const more = client % 2 === 1 ? { prefer: 'respond-async' } : {};
    const key = randomUUID();
    const begunMs = performance.now();
    const answer = await sendUntilAnswered(sending, title, `${url}/v1/assets/`, () => {
      const body = new FormData();
      body.append('file', new File([new Uint8Array(bytes)], `${title}.jpg`));
      body.append('title', title);
      return { method: 'POST', headers: { ...headers, ...more, 'idempotency-key': key }, body };
    });
    if (!answer) return null;
    const { id } = JSON.parse(answer.text) as { id: string };
    return { id, title, sha256: sha256(bytes), begunMs, answeredMs: performance.now() };
  });
