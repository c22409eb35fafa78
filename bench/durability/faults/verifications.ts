/** People who verify through the balancer without a pause, and what became of each verification that was acknowledged. @module */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AssetView } from '../assetList.ts';
import { makePictures } from '../pictures.ts';
import { type Load, startClients, type Timed } from './load.ts';
import { type Refusal, type Sending, sendUntilAnswered } from './sending.ts';

/** What is asked about, and what the service says of it when nothing befalls it. */
export interface Subject {
  readonly bytes: Uint8Array;
  readonly said: string;
}

export interface Judged extends Timed {
  readonly id: string;
  /** Of the first answer; null: it was accepted, and whoever asked got tired of looking. */
  readonly said: string | null;
  readonly wanted: string;
  /** The request, to be sent again. */
  readonly request: () => RequestInit;
}

export interface VerificationCounts {
  readonly acknowledged: number;
  /** Acknowledged, and without a result in the end. */
  readonly lost: number;
  /** Rows of the history that no request asked for, and requests that have another verification when they are sent again. */
  readonly duplicated: number;
  /** Those that said something else at another time, or than the service says when nothing befalls it. */
  readonly differing: number;
  readonly refused: number;
  readonly repeated: Readonly<Record<string, number>>;
}

type Headers = Readonly<Record<string, string>>;

/** No seed of the pictures that are uploaded meanwhile: what is said of these does not change with them. */
const SUBJECTS_SEED = 31;
const LOOK_MS = 250;
/** Accepted ones that a dead process left are taken up after a lease of 30 s. */
const JUDGED_MS_MAX = 180_000;

/** With a comment that no other has: none is byte for byte a stored file, and none is the same request as another. */
function commented(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(randomUUID());
  const segment = Uint8Array.of(0xff, 0xfe, 0, text.length + 2, ...text);
  return new Uint8Array(Buffer.concat([bytes.subarray(0, 2), segment, bytes.subarray(2)]));
}

/** Verdict and picture: all that may not change from one answer to the other. */
const saying = (text: string): string => {
  const { verdict, asset_id: assetId } = JSON.parse(text) as { verdict: string; asset_id: string | null };
  return `${verdict} ${assetId}`;
};

function asking(headers: Headers, picture: Uint8Array, isAsync: boolean): () => RequestInit {
  const bytes = commented(picture);
  const more = { 'idempotency-key': randomUUID(), ...(isAsync ? { prefer: 'respond-async' } : {}) };
  return () => {
    const body = new FormData();
    body.append('file', new File([bytes], 'asked.jpg'));
    return { method: 'POST', headers: { ...headers, ...more }, body };
  };
}

/** A registered picture, what was delivered of it, and a picture that nobody registered. */
export async function makeSubjects(url: string, headers: Headers): Promise<Subject[]> {
  const [registered, unknown] = (await makePictures(2, SUBJECTS_SEED, 0)) as [Uint8Array, Uint8Array];
  const sending: Sending = { repeated: new Map(), refused: [] };
  const must = async (address: string, make: () => RequestInit): Promise<string> => {
    const answer = await sendUntilAnswered(sending, address, `${url}${address}`, make);
    if (!answer) throw new Error(sending.refused[0]?.said);
    return answer.text;
  };
  const body = new FormData();
  body.append('file', new File([new Uint8Array(registered)], 'registered.jpg'));
  const keyed = { ...headers, 'idempotency-key': randomUUID() };
  let asset = JSON.parse(await must('/v1/assets/', () => ({ method: 'POST', headers: keyed, body }))) as AssetView;
  const { id } = asset;
  // A machine that is busy answers before it is done.
  while (asset.processing_status !== 'completed') {
    await sleep(LOOK_MS);
    asset = JSON.parse(await must(`/v1/assets/${id}`, () => ({ headers }))) as AssetView;
  }
  const delivered = await fetch(`${url}/v1/assets/${id}/download`, { headers });
  const subjects: Subject[] = [];
  for (const bytes of [registered, new Uint8Array(await delivered.arrayBuffer()), unknown])
    subjects.push({ bytes, said: saying(await must('/v1/verify/', asking(headers, bytes, false))) });
  return subjects;
}

/** @param clients at once; every second one asks for `respond-async` and looks until there is a result */
export const startVerifications = (
  url: string,
  headers: Headers,
  subjects: readonly Subject[],
  clients: number,
): Load<Judged> =>
  startClients(clients, async (sending, client, turn) => {
    const { bytes, said: wanted } = subjects[(client + turn) % subjects.length] as Subject;
    const request = asking(headers, bytes, client % 2 === 1);
    const begunMs = performance.now();
    const answer = await sendUntilAnswered(sending, `verification of ${wanted}`, `${url}/v1/verify/`, request);
    if (!answer) return null;
    const { verification_id: id } = JSON.parse(answer.text) as { verification_id: string };
    const said = answer.status === 202 ? await judgedLater(sending, url, headers, id) : saying(answer.text);
    return { id, said, wanted, request, begunMs, answeredMs: performance.now() };
  });

async function judgedLater(sending: Sending, url: string, headers: Headers, id: string): Promise<string | null> {
  const deadline = performance.now() + JUDGED_MS_MAX;
  while (performance.now() < deadline) {
    const answer = await sendUntilAnswered(sending, `verification ${id}`, `${url}/v1/verify/${id}`, () => ({
      headers,
    }));
    if (answer?.status !== 202) return answer && saying(answer.text);
    await sleep(LOOK_MS);
  }
  return null;
}

export const historyLength = async (url: string, headers: Headers): Promise<number> => {
  const answer = await fetch(`${url}/v1/verify/history?page_size=1`, { headers });
  return ((await answer.json()) as { total: number }).total;
};

export interface Counted {
  readonly counts: VerificationCounts;
  /** Each that was refused, then or now, is lost, is two or says something else, in words. */
  readonly findings: readonly Refusal[];
}

/** Reads each again, and sends each again, when the load is over. @param before as long as the history was before it */
export async function countVerifications(
  url: string,
  headers: Headers,
  load: Load<Judged>,
  before: number,
): Promise<Counted> {
  const sending: Sending = { repeated: new Map(), refused: [] };
  const findings: Refusal[] = [];
  const found = (atMs: number, said: string): number => findings.push({ atMs, said });
  let lost = 0;
  let differing = 0;
  let duplicated = 0;
  for (const { id, said, wanted, request, answeredMs } of load.acknowledged) {
    const read = await judgedLater(sending, url, headers, id);
    if (read === null) {
      lost += 1;
      found(answeredMs, `verification ${id} is lost`);
      continue;
    }
    const again = await sendUntilAnswered(sending, `verification ${id}, sent again`, `${url}/v1/verify/`, request);
    const told = again && (JSON.parse(again.text) as { verification_id: string; verdict?: string });
    if (told?.verification_id !== id) {
      duplicated += 1;
      found(answeredMs, `verification ${id}, sent again, is ${told?.verification_id ?? 'refused'}`);
    }
    const saidAgain = told?.verdict === undefined ? read : saying(again?.text ?? '');
    if ([said ?? read, read, saidAgain].some((one) => one !== wanted)) {
      differing += 1;
      found(
        answeredMs,
        `verification ${id} says ${said}, then ${read}, then ${saidAgain}, and ${wanted} without a fault`,
      );
    }
  }
  const asked = load.acknowledged.length;
  const unasked = (await historyLength(url, headers)) - before - asked;
  if (unasked !== 0) found(performance.now(), `the history has ${unasked} more than were asked for`);
  return {
    counts: {
      acknowledged: asked,
      lost,
      duplicated: duplicated + Math.max(0, unasked),
      differing,
      refused: load.refused.length + sending.refused.length,
      repeated: Object.fromEntries(load.repeated),
    },
    findings: [...load.refused, ...sending.refused, ...findings],
  };
}
