/** The fields of an HTML form (URL Standard, section 5.1), but for what is no UTF-8. @module */
import { AppError } from '@assay/core/errors';
import { utf8Of } from './utf8.ts';

const bytesOf = (text: string): Buffer =>
  Buffer.from(
    text
      .replaceAll('+', ' ')
      .replace(/%([0-9a-f]{2})/gi, (_escape, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );

/** Of a field that comes more than once the last counts. @throws {AppError} BAD_REQUEST where a text is no UTF-8 */
export function urlFormOf(body: Buffer): Record<string, string> {
  const fields: [string, string][] = [];
  for (const pair of body.toString('latin1').split('&').filter(Boolean)) {
    const at = pair.indexOf('=');
    const [name, value] = at < 0 ? [pair, ''] : [pair.slice(0, at), pair.slice(at + 1)];
    const text = utf8Of(bytesOf(value));
    const key = utf8Of(bytesOf(name));
    if (key === null || text === null)
      throw new AppError('BAD_REQUEST', `The form field "${key ?? name}" is not written in UTF-8.`);
    fields.push([key, text]);
  }
  return Object.fromEntries(fields);
}
