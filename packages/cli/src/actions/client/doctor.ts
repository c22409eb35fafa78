/** `assay doctor`: what stands between this machine and a working service, and what to do about it. @module */
import { statSync } from 'node:fs';
import type { AssayClient } from '@assay/sdk/client';
import { connect, serverOf } from '../../connect.ts';
import { credentialsFile, readCredentials } from '../../credentials.ts';
import { EXIT, exitCodeOf, type ExitCode, sentenceOf } from '../../exitCode.ts';
import { formatTable } from '../../table.ts';
import type { Environment, Terminal } from '../../terminal.ts';
import { VERSION } from '../../version.ts';

interface Options {
  readonly server?: string | undefined;
  readonly json?: boolean | undefined;
}

interface Finding {
  readonly check: string;
  readonly state: 'ok' | 'note' | 'fail';
  readonly says: string;
}

export async function doctor(terminal: Terminal, options: Options): Promise<ExitCode> {
  const { environment } = terminal;
  const server = serverOf(options.server, terminal);
  const client = connect(options.server, terminal);
  const findings: Finding[] = [
    { check: 'program', state: 'ok', says: `assay ${VERSION} on Node ${process.versions.node}` },
    credentialFile(environment),
  ];
  let failure: ExitCode = EXIT.ok;
  for (const [check, look] of [
    ['service', () => service(client, server)],
    ['credential', () => credential(client, server, environment)],
  ] as const) {
    try {
      findings.push({ check, ...(await look()) });
    } catch (error) {
      findings.push({ check, state: 'fail', says: sentenceOf(error) });
      if (failure === EXIT.ok) failure = exitCodeOf(error);
      if (check === 'service') break;
    }
  }
  if (options.json) terminal.print(JSON.stringify({ server, findings }));
  else terminal.print(formatTable(findings.map(({ check, state, says }) => [check, state, says])));
  return failure;
}

type Found = Omit<Finding, 'check'>;

async function service(client: AssayClient, server: string): Promise<Found> {
  const { status, version } = await client.health({ onRetry: () => {} });
  const says = `${server} answers: ${status}, version ${version}`;
  return {
    state: version === VERSION ? 'ok' : 'note',
    says: version === VERSION ? says : `${says}, this is ${VERSION}`,
  };
}

async function credential(client: AssayClient, server: string, environment: Environment): Promise<Found> {
  const kept = readCredentials(environment).servers[server];
  if (environment.ASSAY_API_KEY || kept?.apiKey) {
    const { name, scopes } = await client.call('validateApiKey', {});
    return { state: 'ok', says: `API key "${name}", which may: ${scopes.join(', ')}` };
  }
  if (!kept) return { state: 'note', says: 'none: verifying works, uploading needs assay login or ASSAY_API_KEY' };
  return { state: 'ok', says: `logged in as ${(await client.me()).email}` };
}

function credentialFile(environment: Environment): Finding {
  const check = 'credentials';
  const file = credentialsFile(environment);
  if (file === null) return { check, state: 'note', says: 'no home folder; assay login needs ASSAY_CONFIG_DIR' };
  const there = statSync(file, { throwIfNoEntry: false });
  if (!there) return { check, state: 'ok', says: `nothing kept in ${file}` };
  if (process.platform !== 'win32' && (there.mode & 0o077) !== 0)
    return { check, state: 'note', says: `${file} may be read by others; chmod 600 it` };
  return { check, state: 'ok', says: `${file}, for you alone` };
}
