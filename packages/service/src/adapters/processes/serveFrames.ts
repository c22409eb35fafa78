/** The child's side: answers one frame after the other until its parent is gone. @module */
import { writeFileSync } from 'node:fs';
import { allStandBack } from '../runtime/priority.ts';
import { BEHIND } from './childProcess.ts';
import { type Frame, FrameReader, framed } from './frames.ts';

/** Asks the parent in the middle of a job. */
export type AskParent = (frame: Frame) => Promise<Frame>;

export type Handle = (frame: Frame, askParent: AskParent) => Promise<Frame>;

/** Where memory is short, the kernel is to end the process whose loss costs one answer. Range -1000..1000. */
const FIRST_TO_GO = '800';

/** At once: an orderly end waits for native work that may never end. */
const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('the parent is gone');
};

const send = (frame: Frame): void => {
  for (const part of framed(frame)) process.stdout.write(part);
};

/** Says that it is ready, then serves. */
export function serveFrames(handle: Handle): void {
  let answered: ((frame: Frame) => void) | null = null;
  const askParent: AskParent = (frame) =>
    new Promise((resolve) => {
      answered = resolve;
      send({ head: { kind: 'question', ...frame.head }, blobs: frame.blobs });
    });
  const answer = async (frame: Frame): Promise<void> => {
    try {
      const { head, blobs } = await handle(frame, askParent);
      send({ head: { kind: 'answer', ...head }, blobs });
    } catch (cause) {
      send({ head: { kind: 'failure', message: cause instanceof Error ? cause.message : String(cause) }, blobs: [] });
    }
  };
  const reader = new FrameReader((frame) => {
    if (answered === null) {
      void answer(frame);
      return;
    }
    const resolve = answered;
    answered = null;
    resolve(frame);
  });
  process.stdin.on('data', (chunk: Buffer) => reader.push(chunk));
  process.stdin.on('end', die);
  process.stdin.on('error', die);
  process.stdout.on('error', die);
  // Sent to the whole group: the service first lets its work end, which needs this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
  allStandBack(process.argv.includes(BEHIND));
  try {
    writeFileSync('/proc/self/oom_score_adj', FIRST_TO_GO);
  } catch {
    // Not Linux, or not allowed: then the kernel chooses by size.
  }
  send({ head: { kind: 'ready' }, blobs: [] });
}
