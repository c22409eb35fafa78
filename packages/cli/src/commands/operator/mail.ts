/** `assay mail` @module */
import { command, group } from '../../command.ts';
import { DATA_DIR, BESIDE_HELP, none, on, rest } from '../../options.ts';

const list = command({
  brief: 'list the mails that were given up',
  help: `A mail that the mail server does not take within a day of attempts is given up. Listed with the reason of the last one,
the latest first, at most 1000. The text is kept for seven days, the row for thirty. The service may run.
${BESIDE_HELP}`,
  load: async () => (await import('../../actions/mail/mailList.ts')).mailList,
  parameters: {
    flags: {
      dataDir: DATA_DIR,
      json: on('one JSON array of {id, to, subject, attempts, error, created_at, has_text}'),
    },
    positional: none,
  },
});

const again = command({
  brief: 'send mails again that were given up',
  help: `They are sent at once where the service runs, else when it runs again, with all of their attempts anew. One whose text is
forgotten or whose link has ended is left out.
${BESIDE_HELP}

Exit status: 0 if all were queued, 6 if one was not given up or has no text any more.`,
  load: async () => (await import('../../actions/mail/mailAgain.ts')).mailAgain,
  parameters: {
    flags: { dataDir: DATA_DIR, all: on('every one that has its text') },
    positional: rest('MAIL_ID', 'a mail, see: assay mail list', 0),
  },
});

export const mailCommands = group('mails that could not be sent, for the operator', { list, again });
