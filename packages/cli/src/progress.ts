/** A bar with rate and time left, on anything that takes over half a second. @module */
import type { UploadProgress } from '@assay/sdk/transport';
import type { Terminal } from './terminal.ts';

const SHOWN_AFTER_MS = 500;
const EVERY_MS = 250;
const CELLS = 20;

export interface Progress {
  begin(name: string, bytes: number): void;
  readonly sent: (progress: UploadProgress) => void;
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
  let current: Current = { name: '', bytes: 0, share: 0, words: '' };
  const show = () => {
    const elapsedMs = now() - startMs;
    if (elapsedMs < SHOWN_AFTER_MS) return;
    terminal.status(
      barOf({
        name: current.name,
        done,
        all,
        share: current.share,
        words: current.words,
        elapsedMs,
        bytes: bytesDone + current.bytes * Math.min(1, current.share),
      }),
    );
  };
  let timer: NodeJS.Timeout | undefined;
  return {
    begin(name, bytes) {
      current = { name, bytes, share: 0, words: '' };
      timer = setInterval(show, EVERY_MS);
      timer.unref();
    },
    sent({ sentBytes, totalBytes }) {
      current = { ...current, share: totalBytes === 0 ? 0 : sentBytes / totalBytes };
    },
    doing(words, share) {
      current = { ...current, words, share: 1 + share };
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
  readonly bytes: number;
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
  const filled = Math.round(whole * CELLS);
  const rate = `${(bytes / 1e6 / (elapsedMs / 1000)).toFixed(1)} MB/s`;
  const leftS = whole === 0 ? null : Math.ceil(((elapsedMs / whole) * (1 - whole)) / 1000);
  const left = leftS === null ? '' : `  ${Math.floor(leftS / 60)}:${String(leftS % 60).padStart(2, '0')} left`;
  return `[${'#'.repeat(filled)}${'-'.repeat(CELLS - filled)}] ${done + 1} of ${all}  ${rate}${left}  ${name}${words && `: ${words}`}`;
}
