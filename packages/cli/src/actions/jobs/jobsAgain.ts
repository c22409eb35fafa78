/** `assay jobs again` @module */
import { DEAD_QUEUES, type DeadQueue } from '@assay/service/app/ports/runtime/deadLetters';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';
import { withOperatorJobs } from '../operator/dataFolderWork.ts';

interface Options {
  readonly dataDir?: string | undefined;
}

const isQueue = (word: string): word is DeadQueue => DEAD_QUEUES.some((queue) => queue === word);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function jobsAgain(
  terminal: Terminal,
  options: Options,
  queue: string,
  ...ids: string[]
): Promise<ExitCode> {
  if (!isQueue(queue)) throw new UsageError(`QUEUE is one of ${DEAD_QUEUES.join(', ')}, not "${queue}".`);
  const strange = ids.find((id) => !UUID.test(id));
  if (strange !== undefined) throw new UsageError(`"${strange}" is no id. See: assay jobs dead`);
  return withOperatorJobs(terminal, options.dataDir, async (jobs) => {
    let begun = 0;
    for (const id of ids) {
      const reason = await jobs.beginAgain(queue, id.toLowerCase());
      if (reason === null) begun += 1;
      else terminal.note(`${id}: ${reason}`);
    }
    terminal.print(`${begun} of ${ids.length} begin again as soon as the service runs`);
    return begun < ids.length ? EXIT.notFound : EXIT.ok;
  });
}
