/** Shares photos among a few processes. @module */
import { type ChildProcess, fork } from 'node:child_process';
import type { PhotoTask } from './judgePhoto.ts';
import type { Row } from './rows.ts';
import type { WorkerMessage } from './worker.ts';

export interface Listeners {
  onRow(row: Row): void;
  /** A photo is finished; `done` counts those so far. */
  onPhoto(photo: string, done: number): void;
}

/** @throws {Error} as soon as a photo cannot be judged or a process dies, after stopping the others */
export async function runInProcesses(
  tasks: readonly PhotoTask[],
  processes: number,
  listeners: Listeners,
): Promise<void> {
  const waiting = [...tasks];
  let done = 0;
  const workers: ChildProcess[] = [];
  const serve = (worker: ChildProcess): Promise<void> =>
    new Promise((resolve, reject) => {
      let current: PhotoTask | undefined;
      const next = (): void => {
        current = waiting.shift();
        if (current) worker.send(current);
        else {
          worker.disconnect();
          resolve();
        }
      };
      worker.on('message', (message: WorkerMessage) => {
        if (message.kind === 'row') listeners.onRow(message.row);
        else if (message.kind === 'failed') reject(new Error(`${message.photo}: ${message.error}`));
        else {
          listeners.onPhoto((current as PhotoTask).photo, ++done);
          next();
        }
      });
      worker.on('exit', (code) => {
        if (code !== 0) reject(new Error(`${current?.photo}: its process ended with code ${code}`));
      });
      next();
    });
  try {
    await Promise.all(
      Array.from({ length: Math.min(processes, tasks.length) }, () => {
        // The worker runs as this process does: with its loader and its import conditions.
        const worker = fork(new URL('./worker.ts', import.meta.url), { execArgv: process.execArgv });
        workers.push(worker);
        return serve(worker);
      }),
    );
  } finally {
    for (const worker of workers) if (worker.connected) worker.kill();
  }
}
