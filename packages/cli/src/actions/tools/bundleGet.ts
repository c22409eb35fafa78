/** `assay bundle get`: all that is needed to check a verification without the service. @module */
import { Buffer } from 'node:buffer';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { assertFree, writeOutput } from '../../outputFile.ts';
import type { Terminal } from '../../terminal.ts';

interface Options {
  readonly server?: string | undefined;
  readonly output?: string | undefined;
  readonly force?: boolean | undefined;
  readonly language?: string | undefined;
}

export async function bundleGet(terminal: Terminal, options: Options, id: string): Promise<ExitCode> {
  // An id is no path, whatever was typed.
  const { output = `evidence-${id.replace(/[^\w-]/g, '_')}.zip`, force = false, language } = options;
  await assertFree(output, force);
  const bundle = await connect(options.server, terminal).evidence(id, { language });
  await writeOutput(output, Buffer.from(await bundle.arrayBuffer()), force);
  terminal.note(`Bundle written to ${output}; "assay bundle verify ${output}" checks it`);
  return EXIT.ok;
}
