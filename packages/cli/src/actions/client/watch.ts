/** `assay watch`: registers every picture that comes into a folder, for as long as it runs. @module */
import { stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { eachPicture } from '../../batch.ts';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { picturesBelow } from '../../pictures.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';
import { wholeNumber } from '../../numbers.ts';
import { retryNote } from './retryNote.ts';
import { printUploaded, type UploadFlags, uploadOptionsOf } from './upload.ts';

interface Options extends UploadFlags {
  readonly interval?: string | undefined;
  readonly once?: boolean | undefined;
  readonly newOnly?: boolean | undefined;
}

/** A file as it was seen: when both are the same at two looks, nobody writes it any more. */
type Look = ReadonlyMap<string, string>;

export async function watch(terminal: Terminal, flags: Options, folder: string): Promise<ExitCode> {
  const intervalMs = 1000 * wholeNumber('--interval', flags.interval, 2, 1);
  if (!(await stat(folder)).isDirectory()) throw new UsageError(`${folder} is no folder`);
  const client = connect(flags.server, terminal);
  // The service knows by the bytes what was registered before: nothing becomes two assets.
  const options = { ...uploadOptionsOf(flags), dedupe: true, onRetry: retryNote(terminal) };
  const done = new Map<string, string>(flags.newOnly ? await look(folder) : []);
  const ending = new AbortController();
  const end = () => ending.abort();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, end);
  terminal.note(`Watching ${folder}; Ctrl-C ends it`);
  let failure: ExitCode = EXIT.ok;
  let before: Look = flags.once ? await look(folder) : new Map();
  try {
    for (;;) {
      const now = await look(folder);
      const fresh = [...now].filter(([name, state]) => before.get(name) === state && done.get(name) !== state);
      before = now;
      if (fresh.length > 0) {
        const names = new Set(fresh.map(([name]) => name));
        const pictures = (await picturesBelow(folder)).filter(({ name }) => names.has(name));
        const result = await eachPicture(terminal, pictures, async ({ name }, file, onProgress) => {
          printUploaded(terminal, flags.json, name, await client.upload(file, { ...options, onProgress }));
        });
        if (result.failure !== EXIT.ok) failure = result.failure;
        // A broken picture is not tried again until it changes; one that the network kept back is.
        if (result.failure !== EXIT.network) for (const [name, state] of fresh) done.set(name, state);
      }
      if (flags.once || ending.signal.aborted) return flags.once ? failure : EXIT.ok;
      await sleep(intervalMs, undefined, { signal: ending.signal }).catch(() => {});
      if (ending.signal.aborted) return EXIT.ok;
    }
  } finally {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, end);
  }
}

async function look(folder: string): Promise<Map<string, string>> {
  const seen = new Map<string, string>();
  for (const { name } of await picturesBelow(folder)) {
    // It may be gone again.
    const there = await stat(name).catch(() => null);
    if (there) seen.set(name, `${there.size} ${there.mtimeMs}`);
  }
  return seen;
}
