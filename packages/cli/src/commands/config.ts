/** `assay config`: every variable of the service with default, value and meaning. @module */
import { describeConfig } from '@assay/service/config';
import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exitCode.ts';

export const configCommand: Command = {
  help: `assay config [--json]

Prints every environment variable that the service reads, its default, the value it has now and its meaning.
Secrets are shown as (set).

  --json    one JSON array of {name, default, value, meaning}`,

  async run(args, terminal) {
    const { values } = parseArguments(args, { json: { type: 'boolean' } }, { least: 0, most: 0, names: '' });
    const lines = describeConfig(terminal.environment);
    if (values.json) terminal.print(JSON.stringify(lines, null, 2));
    else for (const line of lines) terminal.print(paragraphOf(line));
    return EXIT.ok;
  },
};

function paragraphOf(line: ReturnType<typeof describeConfig>[number]): string {
  const value = line.value === line.default ? 'default' : `now ${line.value}`;
  return `${line.name}\n    ${line.meaning}\n    default: ${line.default === '' ? '(empty)' : line.default}; ${value}`;
}
