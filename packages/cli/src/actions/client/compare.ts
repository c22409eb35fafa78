/** `assay compare`: holds two pictures against each other; nothing is kept. @module */
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { assertFree, writeOutput } from '../../outputFile.ts';
import { printOne } from '../../results.ts';
import type { Terminal } from '../../terminal.ts';
import { retryNote } from './retryNote.ts';

interface Options {
  readonly server?: string | undefined;
  readonly tamperMap?: string | undefined;
  readonly force?: boolean | undefined;
  readonly json?: boolean | undefined;
}

export async function compare(terminal: Terminal, options: Options, a: string, b: string): Promise<ExitCode> {
  const { tamperMap: file, force = false } = options;
  if (file !== undefined) await assertFree(file, force);
  const call = { tamperMap: file !== undefined, onRetry: retryNote(terminal) };
  const compared = await connect(options.server, terminal).compare(a, b, call);
  printOne(terminal, options.json, compared);
  const map = 'tamper_map' in compared ? compared.tamper_map : null;
  if (file === undefined) return EXIT.ok;
  if (typeof map !== 'string') terminal.note('No map: one picture could not be laid over the other.');
  else await writeOutput(file, new Uint8Array(Buffer.from(map, 'base64')), force);
  return EXIT.ok;
}
