/** The default mailer: every mail becomes one `.eml` file in a folder. @module */
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { AppError } from '@assay/core/errors';
import type { Mailer } from '../../app/ports/delivery/mail.ts';
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

/** Its time, then the id of the mail; nothing else in the folder is ever removed. */
const FILE_NAME = /^\d{8}T\d{9}Z-[\w-]+\.eml$/;

const timeInName = (date: Date): string => date.toISOString().replace(/[-:.]/g, '');

/** Names sort by time. A file appears whole or not at all; a mail that is sent twice is one file. */
export function createFolderMailer({ folder, from }: FolderMailerOptions): Mailer {
  return {
    async send(mail) {
      const name = `${timeInName(mail.date)}-${mail.id}`;
      const message = mailMessage(mail, { from });
      try {
        await mkdir(folder, { recursive: true, mode: OWNER_ONLY_FOLDER });
        await writeWhole(path.join(folder, `${name}.eml`), message);
      } catch (cause) {
        throw new AppError('SERVICE_UNAVAILABLE', 'The mail could not be written.', { cause });
      }
    },
    async forget(before) {
      // There is no folder before the first mail.
      const names = await readdir(folder).catch(() => []);
      const old = names.filter((name) => FILE_NAME.test(name) && name < timeInName(before));
      for (const name of old) await rm(path.join(folder, name), { force: true });
      return old.length;
    },
  };
}

async function writeWhole(file: string, text: string): Promise<void> {
  const temporary = `${file}.partial`;
  await writeFlushed(temporary, text, OWNER_ONLY_FILE);
  await rename(temporary, file);
}
