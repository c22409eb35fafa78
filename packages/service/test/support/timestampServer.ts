/** A time-stamp authority on loopback: `openssl ts` behind HTTP, with a certificate of its own. @module */
import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Null, or why tests with an authority are skipped. */
export const whyNoAuthority: string | null =
  spawnSync('openssl', ['version']).status === 0 ? null : 'skipped: openssl is not installed';

const CONFIG = `
[tsa]
default_tsa = here
[here]
serial = SERIAL
crypto_device = builtin
signer_digest = sha256
default_policy = 1.2.3.4.1
digests = sha256, sha512
accuracy = secs:1
ordering = no
tsa_name = yes
ess_cert_id_chain = no
ess_cert_id_alg = sha256
`;

export interface TimestampServer {
  readonly url: string;
  /** PEM of the authority's root. */
  readonly rootFile: string;
  /** What it does with an answer before it is sent. */
  alter: (response: Buffer) => Buffer;
  close(): Promise<void>;
}

export async function startTimestampServer(): Promise<TimestampServer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-tsa-'));
  const file = (name: string): string => path.join(folder, name);
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder });
  await writeFile(file('tsa.cnf'), CONFIG.replace('SERIAL', file('serial')));
  await writeFile(file('serial'), '01\n');
  await writeFile(file('extensions'), 'extendedKeyUsage=critical,timeStamping\nkeyUsage=critical,digitalSignature\n');
  const key = ['-newkey', 'rsa:2048', '-nodes', '-days', '2'];
  await openssl('req', '-x509', ...key, '-keyout', 'root.key', '-out', 'root.pem', '-subj', '/CN=Test Root');
  await openssl('req', '-new', ...key.slice(0, 3), '-keyout', 'tsa.key', '-out', 'tsa.csr', '-subj', '/CN=Test TSA');
  const issue = ['-req', '-in', 'tsa.csr', '-CA', 'root.pem', '-CAkey', 'root.key', '-CAcreateserial', '-days', '2'];
  await openssl('x509', ...issue, '-extfile', 'extensions', '-out', 'tsa.pem');

  let number = 0;
  const reply = async (query: Buffer): Promise<Buffer> => {
    const [asked, answered] = [file(`${++number}.tsq`), file(`${number}.tsr`)];
    await writeFile(asked, query);
    const signer = ['-signer', 'tsa.pem', '-inkey', 'tsa.key', '-chain', 'root.pem', '-config', 'tsa.cnf'];
    await openssl('ts', '-reply', '-queryfile', asked, '-out', answered, ...signer);
    return readFile(answered);
  };
  const served: TimestampServer = {
    url: '',
    rootFile: file('root.pem'),
    alter: (response) => response,
    async close() {
      await new Promise((resolve) => server.close(resolve));
      await rm(folder, { recursive: true, force: true });
    },
  };
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void reply(Buffer.concat(chunks)).then(
        (bytes) => response.setHeader('content-type', 'application/timestamp-reply').end(served.alter(bytes)),
        () => response.writeHead(500).end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(served, { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/tsr` });
}
