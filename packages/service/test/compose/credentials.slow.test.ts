import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { makeDevelopmentChain } from '../../src/adapters/c2pa/developmentChain.ts';
import { readConfig } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/configError.ts';
import { openCredentials } from '../../src/compose/credentials.ts';
import { FACTS, pictureIn } from '../adapters/c2pa/credentialFiles.ts';

let folder: string;
const at = (name: string): string => path.join(folder, name);
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-main-c2pa-'));
});
afterEach(() => rm(folder, { recursive: true }));

const open = (environment: Record<string, string>) =>
  openCredentials(readConfig(environment), folder, '0.1.0', { warn: () => {} });

test('without settings files are signed by a chain that nobody trusts, also after a restart', async () => {
  const bytes = await pictureIn('png');
  const signed: Uint8Array[] = [];
  for (let start = 0; start < 2; start++) {
    const credentials = await open({});
    signed.push((await credentials.sign({ bytes, parent: bytes, facts: FACTS })).bytes);
    expect(await credentials.read(signed[0] as Uint8Array)).toMatchObject({ state: 'valid' });
    expect(credentials.algorithms.fingerprint).toBe('local.assay.pdq.1');
    await credentials.close();
  }
  expect(Buffer.from(signed[0] as Uint8Array).equals(signed[1] as Uint8Array)).toBe(true);
});

test('an operator’s chain, namespace and trust list are used', async () => {
  const { certificates, privateKey } = makeDevelopmentChain(new Date());
  await writeFile(at('chain.pem'), certificates);
  await writeFile(at('key.pem'), privateKey);
  await writeFile(at('roots.pem'), certificates.slice(certificates.lastIndexOf('-----BEGIN')));
  const credentials = await open({
    ASSAY_C2PA_CERTIFICATES: at('chain.pem'),
    ASSAY_C2PA_PRIVATE_KEY: at('key.pem'),
    ASSAY_C2PA_TRUST_ANCHORS: at('roots.pem'),
    ASSAY_C2PA_NAMESPACE: 'org.example',
  });
  const bytes = await pictureIn('webp');
  const signed = await credentials.sign({ bytes, parent: bytes, facts: FACTS });
  expect(signed.bindings.map(({ algorithm }) => algorithm)).toContain('org.example.track-a.1');
  expect(await credentials.read(signed.bytes)).toMatchObject({ state: 'trusted' });
  await credentials.close();
});

test('ASSAY_C2PA_SIGN=0 makes no chain and signs nothing', async () => {
  const credentials = await open({ ASSAY_C2PA_SIGN: '0' });
  expect(credentials.signs).toBe(false);
  await credentials.close();
});

test('what cannot be used stops the start and is named', async () => {
  await writeFile(at('empty.pem'), 'nothing');
  await expect(open({ ASSAY_C2PA_TRUST_ANCHORS: at('empty.pem') })).rejects.toThrow('ASSAY_C2PA_TRUST_ANCHORS');
  await expect(open({ ASSAY_C2PA_TRUSTED_SIGNERS: at('missing.pem') })).rejects.toThrow('ASSAY_C2PA_TRUSTED_SIGNERS');
  const half = () => readConfig({ ASSAY_C2PA_CERTIFICATES: at('chain.pem') });
  expect(half).toThrow(ConfigError);
  expect(half).toThrow(/ASSAY_C2PA_CERTIFICATES and ASSAY_C2PA_PRIVATE_KEY must be set together/);
  expect(() => readConfig({ ASSAY_C2PA_NAMESPACE: 'Not A Domain' })).toThrow(/ASSAY_C2PA_NAMESPACE/);
});

test('a trust list that is replaced counts from the next reading on, and a broken one not at all', async () => {
  const { certificates, privateKey } = makeDevelopmentChain(new Date());
  const root = certificates.slice(certificates.lastIndexOf('-----BEGIN'));
  const other = makeDevelopmentChain(new Date()).certificates;
  await writeFile(at('chain.pem'), certificates);
  await writeFile(at('key.pem'), privateKey);
  await writeFile(at('roots.pem'), other.slice(other.lastIndexOf('-----BEGIN')));
  const warnings: string[] = [];
  const config = readConfig({
    ASSAY_C2PA_CERTIFICATES: at('chain.pem'),
    ASSAY_C2PA_PRIVATE_KEY: at('key.pem'),
    ASSAY_C2PA_TRUST_ANCHORS: at('roots.pem'),
  });
  const credentials = await openCredentials(config, folder, '0.1.0', { warn: (said) => void warnings.push(said) });
  const bytes = await pictureIn('png');
  const signed = await credentials.sign({ bytes, parent: bytes, facts: FACTS });
  const stateWith = async (list: string) => {
    await writeFile(at('roots.pem'), list);
    return (await credentials.read(signed.bytes)).state;
  };
  expect((await credentials.read(signed.bytes)).state).toBe('valid');
  expect(await stateWith(`${root}\n`)).toBe('trusted');
  expect(await stateWith('half a download')).toBe('trusted');
  expect(await stateWith('half a download')).toBe('trusted');
  expect(warnings.length).toBeGreaterThan(0);
  expect(warnings[0]).toContain('ASSAY_C2PA_TRUST_ANCHORS');
  await credentials.close();
});
