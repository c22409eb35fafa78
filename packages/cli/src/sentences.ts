/** What is said of a command line that cannot be followed, and of what a command throws. @module */
import {
  type ApplicationText,
  ArgumentScannerError,
  formatMessageForArgumentScannerError,
  text_en,
} from '@stricli/core';
import { EXIT, exitCodeOf, sentenceOf } from './exitCode.ts';
import { UsageError } from './usageError.ts';

/** What is known of a call while it is followed. */
export interface Call {
  /** Program and command, as far as they were understood. */
  words: string;
  /** The words were wrong; the help of the command would have told. */
  isMisused: boolean;
}

const kebab = (name: string) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const didYouMean = (words: readonly string[]) => (words.length > 0 ? `; did you mean ${words.join(' or ')}?` : '');

/** What the parser finds wrong with options and arguments. */
function sentenceOfParser(error: unknown): string {
  if (!(error instanceof ArgumentScannerError)) return sentenceOf(error);
  return formatMessageForArgumentScannerError(error, {
    FlagNotFoundError: ({ input, corrections }) =>
      `there is no option --${input}${didYouMean(corrections.map((name) => `--${kebab(name)}`))}`,
    AliasNotFoundError: ({ input }) => `there is no option -${input}`,
    UnsatisfiedFlagError: ({ externalFlagName }) => `--${externalFlagName} must be given with a value`,
    UnexpectedFlagError: ({ externalFlagName, previousInput, input }) =>
      `--${externalFlagName} takes one value, got "${previousInput}" and "${input}"`,
    UnexpectedPositionalError: ({ expectedCount, input }) =>
      `expected ${['no argument', 'one argument'][expectedCount] ?? `${expectedCount} arguments`}, got "${input}" as well`,
    UnsatisfiedPositionalError: ({ placeholder }) => `${placeholder} is missing`,
  });
}

/** The texts of the parser, in our words. @param inputs what followed the program's name; a stack is for a report of a fault */
export function sentences(
  program: string,
  inputs: readonly string[],
  call: Call,
  showsStack: boolean,
): ApplicationText {
  const misused = (sentence: string): string => {
    call.isMisused = true;
    return `${call.words}: ${sentence}`;
  };
  return {
    ...text_en,
    noCommandRegisteredForInput({ input, corrections }) {
      call.words = [program, ...inputs.slice(0, inputs.indexOf(input))].join(' ');
      return misused(`there is no command "${input}"${didYouMean(corrections)}`);
    },
    exceptionWhileParsingArguments: (error) => misused(sentenceOfParser(error)),
    exceptionWhileRunningIntegrationFlag: ({ exception }) => misused(sentenceOf(exception)),
    exceptionWhileRunningCommand(error) {
      if (error instanceof UsageError) return misused(sentenceOf(error));
      const isFault = exitCodeOf(error) === EXIT.internal && error instanceof Error;
      const where = isFault && showsStack ? `\n${error.stack ?? ''}` : isFault ? ' (ASSAY_DEBUG=1 shows where)' : '';
      return `${call.words}: ${sentenceOf(error)}${where}`;
    },
  };
}
