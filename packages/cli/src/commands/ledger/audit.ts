/** `assay audit` @module */
import { command, group } from '../../command.ts';
import { BESIDE_HELP, DATA_DIR, none, on, value } from '../../options.ts';

const check = command({
  brief: 'hold every audit log to its heads in the transparency log',
  help: `Computes the chain of every audit log anew, holds it to the heads of it that the transparency log signed, and holds that log,
entry by entry, to what it has signed: in the database, in the data folder and wherever else a signed checkpoint is kept.
Finds entries that were changed, removed, added or moved, an end that was cut off, a log that was made anew as a whole, and
an organization that is gone without a word. Entries after the newest head are counted: of them a cut is not seen yet.
${BESIDE_HELP}

With --server an owner or admin of one organization checks its log over the API, with the key in ASSAY_API_KEY and nothing of the
operator's: the chain, and that each of its heads is in the transparency log.

Exit status: 0 all is as it was signed, 10 something is not.`,
  load: async () => (await import('../../actions/ledger/auditCheck.ts')).auditCheck,
  parameters: {
    flags: {
      organization: value('ORGANIZATION', 'only this one, by id or slug; with --server its id'),
      server: value('URL', 'check the log of an organization over the API of this service'),
      logKey: value('KEY', "with --server: the log's verifier key; default the service's own word"),
      dataDir: DATA_DIR,
      json: on('{log, stray, organizations}, findings as sentences'),
    },
    positional: none,
  },
});

export const auditCommands = group('audit logs of organizations', { check });
