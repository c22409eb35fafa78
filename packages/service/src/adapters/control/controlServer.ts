/**
 * By what commands of the operator speak with the service that owns their data folder: HTTP on a Unix socket in that
 * folder, for its owner alone. No network reaches it, and who may open it may read the folder anyway.
 * @module
 */
import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { buffer, json } from 'node:stream/consumers';
import { deserialize, serialize } from 'node:v8';
import { AppError } from '@assay/core/errors';
import { SocketPlace } from '../dataFolder/socketPlace.ts';
import type { FilePlace } from '../../app/ports/backup/storedFiles.ts';
import type { DeadMails } from '../../app/ports/delivery/mail.ts';
import {
  CONTROL_SOCKET,
  COPY_PATH,
  DEAD_MAILS_PATH,
  JOBS_PATH,
  MAILS_AGAIN_PATH,
  STILL_NAMED_PATH,
} from './controlPaths.ts';

export interface DatabaseCopy {
  /** Absolute. */
  readonly folder: string;
  remove(): Promise<void>;
}

/** Functions that commands of the operator may call, by table and name. */
export type ControlJobs = Readonly<Record<string, Readonly<Record<string, (...given: never[]) => Promise<unknown>>>>>;

export interface ControlOperations {
  readonly jobs: ControlJobs;
  /** Called once at a time. */
  copyDatabase(): Promise<DatabaseCopy>;
  stillNamed(place: FilePlace): Promise<boolean>;
  readonly deadMails: DeadMails;
}

const OWNER_ONLY = 0o600;

export interface ControlServer {
  close(): Promise<void>;
}

/** @param folder the data folder, owned by this process @param report failures, which the caller is told too */
export async function startControl(
  folder: string,
  operations: ControlOperations,
  report: (error: unknown) => void,
): Promise<ControlServer> {
  const copies = new CopyLease(operations);
  const answer = (request: IncomingMessage, response: ServerResponse): void => {
    route(request, response, operations, copies).catch((error: unknown) => {
      report(error);
      refuse(response, 500, error instanceof Error ? error.message : String(error));
    });
  };
  const server = createServer(answer);
  const place = new SocketPlace(folder);
  // Left by a process that was killed: who owns the folder owns the name.
  await rm(path.join(folder, CONTROL_SOCKET), { force: true });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(place.of(CONTROL_SOCKET), resolve);
  });
  await chmod(path.join(folder, CONTROL_SOCKET), OWNER_ONLY);
  return {
    async close() {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      server.closeAllConnections();
      await closed;
      await copies.ended();
      place.close();
    },
  };
}

/** By the path that asks for it: what was asked, as JSON, to what is told. */
const ANSWERS: Readonly<Record<string, (operations: ControlOperations, asked: unknown) => Promise<object>>> = {
  [STILL_NAMED_PATH]: async ({ stillNamed }, place) => ({ isNamed: await stillNamed(place as FilePlace) }),
  [DEAD_MAILS_PATH]: async ({ deadMails }, limit) => deadMails.dead(limit as number),
  [MAILS_AGAIN_PATH]: async ({ deadMails }, ids) => ({ queued: await deadMails.sendAgain(ids as string[] | null) }),
};

async function route(
  request: IncomingMessage,
  response: ServerResponse,
  operations: ControlOperations,
  copies: CopyLease,
): Promise<void> {
  if (request.method === 'POST' && request.url === COPY_PATH) return copies.give(response);
  if (request.method === 'POST' && request.url === JOBS_PATH) return doJob(request, response, operations.jobs);
  const answer = request.method === 'POST' ? ANSWERS[request.url ?? ''] : undefined;
  if (answer) {
    const told = await answer(operations, await json(request));
    response.setHeader('content-type', 'application/json').end(JSON.stringify(told));
    return;
  }
  refuse(response, 404, 'This service does not know the command; is it of the same version?');
}

async function doJob(request: IncomingMessage, response: ServerResponse, tables: ControlJobs): Promise<void> {
  const { table, name, given } = deserialize(await buffer(request)) as {
    readonly table: string;
    readonly name: string;
    readonly given: never[];
  };
  const jobs = Object.hasOwn(tables, table) ? tables[table] : undefined;
  const job = jobs && Object.hasOwn(jobs, name) ? jobs[name] : undefined;
  if (!job) return refuse(response, 404, 'This service does not know the command; is it of the same version?');
  try {
    const told = await job(...given);
    response.end(serialize(told));
  } catch (error) {
    // What the caller asked for wrongly is no failure of the service.
    if (!(error instanceof AppError)) throw error;
    response.writeHead(422, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ code: error.code, detail: error.detail }));
  }
}

function refuse(response: ServerResponse, status: number, detail: string): void {
  if (response.headersSent) return void response.destroy();
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify({ detail }));
}

/** A copy lives as long as the answer that named it: it is removed when whoever asked for it hangs up or dies. */
class CopyLease {
  readonly #operations: ControlOperations;
  #current: Promise<void> | null = null;

  constructor(operations: ControlOperations) {
    this.#operations = operations;
  }

  async give(response: ServerResponse): Promise<void> {
    if (this.#current) return refuse(response, 409, 'Another backup is being taken. Try again when it has ended.');
    const gone = new Promise<void>((resolve) => {
      response.once('close', () => resolve());
    });
    const lease = this.#hold(response, gone);
    this.#current = lease.catch(() => {}).finally(() => (this.#current = null));
    return lease;
  }

  async #hold(response: ServerResponse, gone: Promise<void>): Promise<void> {
    const copy = await this.#operations.copyDatabase();
    try {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write(`${JSON.stringify({ folder: copy.folder })}\n`);
      await gone;
    } finally {
      await copy.remove();
    }
  }

  async ended(): Promise<void> {
    await this.#current;
  }
}
