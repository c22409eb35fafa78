/** `assay login`, `assay logout`, and the same below `assay auth` @module */
import { command, group } from '../../command.ts';
import { none, on, SERVER, value } from '../../options.ts';

export const loginCommand = command({
  brief: 'keep a credential for this service',
  help: `Shows an address and a code, waits until you allow the code there in a browser (on this machine or another one), and keeps the
session. With --email it asks for the password instead. Where ASSAY_API_KEY is set it keeps that key, after the service has said that
it is good. Kept in a file for you alone (mode 600) in the system's folder for settings, or in ASSAY_CONFIG_DIR. Later commands
take it, and this service where none is named; ASSAY_API_KEY goes before it.`,
  load: async () => (await import('../../actions/client/login.ts')).login,
  isLasting: true,
  parameters: {
    flags: {
      server: SERVER,
      email: value('ADDRESS', 'by password, of this account'),
      device: on('by a code, also where no terminal reads it'),
      json: on('{server, email}, or {server, key, scopes}'),
    },
    positional: none,
  },
});

export const logoutCommand = command({
  brief: 'end the session and forget it',
  help: 'Ends the session at the service and forgets what assay login kept. An API key is forgotten here and stays good.',
  load: async () => (await import('../../actions/client/login.ts')).logout,
  parameters: { flags: { server: SERVER, json: on('{server, forgotten}') }, positional: none },
});

export const authCommands = group('login and logout under another name', {
  login: loginCommand,
  logout: logoutCommand,
});
