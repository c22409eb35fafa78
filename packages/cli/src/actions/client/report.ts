/** `assay report`: what a verification found, to keep or to hand on. @module */
import { Buffer } from 'node:buffer';
import { NotFoundError } from '@assay/sdk/errors';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { assertFree, writeOutput } from '../../outputFile.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';

interface Options {
  readonly server?: string | undefined;
  readonly output?: string | undefined;
  readonly force?: boolean | undefined;
}

export async function report(terminal: Terminal, options: Options, id: string): Promise<ExitCode> {
  const { output, force = false } = options;
  if (output !== undefined) await assertFree(output, force);
  const format = output?.toLowerCase().endsWith('.pdf') ? 'pdf' : 'json';
  const client = connect(options.server, terminal);
  const blob = await client.report(id, format).catch((cause: unknown) => {
    if (format === 'pdf' && cause instanceof NotFoundError && cause.code === 'NOT_FOUND')
      throw new UsageError('this service makes no PDF reports; take -o FILE.json');
    throw cause;
  });
  if (output === undefined) terminal.print((await blob.text()).trimEnd());
  else {
    await writeOutput(output, Buffer.from(await blob.arrayBuffer()), force);
    terminal.note(`Report written to ${output}`);
  }
  return EXIT.ok;
}
