/** Mails asked for by an address, in `mail_requests` until the job has looked whose it is. @module */
import { asc, eq } from 'drizzle-orm';
import type { MailRequests } from '../../../app/ports/accounts/mailRequests.ts';
import type { Database } from '../connection/database.ts';
import { insertMails, type MailSettings } from '../mail/mailRows.ts';
import { mailRequests } from '../schema/accounts.ts';
import { issueTokens } from './mailTokens.ts';

export function createMailRequests(database: Database, settings: MailSettings): MailRequests {
  return {
    ask: (request) =>
      database.write(async (transaction) => {
        await transaction.insert(mailRequests).values(request).onConflictDoNothing();
      }),
    waiting: (limit) =>
      database.read((queries) =>
        queries.select().from(mailRequests).orderBy(asc(mailRequests.createdAt), asc(mailRequests.id)).limit(limit),
      ),
    answer: (id, issued, quietSince) =>
      database.write(async (transaction) => {
        const { rowCount } = await transaction.delete(mailRequests).where(eq(mailRequests.id, id));
        // Another process was faster.
        if (rowCount !== 1 || !issued) return;
        if (await issueTokens(transaction, [issued.token], quietSince))
          await insertMails(transaction, settings, issued.mail);
      }),
  };
}
