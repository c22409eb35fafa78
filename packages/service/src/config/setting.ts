/** One setting: its text in the environment, and the zod schema that reads it. @module */
import { z } from 'zod';
import { MADE_SECRET, SECRET_CHARS_MIN } from './secretKey.ts';
import { parseStorageUrl, type StorageLocation } from './storageUrl.ts';

/** From the text of a variable to a value. Messages complete "NAME ...", without the full stop. */
export type TextSchema<T> = z.ZodType<T, string>;

export interface Setting<T> {
  readonly name: string;
  /** As it would be typed; empty when the setting is off by default. */
  readonly defaultText: string;
  readonly meaning: string;
  readonly secret?: true;
  readonly schema: TextSchema<T>;
}

export const setting = <T>(
  name: string,
  defaultText: string,
  meaning: string,
  schema: TextSchema<T>,
  secret?: true,
): Setting<T> => ({ name, defaultText, meaning, schema, ...(secret ? { secret } : {}) });

/** A message that shows what was typed; never for secrets. */
export const butGot = (must: string) => ({
  error: ({ input }: { readonly input?: unknown }) => `${must}, got "${String(input)}"`,
});

export const text = z.string();

/** Empty text is null. */
export const orNull = <T>(schema: TextSchema<T>): TextSchema<T | null> =>
  text.transform((typed) => (typed === '' ? null : typed)).pipe(schema.nullable());

/** A number within `range`. The message speaks of what was typed, not of the number that it became. */
export function number(range: z.ZodNumber, must: string): TextSchema<number> {
  const inner = text.trim().min(1).transform(Number).pipe(range);
  return text.refine((typed) => inner.safeParse(typed).success, { ...butGot(must), abort: true }).pipe(inner);
}

export const integer = (min: number, max: number) =>
  number(z.int().min(min).max(max), `must be a whole number from ${min} to ${max}`);

export const oneOf = <const Words extends readonly string[]>(...words: Words) =>
  z.enum(words, butGot(`must be one of ${words.join(', ')}`));

/** Whatever the case of the letters. */
export const onOrOff = z.stringbool({
  truthy: ['1', 'true', 'on'],
  falsy: ['0', 'false', 'off'],
  ...butGot('must be 1 or 0'),
});

/** An address with one of the schemes, each with its colon; slashes at its end are dropped. */
export const url = (...schemes: readonly string[]) =>
  text
    .refine((typed) => URL.canParse(typed) && schemes.includes(new URL(typed).protocol), {
      error: `must be an address that begins with ${schemes.map((scheme) => `${scheme}//`).join(' or ')}`,
      abort: true,
    })
    .transform((typed) => typed.replace(/\/+$/, ''));

export const storageLocation = text.transform((typed, context) => {
  try {
    return parseStorageUrl(typed);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    context.addIssue({ code: 'custom', message: error.message, input: typed });
    return z.NEVER;
  }
});

const SOURCE = /^([a-z0-9][a-z0-9-]{0,62})@([^=]+)=(.+)$/;
const ORGANIZATION_ID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Null: every one. @throws {RangeError} */
function organizationList(name: string, typed: string): readonly string[] | null {
  if (typed === '*') return null;
  const ids = typed.toLowerCase().split('+');
  const strange = ids.find((id) => !ORGANIZATION_ID.test(id));
  if (strange !== undefined)
    throw new RangeError(`must say by their ids which organizations may read ${name}, or * for all; got "${strange}"`);
  return ids;
}

/** `NAME@ORGANIZATIONS=location`, comma separated. */
export const importSourceList = text.transform((typed, context) => {
  const parts = typed.split(',').map((part) => part.trim());
  const sources: {
    readonly name: string;
    readonly organizationIds: readonly string[] | null;
    readonly place: StorageLocation;
  }[] = [];
  for (const part of parts.filter((one) => one !== '')) {
    const [, name, organizations = '', location = ''] = SOURCE.exec(part) ?? [];
    try {
      if (name === undefined)
        throw new RangeError(`must list NAME@ORGANIZATIONS=location with names such as wire-2026, got "${part}"`);
      if (sources.some((one) => one.name === name)) throw new RangeError(`names "${name}" twice`);
      sources.push({ name, organizationIds: organizationList(name, organizations), place: parseStorageUrl(location) });
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      context.addIssue({ code: 'custom', message: error.message, input: typed });
      return z.NEVER;
    }
  }
  return sources;
});

/** Comma separated, each with the spaces around it dropped. */
export const list = text.transform((typed): readonly string[] =>
  typed
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);

export const origins = list.pipe(
  z
    .array(
      text.refine(
        (part) => URL.canParse(part) && new URL(part).origin === part,
        butGot('must list origins such as https://app.example.org'),
      ),
    )
    .readonly(),
);

export const secretText = text
  .min(SECRET_CHARS_MIN, `must have at least ${SECRET_CHARS_MIN} characters`)
  .refine((value) => !value.startsWith('base64:') || MADE_SECRET.test(value), {
    error: 'must be base64: and the 44 characters of a key in secrets.json, or another text',
  });
