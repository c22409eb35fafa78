/** `assay login`, `assay logout`: a credential for this person's commands, kept in the folder for settings. @module */
import { AssayClient } from '@assay/sdk/client';
import { connect, serverOf } from '../../connect.ts';
import { credentialsFile, readCredentials, saveCredential } from '../../credentials.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import type { Terminal } from '../../terminal.ts';
import { UsageError } from '../../usageError.ts';

interface Options {
  readonly server?: string | undefined;
  readonly email?: string | undefined;
}

export async function login(terminal: Terminal, options: Options): Promise<ExitCode> {
  const { environment } = terminal;
  const server = serverOf(options.server, terminal);
  if (environment.ASSAY_API_KEY) {
    const apiKey = environment.ASSAY_API_KEY;
    const { name, scopes } = await connect(server, terminal).call('validateApiKey', {});
    saveCredential(environment, server, { apiKey });
    terminal.print(`Key "${name}" for ${server} kept; it may: ${scopes.join(', ')}`);
  } else {
    const email = options.email ?? (await terminal.ask('E-mail address: '));
    const password = environment.ASSAY_PASSWORD ?? (email === null ? null : await terminal.ask('Password: ', 'secret'));
    if (!email || !password)
      throw new UsageError('nobody can be asked here; put an API key into ASSAY_API_KEY and run assay login again');
    const client = new AssayClient({ baseUrl: server });
    const tokens = await client.login(email, password);
    saveCredential(environment, server, { token: tokens.access_token, refreshToken: tokens.refresh_token });
    terminal.print(`Logged in to ${server} as ${email}`);
  }
  terminal.note(`Kept in ${credentialsFile(environment)}, for you alone.`);
  return EXIT.ok;
}

export async function logout(terminal: Terminal, options: Pick<Options, 'server'>): Promise<ExitCode> {
  const server = serverOf(options.server, terminal);
  const kept = readCredentials(terminal.environment).servers[server];
  if (kept === undefined) {
    terminal.note(`Nothing is kept for ${server}.`);
    return EXIT.ok;
  }
  // The key of an environment is not this person's session.
  const { ASSAY_API_KEY: _, ...environment } = terminal.environment;
  try {
    if (kept.refreshToken !== undefined) await connect(server, { environment }).logout();
  } finally {
    saveCredential(environment, server, null);
  }
  terminal.print(`Forgotten: ${server}`);
  return EXIT.ok;
}
