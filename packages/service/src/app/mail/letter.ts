/** The form that all mails have. @module */
import type { Mail } from '../ports/mail.ts';

const PARAGRAPH = '\n\n';

export const letter = (to: string, subject: string, ...paragraphs: readonly string[]): Mail => ({
  to,
  subject,
  text: `${['Hello,', ...paragraphs, 'Assay'].join(PARAGRAPH)}\n`,
});
