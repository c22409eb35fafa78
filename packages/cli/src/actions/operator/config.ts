/** `assay config`: every variable of the service with default, value and meaning. @module */
import { describeConfig } from '@assay/service/config/config';
import type { Terminal } from '../../terminal.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';

export async function config(terminal: Terminal, { json }: { readonly json?: boolean | undefined }): Promise<ExitCode> {
  const lines = describeConfig(await terminal.settings());
  if (json) terminal.print(JSON.stringify(lines, null, 2));
  else for (const line of lines) terminal.print(paragraphOf(line));
  return EXIT.ok;
}

function paragraphOf(line: ReturnType<typeof describeConfig>[number]): string {
  const value = line.value === line.default ? 'default' : `now ${line.value}`;
  return `${line.name}\n    ${line.meaning}\n    default: ${line.default === '' ? '(empty)' : line.default}; ${value}`;
}
