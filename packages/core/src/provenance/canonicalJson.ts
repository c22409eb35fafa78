/** JSON Canonicalization Scheme (RFC 8785): one text for one value, so that its hash can be taken again by anyone. @module */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Half of a surrogate pair; with the `u` flag a whole pair is one character. */
const HALF_PAIR = /\p{Cs}/u;

/**
 * RFC 8785, 3.2: no white space, members sorted by the UTF-16 units of their names, numbers and strings as ECMAScript
 * writes them (3.2.2). Members with the value undefined do not exist.
 * @throws {RangeError} for what JSON cannot hold: a number that is not finite, half of a surrogate pair
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'number' && !Number.isFinite(value)) throw new RangeError(`JSON has no number ${value}`);
  if (typeof value === 'string') return canonicalString(value);
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const names = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort();
  return `{${names.map((name) => `${canonicalString(name)}:${canonicalJson(value[name] as Json)}`).join(',')}}`;
}

const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);

function canonicalString(text: string): string {
  if (HALF_PAIR.test(text)) throw new RangeError('a text holds half of a surrogate pair');
  return JSON.stringify(text);
}
