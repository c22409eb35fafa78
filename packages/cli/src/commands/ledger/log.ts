/** `assay log` @module */
import { command, group } from '../../command.ts';
import { argument, DATA_DIR, DATA_DIR_HELP, none, on, SERVER, value } from '../../options.ts';
import { WITNESS_FLAGS } from '../../witnesses/witnessFlags.ts';

const verify = command({
  brief: 'check that the log was only continued since the last time',
  help: `Fetches the newest checkpoint of the public log, checks its signature, and has it proved that the log was only continued
since the checkpoint in FILE, which is then replaced by the new one. Run it from time to time, from a machine that is not the
service's. Needs no credential. examples/monitorLog.mjs reads every entry as well.

With --witness, so many of the witnesses that you name must have cosigned the newest checkpoint. They do within seconds after it
is signed; run it again before you conclude anything from a missing line.

Exit status: 0 it holds, 10 it does not: keep both checkpoints that are printed, they are the evidence.`,
  load: async () => (await import('../../actions/ledger/logVerify.ts')).logVerify,
  parameters: {
    flags: {
      state: value('FILE', 'what was seen the last time; made by the first run'),
      ...WITNESS_FLAGS,
      logKey: value('KEY', "the log's verifier key; default the one in FILE, at the first run the service's own word"),
      server: SERVER,
      json: on('{holds, log, tree_size, grown_by}, or {holds, log, problem, checkpoints}'),
    },
    positional: none,
  },
});

const continueAs = command({
  brief: 'go on under another name, after an older backup had to be restored',
  help: `A log that was set back to an older state signs nothing: what it has told the world cannot be taken back. Restore the newer
database if you have it. If it is lost, this lets the log go on under another name, with another key: the entries that are
there stay, and the next entry says which log they were of, how many of its entries were taken over and what it had signed
last. Everybody who kept the old verifier key sees that the old log ended.
${DATA_DIR_HELP}`,
  load: async () => (await import('../../actions/ledger/logContinue.ts')).logContinue,
  parameters: {
    flags: { dataDir: DATA_DIR, anyway: on('also if nothing is found to be wrong') },
    positional: {
      kind: 'tuple',
      parameters: [argument('ORIGIN', 'name of the log from now on, such as example.org/tlog-2')],
    },
  },
});

export const logCommands = group('the public log of commitments', { verify, continue: continueAs });
