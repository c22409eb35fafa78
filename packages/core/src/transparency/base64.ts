/** Base 64 with padding, one text for one sequence of bytes. Source: RFC 4648, section 4. @module */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
const VALUES = new Map([...LETTERS].map((letter, value) => [letter, value]));

export function base64OfBytes(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = ((bytes[at] as number) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
    const letters = [18, 12, 6, 0].map((shift) => LETTERS[(group >> shift) & 63]).join('');
    const left = bytes.length - at;
    text += left >= 3 ? letters : letters.slice(0, left + 1).padEnd(4, '=');
  }
  return text;
}

/** Null unless it is exactly what `base64OfBytes` writes. */
export function bytesOfBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const letters = text.replace(/=+$/, '');
  const bytes = new Uint8Array(Math.floor((letters.length * 6) / 8));
  let group = 0;
  for (let at = 0, filled = 0; at < letters.length; at++) {
    group = ((group << 6) | (VALUES.get(letters[at] as string) as number)) & 0xffffff;
    // Every letter brings 6 bits; a byte is whole once 8 came together.
    const bits = (at + 1) * 6 - filled * 8;
    if (bits >= 8) bytes[filled++] = (group >> (bits - 8)) & 0xff;
  }
  return base64OfBytes(bytes) === text ? bytes : null;
}
