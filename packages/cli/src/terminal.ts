/** The outside world that a command is handed. @module */

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Terminal {
  /** The result, and nothing else: a whole line or several, without the last line break. */
  print(text: string): void;
  /** Progress, warnings, everything a reader may ignore. */
  note(text: string): void;
  /** What went wrong, also when notes are not wanted. */
  complain(text: string): void;
  /** A line that the next one replaces, for people who watch; null removes it. Nothing where standard error is no terminal. */
  status(text: string | null): void;
  /** What a person types in answer; null if nobody is there to ask. A secret is not shown. */
  ask(question: string, kind?: 'secret'): Promise<string | null>;
  readonly input: NodeJS.ReadableStream;
  /**
   * The variables of the process and nothing else: where a command sends an API key is not for a file in the current
   * folder to say, which may come from anywhere.
   */
  readonly environment: Environment;
  /** The settings of the service: `environment`, and below it `.env` of the current folder. @throws {ConfigError} */
  settings(): Promise<Environment>;
  /** Standard output is read by a person, not by a file or a program. */
  readonly isInteractive: boolean;
  /** Standard output is a terminal that wants colour (NO_COLOR is not set). */
  readonly colour: boolean;
}
