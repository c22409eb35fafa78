/** The part of the composition root that sends mails, or writes them to a folder. @module */
import path from 'node:path';
import { createFolderMailer } from '../adapters/mail/folderMailer.ts';
import { createSmtpMailer } from '../adapters/mail/smtpMailer.ts';
import { systemClock } from '../adapters/runtime/clock.ts';
import type { Mailer } from '../app/ports/delivery/mail.ts';
import type { Config } from '../config/config.ts';

export interface OwnedMailer extends Mailer {
  close(): void;
}

export function openMailer(
  { mailFrom: from, smtpUrl, mailDir }: Pick<Config, 'mailFrom' | 'smtpUrl' | 'mailDir'>,
  dataFolder: string,
): OwnedMailer {
  if (smtpUrl !== null) return createSmtpMailer({ url: smtpUrl, from });
  const mailer = createFolderMailer({ folder: mailDir ?? path.join(dataFolder, 'mail'), from }, systemClock);
  return { ...mailer, close: () => {} };
}
