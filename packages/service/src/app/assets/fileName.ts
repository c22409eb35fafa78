/** File names: for display only, never part of a path, since the sender chose them. @module */

export const FILE_NAME_CHARS_MAX = 500;

/** Control and direction-changing characters, which could make one name look like another. */
const INVISIBLE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** The last part of whatever the client sent, cleaned; null if nothing is left. */
export function cleanFileName(sent: string | null | undefined): string | null {
  const name = (sent ?? '').split(/[\\/]/).at(-1)?.replace(INVISIBLE, '').trim().normalize('NFC') ?? '';
  if (name === '' || name === '.' || name === '..') return null;
  return [...name].slice(0, FILE_NAME_CHARS_MAX).join('');
}
