/** Arguments of one command: node:util's parser, with every mistake as a `UsageError`. @module */
import { parseArgs, type ParseArgsConfig } from 'node:util';

/** The command was called wrongly; the message says how it is called rightly. */
export class UsageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'UsageError';
  }
}

type OptionTable = NonNullable<ParseArgsConfig['options']>;

type Parsed<Options extends OptionTable> = ReturnType<
  typeof parseArgs<{ options: Options; allowPositionals: true; args: string[] }>
>;

/**
 * Options and positional arguments.
 * @throws {UsageError} on unknown options, missing values, or a number of positional arguments outside the bounds
 */
export function parseArguments<Options extends OptionTable>(
  args: readonly string[],
  options: Options,
  positionalCount: { readonly least: number; readonly most: number; readonly names: string },
): { readonly values: Parsed<Options>['values']; readonly positionals: readonly string[] } {
  let parsed: Parsed<Options>;
  try {
    parsed = parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : String(error));
  }
  const { least, most, names } = positionalCount;
  const count = parsed.positionals.length;
  if (count < least || count > most)
    throw new UsageError(`expected ${names || 'no arguments'}, got ${count} argument${count === 1 ? '' : 's'}`);
  return parsed;
}

/** A decimal number within bounds. @throws {UsageError} */
export function parseNumber(name: string, text: string, min: number, max: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < min || value > max)
    throw new UsageError(`${name} must be a number from ${min} to ${max}, got "${text}"`);
  return value;
}
