/** Words of which only some are known. @module */
import { UsageError } from './usageError.ts';

/** @param name of the option or argument @throws {UsageError} that lists the words */
export function knownWord<Word extends string>(name: string, word: string, known: readonly Word[]): Word {
  const found = known.find((one) => one === word);
  if (found === undefined) throw new UsageError(`${name} must be one of ${known.join(', ')}, got "${word}"`);
  return found;
}
