/** Mails in memory. @module */
import type { Mail, Mailer } from '../../src/app/ports/delivery/mail.ts';

export interface MemoryMailer extends Mailer {
  readonly mails: Mail[];
}

export function memoryMailer(): MemoryMailer {
  const mails: Mail[] = [];
  return { mails, send: async (mail) => void mails.push(mail) };
}
