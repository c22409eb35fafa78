/** The terminal of this very process. @module */
import { shownText } from './shownText.ts';
import type { Terminal } from './terminal.ts';

const isWatched = process.stderr.isTTY === true;
const CLEAR_LINE = '\r\u001B[K';
let hasStatus = false;

function clear(): void {
  if (hasStatus) process.stderr.write(CLEAR_LINE);
  hasStatus = false;
}

function say(text: string): void {
  clear();
  process.stderr.write(`${shownText(text)}\n`);
}

export const processTerminal: Terminal = {
  print(text) {
    clear();
    process.stdout.write(`${shownText(text)}\n`);
  },
  note: say,
  complain: say,
  status(text) {
    clear();
    if (text === null || !isWatched) return;
    process.stderr.write(shownText(text).slice(0, (process.stderr.columns ?? 80) - 1));
    hasStatus = true;
  },
  async ask(question, kind) {
    if (process.stdin.isTTY !== true || !isWatched) return null;
    const [{ createInterface }, { Writable }] = await Promise.all([
      import('node:readline/promises'),
      import('node:stream'),
    ]);
    process.stderr.write(shownText(question));
    // What is typed is echoed by readline through this stream.
    const echo = new Writable({
      write(chunk: Buffer, _encoding, done) {
        if (kind !== 'secret') process.stderr.write(chunk);
        done();
      },
    });
    const lines = createInterface({ input: process.stdin, output: echo, terminal: true });
    try {
      return await lines.question('');
    } finally {
      lines.close();
      if (kind === 'secret') process.stderr.write('\n');
    }
  },
  input: process.stdin,
  environment: process.env,
  async settings() {
    // Loaded here: commands that only talk to a service run without the package that has it.
    const { loadEnvironmentFile } = await import('@assay/service/config/environmentFile');
    loadEnvironmentFile();
    return process.env;
  },
  isInteractive: process.stdout.isTTY === true,
  // https://no-color.org: any non-empty value turns colour off.
  colour: process.stdout.isTTY === true && !process.env.NO_COLOR,
};

// A reader that stops early (`assay ... | head`) is no error of ours.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});
