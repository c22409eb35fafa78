/** What a person at a terminal reads when the service is up. @module */
import path from 'node:path';
import type { Config } from './config.ts';

type Told = Pick<Config, 'dataDir' | 'mailDir' | 'smtpUrl' | 'databaseUrl'>;

/** Five plain lines: where it is, where things lie, what to do first. */
export function welcome(url: string, { dataDir, mailDir, smtpUrl, databaseUrl }: Told): string {
  const folder = path.resolve(dataDir);
  const mails =
    smtpUrl === null ? `as files in ${path.resolve(mailDir ?? path.join(folder, 'mail'))}` : 'through SMTP_URL';
  return [
    `Assay runs at ${url} (Ctrl-C ends it).`,
    `Data lies in ${folder}${databaseUrl === null ? '' : ', rows in DATABASE_URL'}.`,
    `Mails go out ${mails}.`,
    `First account: ${url}/register; from a program see ${url}/docs.`,
    'Warnings come below; ASSAY_LOG_LEVEL=info shows every request.',
  ].join('\n');
}
