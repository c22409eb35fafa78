/** Chain and assurance level of a signer, with certificates that openssl makes as the C2PA certificate policy says. @module */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimCertificatesOf } from '../../../src/adapters/c2pa/claimCertificates.ts';
import { createClaimSigner, type SignerFiles } from '../../../src/adapters/c2pa/claimSignature.ts';
import { c2paMetadata } from '../../../src/app/credentials/c2paMetadata.ts';
import { credentialsWith, signedPicture } from './credentialFiles.ts';

const hasOpenssl = spawnSync('openssl', ['version']).status === 0;
const folder = mkdtempSync(path.join(tmpdir(), 'assay-levels-'));
const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });
const read = (name: string) => readFileSync(path.join(folder, name), 'utf8');

/** @param level the value of the extension c2pa-al; null: without it */
function leafWith(name: string, level: string | null): SignerFiles {
  const extensions = [
    'keyUsage=critical,digitalSignature',
    'extendedKeyUsage=emailProtection',
    'authorityKeyIdentifier=keyid',
    'basicConstraints=critical,CA:FALSE',
    ...(level === null ? [] : [`1.3.6.1.4.1.62558.3=ASN1:OID:${level}`]),
  ];
  writeFileSync(path.join(folder, `${name}.ext`), extensions.join('\n'));
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-new',
    ...key,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.csr`,
    '-subj',
    `/O=Harbour News, Ltd. "Sons"/CN=${name}`,
  );
  const issue = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '3', '-extfile', `${name}.ext`];
  openssl('x509', '-req', '-in', `${name}.csr`, ...issue, '-out', `${name}.pem`);
  return { certificates: read(`${name}.pem`) + read('ca.pem') + read('root.pem'), privateKey: read(`${name}.key`) };
}

beforeAll(() => {
  if (!hasOpenssl) return;
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '9'];
  openssl('req', '-x509', ...key, '-keyout', 'root.key', '-out', 'root.pem', '-subj', '/CN=Root of C2PA');
  const ca = ['-addext', 'keyUsage=critical,keyCertSign,cRLSign', '-CA', 'root.pem', '-CAkey', 'root.key'];
  openssl(
    'req',
    '-x509',
    ...key,
    ...ca,
    '-keyout',
    'ca.key',
    '-out',
    'ca.pem',
    '-subj',
    '/O=Authority/CN=Claim Signing CA',
  );
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A JUMBF box; ISO 19566-5, A.1. */
function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(8), ...content]);
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.write(type, 4, 'latin1');
  return bytes;
}
const superbox = (type: string, label: string, ...content: readonly Uint8Array[]): Buffer => {
  const id = Buffer.from(`${Buffer.from(type, 'latin1').toString('hex')}00110010800000aa00389b71`, 'hex');
  return box('jumb', box('jumd', id, Buffer.of(3), Buffer.from(`${label}\0`, 'latin1')), ...content);
};
/** A store of one manifest with a claim signed so, as far as the signature goes. */
const storeOf = (signer: SignerFiles): Uint8Array =>
  superbox(
    'c2pa',
    'c2pa',
    superbox(
      'c2ma',
      'urn:c2pa:one',
      superbox('c2cs', 'c2pa.signature', box('cbor', createClaimSigner(signer).signClaim(Buffer.from('claim')))),
    ),
  );

const day = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.000Z$/);
const dates = { validFrom: day, validTo: day };
const chainOf = (name: string) => [
  {
    commonName: name,
    organization: 'Harbour News, Ltd. "Sons"',
    issuer: 'Claim Signing CA',
    ...dates,
    pem: read(`${name}.pem`),
  },
  { commonName: 'Claim Signing CA', organization: 'Authority', issuer: 'Root of C2PA', ...dates, pem: read('ca.pem') },
];

describe.skipIf(!hasOpenssl)('the certificates behind a claim', () => {
  test.each([
    ['one', '1.3.6.1.4.1.62558.3.10', 1],
    ['two', '1.3.6.1.4.1.62558.3.20', 2],
    ['other', '1.3.6.1.4.1.62558.3.30', null],
    ['none', null, null],
  ] as const)('assurance level of a certificate that says %s, and its chain without the root', (name, oid, level) => {
    const found = claimCertificatesOf(storeOf(leafWith(name, oid)));
    expect(found).toEqual({ certificates: chainOf(name), assuranceLevel: level });
  });

  test('are in what a signed picture is read as', async () => {
    const credentials = credentialsWith({
      jobMsMax: { read: 60_000, sign: 60_000 },
      signer: leafWith('whole', '1.3.6.1.4.1.62558.3.20'),
    });
    const reading = await signedPicture(credentials, 'jpeg')
      .then((signed) => credentials.read(signed))
      .finally(() => credentials.close());
    expect(reading).toMatchObject({ state: 'valid', certificates: chainOf('whole'), assuranceLevel: 2 });
    const { certificates, assurance_level } = c2paMetadata(reading);
    expect([certificates, assurance_level]).toMatchObject([[{ common_name: 'whole', valid_from: day }, {}], 2]);
  });

  test('a store that is cut off or altered anywhere brings none, or what it says, and never an error', () => {
    const store = storeOf(leafWith('cut', '1.3.6.1.4.1.62558.3.10'));
    for (let at = 0; at < store.length; at++) {
      const altered = Uint8Array.from(store);
      altered[at] = (altered[at] as number) ^ 0xff;
      for (const broken of [store.subarray(0, at), altered])
        expect(claimCertificatesOf(broken)).toHaveProperty('assuranceLevel');
    }
    expect(claimCertificatesOf(store.subarray(0, store.length >> 1)).certificates).toEqual([]);
    expect(claimCertificatesOf(null)).toEqual({ certificates: [], assuranceLevel: null });
  });
});
