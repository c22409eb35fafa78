/** Every flag has a variable: `--tamper-map` is ASSAY_TAMPER_MAP, and what is typed counts before it. @module */
import type { Environment } from './terminal.ts';
import { UsageError } from './usageError.ts';

/** Of the parser's flags, what decides how text becomes a value. */
interface Flag {
  readonly kind?: unknown;
  readonly variadic?: unknown;
}

export const variableOf = (flag: string): string =>
  `ASSAY_${flag.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;

/**
 * `options` with the variables of the flags that were not typed. A list is separated by commas; of a switch, `1` and `true` are
 * on, `0`, `false` and nothing are off.
 * @throws {UsageError} if a switch says something else
 */
export function withEnvironment<Options extends object>(
  options: Options,
  flags: object,
  environment: Environment,
): Options {
  const given = { ...options } as Record<string, unknown>;
  for (const [name, flag] of Object.entries(flags) as [string, Flag][]) {
    const text = environment[variableOf(name)];
    const typed = given[name];
    const isTyped = Array.isArray(typed) ? typed.length > 0 : typed !== undefined;
    if (isTyped || text === undefined || text === '') continue;
    if (flag.kind === 'boolean') given[name] = switchOf(variableOf(name), text);
    else given[name] = flag.variadic ? text.split(',') : text;
  }
  return given as Options;
}

function switchOf(name: string, text: string): boolean {
  if (text === '1' || text === 'true') return true;
  if (text === '0' || text === 'false') return false;
  throw new UsageError(`${name} must be 1 or 0, not "${text}"`);
}
