/** How a secret is given as a text: what is long enough, and a key as it was made in a data folder. @module */

/** HS256 wants a key as long as its hash; RFC 7518, 3.2. */
export const SECRET_CHARS_MIN = 32;

/** A key that was made at a first start, as it stands in `secrets.json`: 32 bytes in base64. */
export const MADE_SECRET = /^base64:([A-Za-z0-9+/]{43}=)$/;

/** Neither too short, nor base64: without a key. */
export const isSecretText = (text: string): boolean =>
  text.startsWith('base64:') ? MADE_SECRET.test(text) : text.length >= SECRET_CHARS_MIN;
