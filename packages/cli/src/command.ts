/** How a command is called, and the action behind it, loaded when it is called. @module */
import {
  buildCommand,
  buildRouteMap,
  type Command as Called,
  type CommandContext,
  type RouteMap,
  type TypedCommandParameters,
} from '@stricli/core';
import type { ExitCode } from './exitCode.ts';
import type { Terminal } from './terminal.ts';

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
  readonly parameters: NoInfer<TypedCommandParameters<Options, Arguments, Context>>;
}

export const command = <const Options extends Flags<Options>, const Arguments extends readonly unknown[]>({
  brief,
  help,
  load,
  parameters,
}: Description<Options, Arguments>): Command =>
  buildCommand<Options, Arguments, Context>({
    docs: { brief, fullDescription: help },
    parameters,
    async func(options, ...positionals) {
      const act = await load();
      this.process.exitCode = await act(this.terminal, options, ...positionals);
    },
  });

/** @param usual the command that is meant when none is named */
export const group = <Name extends string>(
  brief: string,
  routes: Readonly<Record<Name, Command | Group>>,
  usual?: NoInfer<Name>,
): Group => buildRouteMap<Name, Context>({ docs: { brief }, routes, ...(usual ? { defaultCommand: usual } : {}) });
