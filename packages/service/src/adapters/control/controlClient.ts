/** The other end of `controlServer.ts`, in a command of the operator. @module */
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer, json, text } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import { deserialize, serialize } from 'node:v8';
import { AppError, type ErrorCode } from '@assay/core/errors';
import { BackupRefused } from '../../app/ports/backup/backup.ts';
import type { StillNamed } from '../../app/ports/backup/storedFiles.ts';
import { SocketPlace } from '../dataFolder/socketPlace.ts';
import type { DeadMail, DeadMails } from '../../app/ports/delivery/mail.ts';
import {
  CONTROL_SOCKET,
  COPY_PATH,
  DEAD_MAILS_PATH,
  JOBS_PATH,
  MAILS_AGAIN_PATH,
  STILL_NAMED_PATH,
} from './controlPaths.ts';

export interface HeldCopy {
  /** With the database and the small files of the data folder, all of one moment. */
  readonly folder: string;
  /** True when the service has hung up, and with it removed the copy. */
  isLost(): boolean;
  release(): Promise<void>;
}

export interface Control {
  copyDatabase(): Promise<HeldCopy>;
  readonly stillNamed: StillNamed;
  readonly deadMails: DeadMails;
  /** @returns the functions of one table of `ControlJobs`. They throw what the service threw: AppError, or Error with its sentence */
  jobs<Jobs>(table: string, names: readonly (keyof Jobs & string)[]): Jobs;
  close(): void;
}

/** As JSON leaves it. */
type Sent<Row extends { readonly createdAt: Date }> = Omit<Row, 'createdAt'> & { readonly createdAt: string };

/** A service that has just begun owns the folder before it answers here. */
const START_MS_MAX = 30_000;
const PAUSE_MS = 200;

const isNotThere = (error: unknown): boolean =>
  ['ENOENT', 'ECONNREFUSED'].includes((error as NodeJS.ErrnoException | null)?.code ?? '');

/** @param folder the data folder that another process owns */
export function connectControl(folder: string): Control {
  const place = new SocketPlace(folder);
  const ask = async (path: string, body: unknown): Promise<IncomingMessage> => {
    const asking = request({ socketPath: place.of(CONTROL_SOCKET), path, method: 'POST', agent: false });
    asking.end(JSON.stringify(body));
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    if (answer.statusCode === 200) return answer;
    const { detail } = (await json(answer)) as { detail: string };
    throw new BackupRefused(detail);
  };
  const job = async (table: string, name: string, given: readonly unknown[]): Promise<unknown> => {
    const asking = request({ socketPath: place.of(CONTROL_SOCKET), path: JOBS_PATH, method: 'POST', agent: false });
    asking.end(serialize({ table, name, given }));
    const [answer] = (await once(asking, 'response')) as [IncomingMessage];
    if (answer.statusCode === 200) return deserialize(await buffer(answer)) as unknown;
    const { code, detail } = (await json(answer)) as { readonly code?: ErrorCode; readonly detail: string };
    throw code === undefined ? new Error(detail) : new AppError(code, detail);
  };
  return {
    jobs: <Jobs>(table: string, names: readonly (keyof Jobs & string)[]) =>
      Object.fromEntries(
        names.map((name) => [name, (...given: unknown[]) => untilThere(() => job(table, name, given))]),
      ) as Jobs,
    async copyDatabase() {
      const answer = await untilThere(() => ask(COPY_PATH, null));
      let isLost = false;
      answer.once('close', () => (isLost = true));
      const [first] = (await once(answer, 'data')) as [Buffer];
      const { folder: copied } = JSON.parse(first.toString()) as { folder: string };
      // Read on, or the end would never be seen. Its failure is the loss that `isLost` tells.
      text(answer).catch(() => {});
      return {
        folder: copied,
        isLost: () => isLost,
        async release() {
          answer.destroy();
        },
      };
    },
    async stillNamed(file) {
      const { isNamed } = (await json(await ask(STILL_NAMED_PATH, file))) as { isNamed: boolean };
      return isNamed;
    },
    deadMails: {
      async dead(limit) {
        const rows = (await json(await untilThere(() => ask(DEAD_MAILS_PATH, limit)))) as readonly Sent<DeadMail>[];
        return rows.map((row) => ({ ...row, createdAt: new Date(row.createdAt) }));
      },
      async sendAgain(ids) {
        const { queued } = (await json(await untilThere(() => ask(MAILS_AGAIN_PATH, ids)))) as { queued: number };
        return queued;
      },
    },
    close: () => place.close(),
  };
}

async function untilThere<T>(asking: () => Promise<T>): Promise<T> {
  for (const began = Date.now(); ; await pause(PAUSE_MS))
    try {
      return await asking();
    } catch (cause) {
      if (!isNotThere(cause)) throw cause;
      if (Date.now() - began > START_MS_MAX)
        throw new BackupRefused(
          'The process that owns the data folder answers no commands: another command may be at work on it. Try again when it has ended.',
        );
    }
}
