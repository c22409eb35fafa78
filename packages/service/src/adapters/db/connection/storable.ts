/** What PostgreSQL can store of a text: no NUL, no half of a surrogate pair. EXIF and user agents hold both. @module */

/** With the `u` flag a whole pair is one character, so only halves are surrogates. */
const HALF_PAIR = /\p{Cs}/gu;

/** The text with each of those replaced by U+FFFD. */
export function storableText<T extends string | null>(text: T): T {
  return (text === null ? null : text.replaceAll('\0', '\uFFFD').replace(HALF_PAIR, '\uFFFD')) as T;
}

/** The same for every string of a JSON value, keys included. */
export function storableJson<T>(value: T): T {
  if (typeof value === 'string') return storableText(value) as T;
  if (Array.isArray(value)) return value.map((item) => storableJson<unknown>(item)) as T;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [storableText(key), storableJson(item)])) as T;
}
