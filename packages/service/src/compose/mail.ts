/** The part of the composition root that sends mails, or writes them to a folder. @module */
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { createFolderMailer } from '../adapters/mail/folderMailer.ts';
import { type RunningJob, repeat, together } from '../adapters/jobs/repeat.ts';
import type { FoundCondition } from '../app/condition.ts';
import { mailRequestJob } from '../app/accounts/mailRequests.ts';
import { exclusiveJob } from '../app/exclusiveJob.ts';
import { createMailSender, mailProblem, mailPurgeJob } from '../app/mail/sendMails.ts';
import type { Mailer } from '../app/ports/delivery/mail.ts';
import type { Ports } from '../app/ports/ports.ts';
import type { Config } from '../config/config.ts';

export interface OwnedMailer extends Mailer {
  close(): void;
}

export async function openMailer(
  { mailFrom: from, smtpUrl, mailDir }: Pick<Config, 'mailFrom' | 'smtpUrl' | 'mailDir'>,
  dataFolder: string,
): Promise<OwnedMailer> {
  if (smtpUrl !== null) {
    const { createSmtpMailer } = await import('../adapters/mail/smtpMailer.ts');
    return createSmtpMailer({ url: smtpUrl, from });
  }
  const mailer = createFolderMailer({ folder: mailDir ?? path.join(dataFolder, 'mail'), from });
  return { ...mailer, close: () => {} };
}

/** How long a new mail waits at most before it is looked at. */
const SEND_PAUSE_MS = 1_000;
const LOOK_PAUSE_MS = 60_000;
const PURGE_PAUSE_MS = 60 * 60 * 1000;

/** Sends what waits until it is stopped; attempts on their way then end first. */
export function startMails(
  { mailDays }: Pick<Config, 'mailDays'>,
  {
    ports,
    condition,
    base,
  }: { readonly ports: Ports; readonly condition: FoundCondition; readonly base: () => string },
  isEnding: () => boolean,
  log: FastifyBaseLogger,
): RunningJob {
  const report = (error: unknown): void => log.error({ err: error }, 'a mail was not sent');
  const sender = createMailSender(ports, Math.random, report);
  const look = async (): Promise<void> => condition.found(await mailProblem(ports));
  const writeRequested = mailRequestJob(ports, base);
  const sendAll = async (): Promise<void> => {
    await writeRequested();
    await sender.run();
  };
  const jobs = together([
    repeat('mails', async () => (isEnding() ? undefined : sendAll()), SEND_PAUSE_MS, report),
    repeat('mail condition', look, LOOK_PAUSE_MS, report),
    repeat('old mails', exclusiveJob(ports, 'mails', mailPurgeJob(ports, mailDays)), PURGE_PAUSE_MS, report),
  ]);
  return {
    async stop() {
      await jobs.stop();
      await sender.stop();
    },
  };
}
