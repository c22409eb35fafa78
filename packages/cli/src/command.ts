/** What a command is, and the outside world it is handed. @module */
import type { ExitCode } from './exitCode.ts';

export interface Terminal {
  /** The result, and nothing else: a whole line or several, without the last line break. */
  print(text: string): void;
  /** Progress, warnings, everything a reader may ignore. */
  note(text: string): void;
  readonly input: NodeJS.ReadableStream;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Standard output is a terminal that wants colour (NO_COLOR is not set). */
  readonly colour: boolean;
}

export interface Command {
  /** The whole help, without the last line break. */
  readonly help: string;
  /** @param args what follows the command's name */
  run(args: readonly string[], terminal: Terminal): Promise<ExitCode>;
}
