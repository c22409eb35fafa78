/** What a running service does for commands of the operator beside it. @module */
import { rmSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { KEPT_ENTRIES } from '../../adapters/backup/layout.ts';
import { type ControlJobs, type ControlServer, startControl } from '../../adapters/control/controlServer.ts';
import type { OpenDatabase } from '../../adapters/db/connection/open.ts';
import { createDeadMails } from '../../adapters/db/mail/deadMails.ts';
import { stillNamedIn } from '../../adapters/db/dump/namedFiles.ts';

/** In the data folder, where a copy can share its blocks with the original. */
const COPY_FOLDER = 'backup-copy';

/**
 * The embedded database admits one process, so the one that has it gives a copy of one moment away and looks after
 * its mails. PostgreSQL needs no help: commands connect to it beside the service.
 * @param folder the data folder, owned by this process
 */
export async function openControl(
  folder: string,
  database: OpenDatabase,
  jobs: ControlJobs,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<ControlServer> {
  const copyFolder = path.join(folder, COPY_FOLDER);
  const remove = (): void => rmSync(copyFolder, { recursive: true, force: true });
  remove();
  if (database.engine !== 'embedded') return { close: async () => {} };
  const beside = KEPT_ENTRIES.map((name) => [path.join(folder, name), path.join(copyFolder, name)] as const);
  return startControl(
    folder,
    {
      async copyDatabase() {
        try {
          await database.copyTo(path.join(copyFolder, 'database'), beside);
        } catch (cause) {
          remove();
          throw cause;
        }
        return { folder: copyFolder, remove: async () => remove() };
      },
      stillNamed: stillNamedIn(database),
      deadMails: createDeadMails(database),
      jobs,
    },
    (error) => log.error({ err: error }, 'a command of the operator failed'),
  );
}
