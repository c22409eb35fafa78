/** From the words of a command line to a command, and from whatever happens to an exit status. @module */
import { UsageError } from './arguments.ts';
import type { Command, Terminal } from './command.ts';
import { EXIT, exitCodeOf, sentenceOf, type ExitCode } from './exitCode.ts';

/**
 * A command, or a group of commands under one word. Loaded on demand: `assay config` should not wait for image
 * libraries that only `assay watermark` needs.
 */
export type Entry = {
  readonly summary: string;
} & ({ readonly load: () => Promise<Command> } | { readonly group: Readonly<Record<string, Entry>> });

export type CommandTable = Readonly<Record<string, Entry>>;

function listOf(words: string, table: CommandTable): string {
  const rows = Object.entries(table).flatMap(([name, entry]) =>
    'group' in entry
      ? Object.entries(entry.group).map(([sub, { summary }]) => [`${name} ${sub}`, summary] as const)
      : [[name, entry.summary] as const],
  );
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, summary]) => `  ${name.padEnd(width)}  ${summary}`);
  return `${words} COMMAND [arguments]\n\n${lines.join('\n')}\n\n${words} COMMAND --help explains one of them.`;
}

const isHelp = (word: string | undefined) => word === '--help' || word === '-h' || word === 'help';

/** Runs what `args` say. Never throws: mistakes become a sentence on standard error and an exit status. */
export async function runCommandLine(
  args: readonly string[],
  table: CommandTable,
  version: string,
  terminal: Terminal,
): Promise<ExitCode> {
  if (args[0] === '--version' || args[0] === '-V') {
    terminal.print(version);
    return EXIT.ok;
  }
  let words = 'assay';
  try {
    let level = table;
    for (let depth = 0; ; depth++) {
      const word = args[depth];
      if (isHelp(word)) {
        terminal.print(listOf(words, level));
        return EXIT.ok;
      }
      const entry = word !== undefined && Object.hasOwn(level, word) ? level[word] : undefined;
      if (entry === undefined)
        throw new UsageError(word === undefined ? 'a command is missing' : `there is no command "${word}"`);
      words += ` ${word}`;
      if ('group' in entry) {
        level = entry.group;
        continue;
      }
      const command = await entry.load();
      const rest = args.slice(depth + 1);
      if (rest.some((argument) => argument === '--help' || argument === '-h')) {
        terminal.print(command.help);
        return EXIT.ok;
      }
      return await command.run(rest, terminal);
    }
  } catch (error) {
    terminal.note(`${words}: ${sentenceOf(error)}`);
    if (error instanceof UsageError) terminal.note(`Try: ${words} --help`);
    else if (exitCodeOf(error) === EXIT.internal && error instanceof Error) terminal.note(error.stack ?? '');
    return exitCodeOf(error);
  }
}
