/** JSON Canonicalization Scheme (RFC 8785): one text for one value, so that its hash can be taken again by anyone. @module */

export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Half of a surrogate pair; with the `u` flag a whole pair is one character. */
const HALF_PAIR = /\p{Cs}/u;

/**
 * RFC 8785, 3.2: no white space, members sorted by the UTF-16 units of their names, numbers and strings as ECMAScript
 * writes them (3.2.2). Members with the value undefined do not exist.
 * @throws {RangeError} for what JSON cannot hold: a number that is not finite, half of a surrogate pair
 */
export const canonicalJson = (value: Json): string => ordered(value, assertInteroperable);

/** The same text, and one for what has no canonical form too, as JSON.stringify writes it: to compare, never to sign. */
export const orderedJson = (value: Json): string => ordered(value, () => {});

type Leaf = null | boolean | number | string;

/** @param check sees every name and every value that is no list and no object */
function ordered(value: Json, check: (leaf: Leaf) => void): string {
  if (value === null || typeof value !== 'object') {
    check(value);
    return JSON.stringify(value);
  }
  if (isArray(value)) return `[${value.map((one) => ordered(one, check)).join(',')}]`;
  const names = Object.keys(value)
    .filter((name) => value[name] !== undefined)
    .sort();
  return `{${names.map((name) => `${ordered(name, check)}:${ordered(value[name] as Json, check)}`).join(',')}}`;
}

const isArray = (value: Json): value is readonly Json[] => Array.isArray(value);

function assertInteroperable(leaf: Leaf): void {
  if (typeof leaf === 'number' && !Number.isFinite(leaf)) throw new RangeError(`JSON has no number ${leaf}`);
  if (typeof leaf === 'string' && HALF_PAIR.test(leaf)) throw new RangeError('a text holds half of a surrogate pair');
}
