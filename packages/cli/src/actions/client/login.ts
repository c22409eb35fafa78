/** `assay login`, `assay logout`: a credential for this person's commands, kept in the folder for settings. @module */
import { AssayClient } from '@assay/sdk/client';
import type { Tokens } from '@assay/sdk/types';
import { connect, serverOf } from '../../connect.ts';
import { credentialsFile, readCredentials, saveCredential } from '../../credentials.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';
import { deviceLogin } from './deviceLogin.ts';

interface Options {
  readonly server?: string | undefined;
  readonly email?: string | undefined;
  readonly device?: boolean | undefined;
  readonly json?: boolean | undefined;
}

export async function login(terminal: Terminal, options: Options): Promise<ExitCode> {
  const { environment } = terminal;
  const server = serverOf(options.server, terminal);
  if (environment.ASSAY_API_KEY) {
    const apiKey = environment.ASSAY_API_KEY;
    const { name, scopes } = await connect(server, terminal).call('validateApiKey', {});
    saveCredential(environment, server, { apiKey });
    const words = `Key "${name}" for ${server} kept; it may: ${scopes.join(', ')}`;
    terminal.print(options.json ? JSON.stringify({ server, key: name, scopes }) : words);
  } else {
    // Not with a kept credential: that may be what does not work any more.
    const client = new AssayClient({ baseUrl: server });
    const tokens = await tokensOf(client, terminal, options);
    saveCredential(environment, server, { token: tokens.access_token, refreshToken: tokens.refresh_token });
    const { email } = await connect(server, terminal).me();
    terminal.print(options.json ? JSON.stringify({ server, email }) : `Logged in to ${server} as ${email}`);
  }
  terminal.note(`Kept in ${credentialsFile(environment)}, for you alone.`);
  return EXIT.ok;
}

/** By a code that is allowed in a browser, or by address and password. @throws {UsageError} if nobody is there */
async function tokensOf(client: AssayClient, terminal: Terminal, { email, device }: Options): Promise<Tokens> {
  if (email === undefined && (device || terminal.isInteractive)) return deviceLogin(client, terminal);
  const address = email ?? (await terminal.ask('E-mail address: '));
  const password =
    terminal.environment.ASSAY_PASSWORD ?? (address === null ? null : await terminal.ask('Password: ', 'secret'));
  if (address && password) return client.login(address, password);
  throw new UsageError(
    'nobody can be asked here; put an API key into ASSAY_API_KEY and run assay login again, or take --device',
  );
}

export async function logout(terminal: Terminal, options: Pick<Options, 'server' | 'json'>): Promise<ExitCode> {
  const server = serverOf(options.server, terminal);
  const kept = readCredentials(terminal.environment).servers[server];
  if (kept === undefined) {
    terminal.note(`Nothing is kept for ${server}.`);
    if (options.json) terminal.print(JSON.stringify({ server, forgotten: false }));
    return EXIT.ok;
  }
  // The key of an environment is not this person's session.
  const { ASSAY_API_KEY: _, ...environment } = terminal.environment;
  try {
    if (kept.refreshToken !== undefined) await connect(server, { environment }).logout();
  } finally {
    saveCredential(environment, server, null);
  }
  terminal.print(options.json ? JSON.stringify({ server, forgotten: true }) : `Forgotten: ${server}`);
  return EXIT.ok;
}
