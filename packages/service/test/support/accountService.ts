/** The service with its real repositories, and what a person reads in the mailbox. @module */
import { afterAll, beforeAll, vi } from 'vitest';
import type { Database, EngineName } from '../../src/adapters/db/connection/database.ts';
import { createRepositories } from '../../src/adapters/db/repositories.ts';
import { mailRequestJob } from '../../src/app/accounts/mailRequests.ts';
import type { Mail } from '../../src/app/ports/delivery/mail.ts';
import type { Ports } from '../../src/app/ports/ports.ts';
import type { HttpSettings } from '../../src/http/httpDeps.ts';
import { type FakePorts, startTestService, type TestService } from '../fakes/testService.ts';
import { sendMails } from './sendMails.ts';
import { openTestDatabase, type TestDatabase } from './testDatabase.ts';

export interface AccountService extends TestService {
  readonly database: Database;
  /** Mails to the address, after all that happens behind answers has ended; the newest last. */
  mailsTo(address: string): Promise<readonly Mail[]>;
  /** The token of the newest mail to the address whose subject fits. */
  tokenFor(address: string, subject: RegExp): Promise<string>;
}

const OPEN_TIMEOUT_MS = 180_000;
const MAIL_WAIT = { timeout: 3000, interval: 100 };

/** Call it inside a `describe`. @param replace ports in place of those of the test service */
export function withAccountService(
  engine: EngineName,
  settings: Partial<HttpSettings> = {},
  replace: (ports: FakePorts) => Partial<Ports> = () => ({}),
): () => AccountService {
  let database: TestDatabase | undefined;
  let service: AccountService | undefined;
  beforeAll(async () => {
    database = await openTestDatabase(engine);
    const { database: opened } = database;
    const started = await startTestService(settings, (ports) => ({
      ...createRepositories(opened, { ids: ports.ids, clock: ports.clock, keyEncryptionKey: Buffer.alloc(32, 1) }),
      ...replace(ports),
    }));
    service = { ...started, database: opened, ...mailbox(started) };
  }, OPEN_TIMEOUT_MS);
  afterAll(async () => {
    await service?.ports.background.settled();
    await service?.app.close();
    await database?.remove();
  }, OPEN_TIMEOUT_MS);
  return () => {
    if (!service) throw new Error('the service is open only while tests run');
    return service;
  };
}

function mailbox({ ports }: TestService): Pick<AccountService, 'mailsTo' | 'tokenFor'> {
  const mailsTo = async (address: string): Promise<readonly Mail[]> => {
    await ports.background.settled();
    await mailRequestJob(ports, () => 'http://assay.test')();
    await sendMails(ports);
    return ports.mailer.mails.filter(({ to }) => to === address);
  };
  return {
    mailsTo,
    // A mail that another transaction holds is skipped, and sent by the next look: as in a service, whose job looks again and again.
    tokenFor: (address, subject) =>
      vi.waitFor(async () => {
        const mails = await mailsTo(address);
        const mail = mails.findLast((candidate) => subject.test(candidate.subject));
        const token = /[?&]token=([\w-]+)$/m.exec(mail?.text ?? '')?.[1];
        if (!token) throw new Error(`no token for ${address}: ${mails.map((m) => m.subject).join(', ')}`);
        return token;
      }, MAIL_WAIT),
  };
}
