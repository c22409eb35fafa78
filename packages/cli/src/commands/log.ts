/** `assay log` @module */
import { command, group } from '../command.ts';
import { none, SERVER, value } from '../options.ts';

const verify = command({
  brief: 'check that the log was only continued since the last time',
  help: `Fetches the newest checkpoint of the public log, checks its signature, and has it proved that the log was only continued
since the checkpoint in FILE, which is then replaced by the new one. Run it from time to time, from a machine that is not the
service's. Needs no credential. examples/monitorLog.mjs reads every entry as well.

Exit status: 0 it holds, 10 it does not: keep both checkpoints that are printed, they are the evidence.`,
  load: async () => (await import('../actions/logVerify.ts')).logVerify,
  parameters: {
    flags: {
      state: value('FILE', 'what was seen the last time; made by the first run'),
      logKey: value('KEY', "the log's verifier key; default the one in FILE, at the first run the service's own word"),
      server: SERVER,
    },
    positional: none,
  },
});

export const logCommands = group('the public log of commitments', { verify });
