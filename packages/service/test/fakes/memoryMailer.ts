/** Mails in memory. @module */
import type { Mailer, PostedMail } from '../../src/app/ports/delivery/mail.ts';

export interface MemoryMailer extends Mailer {
  readonly mails: PostedMail[];
}

export function memoryMailer(): MemoryMailer {
  const mails: PostedMail[] = [];
  return { mails, send: async (mail) => void mails.push(mail), forget: async () => 0 };
}
