/** Numbers as they are typed. @module */
import { UsageError } from './usageError.ts';

/** @throws {UsageError} unless it is a whole number of at least `min` */
export function wholeNumber(option: string, text: string | undefined, usual: number, min = 0): number {
  const number = text === undefined ? usual : Number(text);
  if (!Number.isSafeInteger(number) || number < min)
    throw new UsageError(`${option} must be a whole number of at least ${min}, not "${text}"`);
  return number;
}
