/** The default mailer: every mail becomes one `.eml` file in a folder. @module */
import { randomBytes } from 'node:crypto';
import { mkdir, rename } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@assay/core/errors';
import type { Mailer } from '../../app/ports/delivery/mail.ts';
import type { Clock } from '../../app/ports/runtime/runtime.ts';
import { writeFlushed } from '../dataFolder/flush.ts';
import { mailMessage } from './mailMessage.ts';

export interface FolderMailerOptions {
  /** Made when the first mail is written. */
  readonly folder: string;
  readonly from: string;
}

/** Mails hold secret links: nobody else on the machine reads them. */
const OWNER_ONLY_FOLDER = 0o700;
const OWNER_ONLY_FILE = 0o600;

/** Names sort by time. A file appears whole or not at all. */
export function createFolderMailer({ folder, from }: FolderMailerOptions, clock: Clock): Mailer {
  return {
    async send(mail) {
      const date = clock.now();
      const id = `${date.toISOString().replace(/[-:.]/g, '')}-${randomBytes(8).toString('hex')}`;
      const message = mailMessage(mail, { from, id, date });
      try {
        await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
        await writeWhole(path.join(folder, `${id}.eml`), message);
      } catch (cause) {
        throw new AppError('SERVICE_UNAVAILABLE', 'The mail could not be sent; please try again later.', { cause });
      }
    },
  };
}

async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.partial`;
  await writeFlushed(temporary, text, OWNER_ONLY_FILE);
  await rename(temporary, file);
}
