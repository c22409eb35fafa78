/** `assay report`: what a verification found, to keep or to hand on. @module */
import { Buffer } from 'node:buffer';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { assertFree, writeOutput } from '../../outputFile.ts';
import type { Terminal } from '../../terminal.ts';

interface Options {
  readonly server?: string | undefined;
  readonly output?: string | undefined;
  readonly language?: string | undefined;
  readonly force?: boolean | undefined;
}

export async function report(terminal: Terminal, options: Options, id: string): Promise<ExitCode> {
  const { output, force = false } = options;
  if (output !== undefined) await assertFree(output, force);
  const ending = /\.(pdf|html)$/i.exec(output ?? '')?.[1]?.toLowerCase();
  const format = ending === 'pdf' || ending === 'html' ? ending : 'json';
  const blob = await connect(options.server, terminal).report(id, format, { language: options.language });
  if (output === undefined) terminal.print((await blob.text()).trimEnd());
  else {
    await writeOutput(output, Buffer.from(await blob.arrayBuffer()), force);
    terminal.note(`Report written to ${output}`);
  }
  return EXIT.ok;
}
