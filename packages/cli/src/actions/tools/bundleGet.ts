/** `assay bundle get`: all that is needed to check a verification without the service. @module */
import { Buffer } from 'node:buffer';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { assertFree, writeResult } from '../../outputFile.ts';
import { createProgress } from '../../progress.ts';
import type { Terminal } from '../../terminal.ts';

interface Options {
  readonly server?: string | undefined;
  readonly output?: string | undefined;
  readonly force?: boolean | undefined;
  readonly language?: string | undefined;
  readonly json?: boolean | undefined;
}

export async function bundleGet(terminal: Terminal, options: Options, id: string): Promise<ExitCode> {
  // An id is no path, whatever was typed.
  const { output = `evidence-${id.replace(/[^\w-]/g, '_')}.zip`, force = false, language } = options;
  await assertFree(output, force);
  const client = connect(options.server, terminal);
  const progress = createProgress(terminal, 1);
  progress.begin(output, 0);
  const bundle = await client.evidence(id, { language, onProgress: progress.received }).finally(() => progress.end());
  const words = `Bundle written to ${output}; "assay bundle verify ${output}" checks it`;
  await writeResult(terminal, options, output, Buffer.from(await bundle.arrayBuffer()), words);
  return EXIT.ok;
}
