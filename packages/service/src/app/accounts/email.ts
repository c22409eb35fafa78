/** E-mail addresses: syntax only, no look-up, since only a mail that arrives proves one. @module */

/** RFC 5321, 4.5.3.1.3, less the angle brackets. */
export const EMAIL_CHARS_MAX = 254;

/** RFC 5321 dot-string, opened to letters outside ASCII; quoted local parts and address literals are refused. */
const LOCAL = /^[^\s@"(),:;<>[\]\\.\p{Cc}]+(?:\.[^\s@"(),:;<>[\]\\.\p{Cc}]+)*$/u;
const LABEL = /^[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?$/u;

/** True for a trimmed address that could receive mail. */
export function isEmail(text: string): boolean {
  const at = text.lastIndexOf('@');
  if (at < 1 || text.length > EMAIL_CHARS_MAX || at > 64) return false;
  const labels = text.slice(at + 1).split('.');
  return labels.length >= 2 && labels.every((label) => LABEL.test(label)) && LOCAL.test(text.slice(0, at));
}

/** The part before the at sign. */
export const localPart = (email: string): string => email.slice(0, email.lastIndexOf('@'));
