/**
 * What a job's thread tells and asks while it works: that it has begun, from which moment its time counts (a thread that is
 * still loading its code, on a crowded machine for many seconds, is not the job's fault), and work that others do for it.
 * @module
 */
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { endUnwanted } from '../line/unwanted.ts';

/** What of a job the worker's entry needs for it. */
export interface DeskedJob {
  readonly desk?: MessagePort;
}

/** Does what a thread asks for, plain data in and out; `signal` is aborted when the job ends before. */
export type ServeThread = (question: unknown, signal: AbortSignal) => Promise<ThreadAnswer>;

export interface ThreadAnswer {
  readonly value: unknown;
  /** Memory of `value` that is moved rather than copied. */
  readonly transfer: readonly ArrayBuffer[];
}

export interface JobDesk {
  /** Goes to the thread with the job. */
  readonly desk: MessagePort;
  /** Aborted `msMax` milliseconds after the thread told that it had begun, or a while after `wanted` is. */
  readonly signal: AbortSignal;
  /** To be called when the job is over, however it ended: what it still asked for ends as well. */
  close(): void;
}

interface Question {
  readonly id: number;
  readonly question: unknown;
}

type Reply = { readonly id: number } & ({ readonly value: unknown } | { readonly failure: unknown });

export interface DeskOptions {
  readonly msMax: number;
  /** Aborted when nobody wants the job any more. */
  readonly wanted?: AbortSignal | undefined;
  /** Default: the thread asks for nothing. */
  readonly serve?: ServeThread | undefined;
}

export function openDesk({ msMax, wanted, serve }: DeskOptions): JobDesk {
  const { port1, port2 } = new MessageChannel();
  const ended = new AbortController();
  const over = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const end = (): void => {
    ended.abort();
    over.abort();
  };
  const settle = endUnwanted(wanted, end);

  const answer = async ({ id, question }: Question): Promise<void> => {
    let reply: Reply;
    let transfer: readonly ArrayBuffer[] = [];
    try {
      if (!serve) throw new Error('a job asked for what nobody does');
      const answered = await serve(question, over.signal);
      reply = { id, value: answered.value };
      transfer = answered.transfer;
    } catch (failure) {
      reply = { id, failure };
    }
    port1.postMessage(reply, [...transfer]);
  };
  port1.on('message', (message: Question | null) => {
    if (message === null) timer = setTimeout(end, msMax);
    else void answer(message);
  });
  return {
    desk: port2,
    signal: ended.signal,
    close() {
      clearTimeout(timer);
      settle();
      over.abort();
      port1.close();
    },
  };
}

function post(desk: MessagePort, message: Question | null, transfer: readonly ArrayBuffer[] = []): void {
  desk.postMessage(message, [...transfer]);
}

/** In the worker, first of all: the job's time counts from here. */
export function tellBegun({ desk }: DeskedJob): void {
  if (desk) post(desk, null);
}

/**
 * In the worker: asks for work that is done outside.
 * @param transfer memory of the question that moves; the rest is copied, twice, and once in the thread that answers everybody
 */
export type AskDesk = (question: unknown, transfer?: readonly ArrayBuffer[]) => Promise<unknown>;

/** @throws what the other side failed with: an Error keeps its name and message only */
export function askerAt(desk: MessagePort): AskDesk {
  const waiting = new Map<number, (reply: Reply) => void>();
  let last = 0;
  desk.on('message', (reply: Reply) => {
    waiting.get(reply.id)?.(reply);
    waiting.delete(reply.id);
  });
  return (question, transfer) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, (reply) => {
        if ('failure' in reply) reject(reply.failure as Error);
        else resolve(reply.value);
      });
      post(desk, { id, question }, transfer);
    });
}
