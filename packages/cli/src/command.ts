/** How a command is called, and the action behind it, loaded when it is called. @module */
import {
  buildCommand,
  buildRouteMap,
  type Command as Called,
  type CommandContext,
  type RouteMap,
  type TypedCommandParameters,
} from '@stricli/core';
import { variableOf, withEnvironment } from './environmentFlags.ts';
import type { ExitCode } from './exitCode.ts';
import { on } from './options.ts';
import { withClock } from './progress.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usageError.ts';

export interface Context extends CommandContext {
  readonly terminal: Terminal;
  readonly process: CommandContext['process'] & { exitCode?: number | string | null };
}

export type Command = Called<Context>;

/** Commands under one word. */
export type Group = RouteMap<Context>;

/** Any object type, interfaces included. */
type Flags<Options> = Readonly<Partial<Record<keyof Options, unknown>>>;

/** What a command does with its options and arguments. What it throws becomes a sentence and an exit status. */
export type Action<Options, Arguments extends readonly unknown[]> = (
  terminal: Terminal,
  options: Options,
  ...positionals: Arguments
) => Promise<ExitCode>;

interface Description<Options extends Flags<Options>, Arguments extends readonly unknown[]> {
  /** Half a sentence for the list of commands. */
  readonly brief: string;
  /** Whole sentences for the command's own help. */
  readonly help: string;
  /** On demand: `assay --help` needs no image library, and `assay config` none either. */
  readonly load: () => Promise<Action<Options, Arguments>>;
  /** Runs until somebody ends it, or asks a person: no clock is shown meanwhile. */
  readonly isLasting?: boolean;
  readonly parameters: NoInfer<TypedCommandParameters<Options, Arguments, Context>>;
}

export const command = <const Options extends Flags<Options>, const Arguments extends readonly unknown[]>({
  brief,
  help,
  load,
  isLasting = false,
  parameters,
}: Description<Options, Arguments>): Command =>
  buildCommand<Options, Arguments, Context>({
    docs: { brief, fullDescription: help },
    parameters: withCommonFlags(withVariables(parameters)),
    async func(options, ...positionals) {
      const { terminal } = this;
      const flags = parameters.flags as Flags<Options> | undefined;
      const given = withEnvironment<Options>(options, { ...flags, ...COMMON }, terminal.environment);
      demand(given, flags ?? {});
      // A program that reads a result reads JSON; a person who asked for none gets words.
      if (flags && 'json' in flags) Object.assign(given, { json: isOn(given, 'json') ?? !terminal.isInteractive });
      const act = await load();
      const wanted = isOn(given, 'quiet') ? quietly(terminal) : terminal;
      const [watched, end] = isLasting ? [wanted, () => {}] : withClock(wanted);
      try {
        this.process.exitCode = await act(watched, given, ...positionals);
      } finally {
        end();
      }
    },
  });

interface ParsedFlag {
  readonly kind?: unknown;
  readonly optional?: boolean;
  readonly placeholder?: string;
  readonly brief?: string;
}

const isNeeded = (flag: unknown): flag is ParsedFlag =>
  (flag as ParsedFlag).kind === 'parsed' && (flag as ParsedFlag).optional !== true;

/** The parser knows no variables: what has to be given may come from one, so it is asked for after them. */
const withVariables = <Parameters>(parameters: Parameters): Parameters => {
  const { flags } = parameters as { flags?: object };
  const shown = Object.entries(flags ?? {}).map(([name, flag]) => [
    name,
    isNeeded(flag) ? { ...flag, optional: true, brief: `${flag.brief ?? ''}; has to be given` } : flag,
  ]);
  return { ...parameters, flags: Object.fromEntries(shown) };
};

/** @throws {UsageError} */
function demand(given: object, flags: object): void {
  for (const [name, flag] of Object.entries(flags))
    if (isNeeded(flag) && (given as Record<string, unknown>)[name] === undefined) {
      const typed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      throw new UsageError(`--${typed} ${flag.placeholder ?? ''} has to be given, or ${variableOf(name)}`);
    }
}

const COMMON = { quiet: on('nothing on standard error but what went wrong') };

/** Typed as the parameters that they extend: an action need not know what every command has. */
const withCommonFlags = <Parameters>(parameters: Parameters): Parameters => {
  const { flags } = parameters as { flags?: object };
  return { ...parameters, flags: { ...flags, ...COMMON } };
};

const isOn = (options: object, name: 'json' | 'quiet'): boolean | undefined =>
  (options as Partial<Record<typeof name, boolean>>)[name];

const quietly = (terminal: Terminal): Terminal => ({ ...terminal, note: () => {}, status: () => {} });

/** @param usual the command that is meant when none is named */
export const group = <Name extends string>(
  brief: string,
  routes: Readonly<Record<Name, Command | Group>>,
  usual?: NoInfer<Name>,
): Group => buildRouteMap<Name, Context>({ docs: { brief }, routes, ...(usual ? { defaultCommand: usual } : {}) });
