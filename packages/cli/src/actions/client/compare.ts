/** `assay compare`: holds two pictures against each other; nothing is kept. @module */
import type { AssayClient } from '@assay/sdk/client';
import { FileRejectedError } from '@assay/sdk/errors';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { assertFree, writeOutput } from '../../outputFile.ts';
import { onePicture } from '../../pictures.ts';
import { createProgress } from '../../progress.ts';
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
  const pictures = [await onePicture(a, terminal), await onePicture(b, terminal)] as const;
  const client = connect(options.server, terminal);
  const progress = createProgress(terminal, 1);
  progress.begin(`${a} and ${b}`, pictures[0].size + pictures[1].size);
  const call = { tamperMap: file !== undefined, onRetry: retryNote(terminal), onProgress: progress.sent };
  const compared = await client
    .compare(...pictures, call)
    .catch((error: unknown) => {
      throw named(error, { a, b });
    })
    .finally(() => progress.end());
  terminal.print(options.json ? JSON.stringify(compared) : textOf(compared));
  const map = 'tamper_map' in compared ? compared.tamper_map : null;
  if (file === undefined) return EXIT.ok;
  if (typeof map !== 'string') terminal.note('No map: one picture could not be laid over the other.');
  else await writeOutput(file, new Uint8Array(Buffer.from(map, 'base64')), force);
  return EXIT.ok;
}

/** With the name of the file in place of that of the field: one of the two is no picture. */
function named(error: unknown, files: Readonly<Record<string, string>>): unknown {
  const { field = '', message } = error instanceof FileRejectedError ? (error.fields[0] ?? {}) : {};
  if (!(error instanceof FileRejectedError) || files[field] === undefined) return error;
  const { code, status, attempted } = error;
  return new FileRejectedError({ code, status, attempted, detail: `${files[field]}: ${message}` });
}

type Compared = Awaited<ReturnType<AssayClient['compare']>>;

/** In one sentence what a reader wants to know; a score of 0 alone would make two unrelated pictures look alike. */
function findingOf({ identical, same_picture: isSame, tamper_regions: regions }: Compared): string {
  if (identical) return 'The same file, byte for byte';
  if (isSame !== true) return 'Two different pictures';
  if (regions.length === 0) return 'The same picture, nothing in it replaced';
  return `The same picture, changed in ${regions.length} place${regions.length === 1 ? '' : 's'}`;
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`;

function textOf(compared: Compared): string {
  const { similarity, coverage, changed_fraction: changed, modifications } = compared;
  const lines = [findingOf(compared), `    similarity: ${similarity.average.toFixed(3)}`];
  if (coverage !== null && changed !== null)
    lines.push(`    overlap: ${percent(coverage)} of A, of which ${percent(changed)} differs`);
  else lines.push('    overlap: A could not be laid over B');
  if (modifications.length > 0)
    lines.push(`    done to B: ${modifications.map(({ type, severity }) => `${type} (${severity})`).join(', ')}`);
  return lines.join('\n');
}
