/** One setting: its text in the environment, and what is made of it. @module */
import { parseStorageUrl, type StorageLocation } from './configStorageUrl.ts';

/** A text that does not fit; `message` completes "NAME ...". */
export class BadValue extends Error {}

export interface Setting<T> {
  readonly name: string;
  /** As it would be typed; empty when the setting is off by default. */
  readonly defaultText: string;
  readonly meaning: string;
  readonly secret?: true;
  readonly parse: (text: string) => T;
}

export const setting = <T>(
  name: string,
  defaultText: string,
  meaning: string,
  parse: (text: string) => T,
  secret?: true,
): Setting<T> => ({ name, defaultText, meaning, parse, ...(secret ? { secret } : {}) });

export const asText = (text: string): string => text;
export const orNull =
  <T>(parse: (text: string) => T) =>
  (text: string): T | null =>
    text === '' ? null : parse(text);

export const integer =
  (min: number, max: number) =>
  (text: string): number => {
    const value = Number(text);
    if (!Number.isInteger(value) || text.trim() === '' || value < min || value > max)
      throw new BadValue(`must be a whole number from ${min} to ${max}, got "${text}"`);
    return value;
  };

export const oneOf =
  <T extends string>(...words: readonly T[]) =>
  (text: string): T => {
    const word = words.find((candidate) => candidate === text);
    if (word === undefined) throw new BadValue(`must be one of ${words.join(', ')}, got "${text}"`);
    return word;
  };

const SWITCH: Readonly<Record<string, boolean>> = {
  '1': true,
  true: true,
  on: true,
  '0': false,
  false: false,
  off: false,
};
export function asSwitch(text: string): boolean {
  const value = SWITCH[text.toLowerCase()];
  if (value === undefined) throw new BadValue(`must be 1 or 0, got "${text}"`);
  return value;
}

/** Scheme, host and path of an address, without a slash at the end. */
export const asUrl =
  (...schemes: readonly string[]) =>
  (text: string): string => {
    if (!URL.canParse(text) || !schemes.includes(new URL(text).protocol))
      throw new BadValue(`must be an address that begins with ${schemes.map((s) => `${s}//`).join(' or ')}`);
    return text.replace(/\/+$/, '');
  };

/** @throws {BadValue} */
export function asStorageLocation(text: string): StorageLocation {
  try {
    return parseStorageUrl(text);
  } catch (error) {
    throw error instanceof RangeError ? new BadValue(error.message) : error;
  }
}

export const asOrigins = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => {
      if (!URL.canParse(part) || new URL(part).origin !== part)
        throw new BadValue(`must list origins such as https://app.example.org, got "${part}"`);
      return part;
    });

export const asList = (text: string): readonly string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');

/** HS256 wants a key as long as its hash; RFC 7518, 3.2. */
const SECRET_CHARS_MIN = 32;
export function asSecret(text: string): string {
  if (text.length < SECRET_CHARS_MIN) throw new BadValue(`must have at least ${SECRET_CHARS_MIN} characters`);
  return text;
}
