/** `assay keys`: API keys. Made and removed by a person who is logged in, never by a key. @module */
import type { ApiKey } from '@assay/sdk/types';
import type { OperationInput } from '@assay/sdk/operation';
import { connect } from '../../connect.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { wholeNumber } from '../../numbers.ts';
import { printOne, printRows } from '../../results.ts';
import type { Terminal } from '../../terminal.ts';

interface Options {
  readonly server?: string | undefined;
  readonly json?: boolean | undefined;
}
interface CreateOptions extends Options {
  readonly scopes?: string | undefined;
  readonly expiresInDays?: string | undefined;
}

const COLUMNS = [
  { title: 'ID', of: (key: ApiKey) => key.id },
  { title: 'NAME', of: (key: ApiKey) => key.name },
  { title: 'SCOPES', of: (key: ApiKey) => key.scopes.join(',') },
  { title: 'ACTIVE', of: (key: ApiKey) => (key.is_active ? 'yes' : 'no') },
  { title: 'LAST USED', of: (key: ApiKey) => key.last_used_at?.slice(0, 16) },
];

type NewKey = OperationInput<'createApiKey'>['json'];

export async function listKeys(terminal: Terminal, options: Options): Promise<ExitCode> {
  await printRows(terminal, options.json, connect(options.server, terminal).list('listApiKeys', {}), COLUMNS);
  return EXIT.ok;
}

export async function createKey(terminal: Terminal, options: CreateOptions, name: string): Promise<ExitCode> {
  const days = options.expiresInDays;
  const json = {
    name,
    ...(options.scopes === undefined ? {} : { scopes: options.scopes.split(',').map((word) => word.trim()) }),
    ...(days === undefined ? {} : { expires_in_days: wholeNumber('--expires-in-days', days, 0, 1) }),
  } as NewKey;
  const made = await connect(options.server, terminal).call('createApiKey', { json });
  if (options.json) printOne(terminal, true, made);
  else {
    terminal.note('The key is shown this once:');
    terminal.print(made.key);
  }
  return EXIT.ok;
}

export async function removeKey(terminal: Terminal, options: Options, id: string): Promise<ExitCode> {
  await connect(options.server, terminal).call('revokeApiKey', { path: { key_id: id } });
  terminal.print(options.json ? JSON.stringify({ key_id: id, revoked: true }) : `${id}: revoked`);
  return EXIT.ok;
}
