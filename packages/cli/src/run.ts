/** From the words of a command line to a command, and from whatever happens to an exit status. @module */
import {
  buildApplication,
  ExitCode as PARSER_CODES,
  proposeCompletions,
  run,
  type StricliIntegration,
  version,
} from '@stricli/core';
import type { Command, Context, Group } from './command.ts';
import { EXIT, exitCodeOf, type ExitCode } from './exitCode.ts';
import { type Call, sentences } from './sentences.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usageError.ts';

export interface Program {
  /** What one types to call it. */
  readonly name: string;
  readonly version: string;
}

/**
 * Weights of git's own "did you mean"; the limit is less than its 7, at which "bogus" is taken for "logout". A letter too much costs
 * 3, one that is wrong 2, one that is missing 1; letters that changed places cost nothing.
 */
const TYPING_ERRORS = {
  threshold: 4,
  weights: { insertion: 1, deletion: 3, substitution: 2, transposition: 0 },
} as const;

/** What the scripts of `assay completion` ask. */
const COMPLETE = '__complete';

type Integration = StricliIntegration<Context>;

/** The list of all commands shows what each must be given, the help of one command all that it takes. */
const HELP: Integration = {
  flag: {
    brief: 'print this help',
    global: true,
    aliases: ['h'],
    run(app, { text, result, additionalFlags }) {
      const isList = result.target === app.root && 'getAllEntries' in result.target;
      const page = result.target.formatHelp({
        prefix: result.prefix,
        config: {
          caseStyle: 'convert-camel-to-kebab',
          useAliasInUsageLine: false,
          onlyRequiredInUsageLine: isList,
        },
        additionalFlags,
        includeArgumentEscapeSequenceFlag: false,
        includeHidden: false,
        text,
        ansiColor: false,
      });
      this.process.stdout.write(page);
    },
  },
};

/** What happens to a group of commands that is called without one of them. */
const missingCommand = (call: Call): Integration => ({
  flag: {
    brief: 'a command is missing',
    hidden: true,
    defaultForRouteMap: true,
    run(_app, { result }) {
      call.words = result.prefix.join(' ');
      throw new UsageError('a command is missing');
    },
  },
});

/** `assay help` and `assay proof help` are other words for `--help`; `assay verify help` verifies a file. */
function withHelpOption(inputs: readonly string[], root: Command | Group): readonly string[] {
  let target: ReturnType<Group['getRoutingTargetForInput']> = root;
  for (const [at, word] of inputs.entries()) {
    if (target === undefined || !('getAllEntries' in target)) return inputs;
    if (word === 'help') return [...inputs.toSpliced(at, 1), '--help'];
    target = target.getRoutingTargetForInput(word);
  }
  return inputs;
}

const MISUSE: ReadonlySet<number> = new Set([
  PARSER_CODES.InvalidArgument,
  PARSER_CODES.UnknownCommand,
  PARSER_CODES.IntegrationError,
]);

/** The parser's own codes are negative: either the words were wrong, or we are. */
function statusOf(code: number): ExitCode {
  if (code >= 0) return code as ExitCode;
  return MISUSE.has(code) ? EXIT.usage : EXIT.internal;
}

/** Runs what `inputs` say. Never throws: mistakes become a sentence on standard error and an exit status. */
export async function runCommandLine(
  inputs: readonly string[],
  root: Command | Group,
  program: Program,
  terminal: Terminal,
): Promise<ExitCode> {
  const words = withHelpOption(inputs, root);
  const call: Call = { words: program.name, isMisused: false };
  const app = buildApplication<Context>(
    root as Group,
    {
      name: program.name,
      scanner: {
        caseStyle: 'allow-kebab-for-camel',
        allowArgumentEscapeSequence: true,
        distanceOptions: TYPING_ERRORS,
      },
      localization: { text: sentences(program.name, words, call, Boolean(terminal.environment.ASSAY_DEBUG)) },
      determineExitCode: exitCodeOf,
    },
    {
      help: HELP,
      version: version({ info: { currentVersion: program.version }, brief: 'print the version', alias: 'V' }),
      missing: missingCommand(call),
    },
  );
  const process: Context['process'] = {
    stdout: { write: (text) => terminal.print(text.replace(/\n$/, '')) },
    stderr: { write: (text) => terminal.complain(text.replace(/\n$/, '')) },
    exitCode: null,
  };
  const [asked, ...typed] = inputs;
  if (asked === COMPLETE) {
    const found = await proposeCompletions(app, typed, { process, terminal });
    if (found.length > 0) terminal.print(found.map(({ completion }) => completion).join('\n'));
    return EXIT.ok;
  }
  await run(app, words, {
    process,
    terminal,
    forCommand({ prefix }) {
      call.words = prefix.join(' ');
      return { process, terminal };
    },
  });
  if (call.isMisused) terminal.complain(`Try: ${call.words} --help`);
  return statusOf(Number(process.exitCode));
}
