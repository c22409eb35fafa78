/** A mail as bytes on their way: RFC 5322 header fields, MIME plain text. @module */
import { AppError } from '@assay/core/errors';
import type { PostedMail } from '../../app/ports/delivery/mail.ts';

export interface Envelope {
  readonly from: string;
}

/** Bytes of text in one encoded word; RFC 2047, 2 allows 75 characters for the whole word, 12 are its frame. */
const ENCODED_WORD_BYTES = 45;
/** RFC 5322, 2.1.1, without the line end. */
const LINE_BYTES_MAX = 998;

/** The same at every attempt, by which a mailbox knows a repetition. */
export const messageId = ({ id }: Pick<PostedMail, 'id'>): string => `<${id}@assay>`;

/**
 * The message with CR LF line ends. The body is 8bit and never wrapped, so that links stay whole.
 * @throws {TypeError} for a line that mail cannot carry; our texts have none
 */
export function mailMessage(mail: PostedMail, { from }: Envelope): string {
  const text = mail.text.replace(/\r\n?/g, '\n');
  if (text.split('\n').some((line) => Buffer.byteLength(line) > LINE_BYTES_MAX))
    throw new TypeError('mailMessage: a line is longer than 998 bytes');
  const headers = [
    `From: ${oneLine(from)}`,
    `To: ${oneLine(mail.to)}`,
    `Subject: ${encodedText(oneLine(mail.subject))}`,
    `Date: ${mail.date.toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: ${messageId(mail)}`,
    'MIME-Version: 1.0',
    'Content-Type: text/plain; charset=utf-8',
    'Content-Transfer-Encoding: 8bit',
    // RFC 3834: nobody's vacation answers this.
    'Auto-Submitted: auto-generated',
  ];
  return `${[...headers, '', ...text.trimEnd().split('\n')].join('\r\n')}\r\n`;
}

/** A line end inside a header field would begin another field. */
function oneLine(text: string): string {
  if (/[\r\n\0]/.test(text)) throw new AppError('VALIDATION_ERROR', 'A mail address or subject must be one line.');
  return text;
}

/** ASCII as it is; anything else as encoded words of UTF-8 (RFC 2047, 4.1). */
function encodedText(text: string): string {
  if (/^[\x20-\x7e]*$/.test(text)) return text;
  const words: string[] = [];
  let chunk = '';
  for (const character of text) {
    if (Buffer.byteLength(chunk + character) > ENCODED_WORD_BYTES) {
      words.push(chunk);
      chunk = '';
    }
    chunk += character;
  }
  return [...words, chunk].map((word) => `=?utf-8?B?${Buffer.from(word).toString('base64')}?=`).join('\r\n ');
}
