/** The form that all mails have. @module */
import type { Mail } from '../ports/delivery/mail.ts';

const PARAGRAPH = '\n\n';

export const mailFromTemplate = (to: string, subject: string, ...paragraphs: readonly string[]): Mail => ({
  to,
  subject,
  text: `${['Hello,', ...paragraphs, 'Assay'].join(PARAGRAPH)}\n`,
});
