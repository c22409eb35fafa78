/** `assay disputes` @module */
import { command, group } from '../../command.ts';
import { argument, DATA_DIR, BESIDE_HELP, needed, none, on, value } from '../../options.ts';

const FIELDS = 'the fields of GET /v1/verify/{id}/dispute, and verification: {verdict, confidence, rule, details, ...}';

const list = command({
  brief: 'list the verdicts that somebody disputes',
  help: `The queue: open disputes, the oldest first, at most 1000. Not at a terminal it prints JSON.
With PostgreSQL the service may run.
${BESIDE_HELP}`,
  load: async () => (await import('../../actions/disputes/disputesList.ts')).disputesList,
  parameters: {
    flags: {
      status: value('STATUS', 'open (default), upheld, overturned, unclear or all'),
      dataDir: DATA_DIR,
      json: on(`one JSON array; of each dispute ${FIELDS}`),
    },
    positional: none,
  },
});

const show = command({
  brief: 'show a dispute with the evidence of its verdict',
  help: `Prints JSON: the dispute, and of its verification all evidence that the verdict rests on. With --picture it writes the
picture, if one came with the dispute and is still kept.
${BESIDE_HELP}

Exit status: 6 if there is no such dispute, or no picture.`,
  load: async () => (await import('../../actions/disputes/disputesShow.ts')).disputesShow,
  parameters: {
    flags: {
      picture: value('FILE', 'writes the picture there'),
      force: on('overwrites the file'),
      dataDir: DATA_DIR,
    },
    positional: { kind: 'tuple', parameters: [argument('DISPUTE_ID', 'see: assay disputes list')] },
  },
});

const resolve = command({
  brief: 'decide a dispute',
  help: `Decides an open dispute, once and for good. The verdict as it was logged stays; an overturned one is marked wherever it is
shown. The organization hears of it by an event, and its audit log keeps it.
${BESIDE_HELP}

Exit status: 6 if there is no such dispute, 2 if it is decided already.`,
  load: async () => (await import('../../actions/disputes/disputesResolve.ts')).disputesResolve,
  parameters: {
    flags: {
      as: needed('DECISION', 'upheld: the verdict was right; overturned: it was wrong; unclear: nobody can tell'),
      verdict: value('VERDICT', 'of an overturned one: authentic, forged or unknown; default what was expected'),
      note: value('TEXT', 'for whoever disputed it'),
      dataDir: DATA_DIR,
      json: on(`one line of JSON: ${FIELDS}`),
    },
    positional: { kind: 'tuple', parameters: [argument('DISPUTE_ID', 'see: assay disputes list')] },
  },
});

export const disputesCommands = group('verdicts that somebody says are wrong, for the operator', {
  list,
  show,
  resolve,
});
