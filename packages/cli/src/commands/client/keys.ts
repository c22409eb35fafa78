/** `assay keys` @module */
import { command, group } from '../../command.ts';
import { JSON_LINES, JSON_ONE, none, one, SERVER, value } from '../../options.ts';

const load = () => import('../../actions/client/keys.ts');
const PERSON = 'For a person: run assay login with an account first, and leave ASSAY_API_KEY unset.';

const ls = command({
  brief: 'list API keys',
  help: `Lists keys without their secrets. ${PERSON}`,
  load: async () => (await load()).listKeys,
  parameters: { flags: { server: SERVER, json: JSON_LINES }, positional: none },
});

const create = command({
  brief: 'make an API key and print it, this once',
  help: `Makes a key. On a terminal it alone is printed on standard output. ${PERSON}`,
  load: async () => (await load()).createKey,
  parameters: {
    flags: {
      server: SERVER,
      scopes: value('A,B', 'read, verify, write, delete, commit, webhooks, org:read, org:admin; default read,verify'),
      expiresInDays: value('N', 'default: never'),
      json: JSON_ONE,
    },
    positional: one('NAME', 'what you call it'),
  },
});

const rm = command({
  brief: 'revoke an API key',
  help: `The key stops working at once. ${PERSON}`,
  load: async () => (await load()).removeKey,
  parameters: { flags: { server: SERVER, json: JSON_ONE }, positional: one('KEY_ID', 'the key, see: assay keys ls') },
});

export const keysCommands = group('API keys for programs', { ls, create, rm });
