/** `assay account` @module */
import { command, group } from '../../command.ts';
import { argument, DATA_DIR, BESIDE_HELP, on } from '../../options.ts';

const endSessions = command({
  brief: 'end all sessions of an account that somebody else uses',
  help: `Ends, in one step, every session of the account, links in mails about it that were not used yet, and the API keys that its person
made, in every organization. The person is told by mail, and the audit log of each organization keeps the keys that ended.
The password stays: whoever knows it can log in again, so the person should choose a new one.
${BESIDE_HELP}

Exit status: 0 if done, 6 if no account has this address.`,
  load: async () => (await import('../../actions/operator/accountEndSessions.ts')).accountEndSessions,
  parameters: {
    flags: {
      keepApiKeys: on('leave the API keys that the person made'),
      dataDir: DATA_DIR,
      json: on('{user_id, sessions, api_keys} as one line of JSON: how many ended'),
    },
    positional: { kind: 'tuple', parameters: [argument('EMAIL', 'the address of the account')] },
  },
});

export const accountCommands = group('accounts of people, for the operator', { 'end-sessions': endSessions });
