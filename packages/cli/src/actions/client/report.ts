/** `assay report`: what a verification found, to keep or to hand on. @module */
import { Buffer } from 'node:buffer';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { assertFree, writeResult } from '../../outputFile.ts';
import { createProgress } from '../../progress.ts';
import type { Terminal } from '../../terminal.ts';

interface Options {
  readonly server?: string | undefined;
  readonly output?: string | undefined;
  readonly language?: string | undefined;
  readonly force?: boolean | undefined;
  readonly json?: boolean | undefined;
}

export async function report(terminal: Terminal, options: Options, id: string): Promise<ExitCode> {
  const { output, force = false } = options;
  if (output !== undefined) await assertFree(output, force);
  const ending = /\.(pdf|html)$/i.exec(output ?? '')?.[1]?.toLowerCase();
  const format = ending === 'pdf' || ending === 'html' ? ending : 'json';
  const client = connect(options.server, terminal);
  const progress = createProgress(terminal, 1);
  progress.begin(output ?? 'report', 0);
  const blob = await client
    .report(id, format, { language: options.language, onProgress: progress.received })
    .finally(() => progress.end());
  const bytes = Buffer.from(await blob.arrayBuffer());
  if (output === undefined) terminal.print(bytes.toString().trimEnd());
  else await writeResult(terminal, options, output, bytes, `Report written to ${output}`);
  return EXIT.ok;
}
