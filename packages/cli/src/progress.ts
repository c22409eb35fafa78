/** A bar with rate and time left, on anything that takes over half a second. @module */
import type { DownloadProgress } from '@assay/sdk/received';
import type { UploadProgress } from '@assay/sdk/transport';
import type { Terminal } from './terminal.ts';

const SHOWN_AFTER_MS = 500;
const EVERY_MS = 250;
const CELLS = 20;

export interface Progress {
  begin(name: string, bytes: number): void;
  readonly sent: (progress: UploadProgress) => void;
  /** What comes: nothing is done with it afterwards. */
  readonly received: (progress: DownloadProgress) => void;
  /** What the service does with it now. */
  readonly doing: (words: string, share: number) => void;
  end(): void;
}

/** @param all how many pictures there will be */
export function createProgress(
  terminal: Pick<Terminal, 'status'>,
  all: number,
  now = () => performance.now(),
): Progress {
  const startMs = now();
  let done = 0;
  let bytesDone = 0;
  let current: Current = { name: '', bytes: 0, moved: 0, share: 0, words: '' };
  const show = () => {
    const elapsedMs = now() - startMs;
    if (elapsedMs < SHOWN_AFTER_MS) return;
    const { name, share, words, moved } = current;
    terminal.status(barOf({ name, done, all, share, words, elapsedMs, bytes: bytesDone + moved }));
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    begin(name, bytes) {
      current = { name, bytes, moved: 0, share: 0, words: '' };
      timer = setInterval(show, EVERY_MS);
      timer.unref();
    },
    sent({ sentBytes, totalBytes }) {
      const share = totalBytes === 0 ? 0 : sentBytes / totalBytes;
      current = { ...current, share, moved: current.bytes * Math.min(1, share) };
    },
    received({ receivedBytes, totalBytes }) {
      // Of an answer whose length nobody tells, the rate is known and no end.
      const share = totalBytes === null ? 0 : (2 * receivedBytes) / totalBytes;
      current = { ...current, bytes: receivedBytes, moved: receivedBytes, share };
    },
    doing(words, share) {
      current = { ...current, words, share: 1 + share, moved: current.bytes };
      show();
    },
    end() {
      clearInterval(timer);
      done += 1;
      bytesDone += current.bytes;
      terminal.status(null);
    },
  };
}

interface Current {
  readonly name: string;
  /** Of the whole picture. */
  readonly bytes: number;
  /** Sent or received so far. */
  readonly moved: number;
  readonly share: number;
  readonly words: string;
}

interface State {
  readonly name: string;
  readonly done: number;
  readonly all: number;
  /** Of the present picture: 0 to 1 while it is sent, to 2 while the service works. */
  readonly share: number;
  /** What is done with it, where that is known. */
  readonly words?: string;
  readonly elapsedMs: number;
  readonly bytes: number;
}

/** One line, such as `[####----------------] 2 of 10  1.4 MB/s  0:12 left  quay.jpg`. */
export function barOf({ name, done, all, share, words = '', elapsedMs, bytes }: State): string {
  // Sending is half of the work on a picture; what the service then does is the other half.
  const whole = (done + share / 2) / all;
  const rate = `${(bytes / 1e6 / (elapsedMs / 1000)).toFixed(1)} MB/s`;
  return `${cellsOf(whole)} ${done + 1} of ${all}  ${rate}${leftOf(whole, elapsedMs)}  ${name}${words && `: ${words}`}`;
}

/** The same for what the service works off by itself, such as `[#####---------------] 12 of 48  3.1 a second  0:12 left`. */
export function countOf(done: number, all: number, elapsedMs: number): string {
  const whole = all === 0 ? 0 : done / all;
  const rate = `${(done / (elapsedMs / 1000)).toFixed(1)} a second`;
  return `${cellsOf(whole)} ${done} of ${all}  ${rate}${leftOf(whole, elapsedMs)}`;
}

function cellsOf(whole: number): string {
  const filled = Math.round(Math.min(1, whole) * CELLS);
  return `[${'#'.repeat(filled)}${'-'.repeat(CELLS - filled)}]`;
}

function leftOf(whole: number, elapsedMs: number): string {
  if (whole === 0) return '';
  const leftS = Math.ceil(((elapsedMs / whole) * (1 - whole)) / 1000);
  return `  ${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')} left`;
}

/**
 * A clock for work of which nobody can tell how much is left, such as `Working ... 3 s`. Whoever says something better itself is
 * not talked over, nor afterwards.
 * @returns the terminal to work with, and the end
 */
export function withClock(terminal: Terminal, now = () => performance.now()): [Terminal, () => void] {
  const startMs = now();
  let isTold = false;
  const timer = setInterval(() => {
    if (!isTold) terminal.status(`Working ... ${Math.floor((now() - startMs) / 1000)} s`);
  }, SHOWN_AFTER_MS);
  timer.unref();
  const status = (text: string | null): void => {
    isTold ||= text !== null;
    terminal.status(text);
  };
  const end = (): void => {
    clearInterval(timer);
    terminal.status(null);
  };
  return [{ ...terminal, status }, end];
}
