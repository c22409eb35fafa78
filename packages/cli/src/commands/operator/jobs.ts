/** `assay jobs` @module */
import { command, group } from '../../command.ts';
import { BESIDE_HELP, DATA_DIR, none, on, rest } from '../../options.ts';

const dead = command({
  brief:
    'list what was given up: uploads, deliveries of webhooks, mails, imports; and commitments and pins that keep failing',
  help: `Each with its queue, its id, when it was given up, after how many attempts and why; the latest first, at most 1000.
Commitments and pins are never given up: those that failed eight times in a row are listed. An import has no attempts of its own.
The service may run.
${BESIDE_HELP}`,
  load: async () => (await import('../../actions/jobs/jobsDead.ts')).jobsDead,
  parameters: {
    flags: {
      dataDir: DATA_DIR,
      json: on('one JSON array of {queue, id, about, reason, attempts, since}'),
    },
    positional: none,
  },
});

const again = command({
  brief: 'begin again what was given up',
  help: `QUEUE is uploads, deliveries, mails, imports, commitments or pins. What is named begins with all of its attempts anew; an
upload counts against the quota of its organization, as its failure had given that back. An import of a prefix goes on with the
files that wait; one of an archive cannot, since the archive goes when it fails. The service may run.
${BESIDE_HELP}

Exit status: 0 if all begin again, 6 if one was not given up or cannot begin.`,
  load: async () => (await import('../../actions/jobs/jobsAgain.ts')).jobsAgain,
  parameters: {
    flags: { dataDir: DATA_DIR },
    positional: rest('QUEUE ID', 'the queue, then ids, see: assay jobs dead', 2),
  },
});

export const jobsCommands = group('what was tried as often as it may be and given up, for the operator', {
  dead,
  again,
});
