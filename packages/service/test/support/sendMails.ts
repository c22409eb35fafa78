/** What the job of a running service does all the time. @module */
import { createMailSender } from '../../src/app/mail/sendMails.ts';
import type { MailQueue } from '../../src/app/ports/delivery/mail.ts';
import type { Ports } from '../../src/app/ports/ports.ts';

/** Sends what is due, and waits for the end of it. */
export async function sendMails({ mails, ...deps }: Pick<Ports, 'mails' | 'mailer' | 'traces'>): Promise<void> {
  let taken = 0;
  const claim: MailQueue['claim'] = async (limit, leaseMs) => {
    const claimed = await mails.claim(limit, leaseMs);
    taken += claimed.length;
    return claimed;
  };
  const fail = (error: unknown): void => {
    throw error;
  };
  const sender = createMailSender({ ...deps, mails: { ...mails, claim } }, () => 0, fail);
  do {
    taken = 0;
    await sender.run();
    await sender.idle();
  } while (taken > 0);
}
