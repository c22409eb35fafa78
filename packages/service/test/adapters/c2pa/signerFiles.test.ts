import { X509Certificate } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { certificatesIn } from '../../../src/adapters/c2pa/claimSignature.ts';
import { makeDevelopmentChain } from '../../../src/adapters/c2pa/developmentChain.ts';
import { developmentSigner, operatorSigner, readOperatorFile } from '../../../src/adapters/c2pa/signerFiles.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-c2pa-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('the development chain is made once, readable by its owner alone, and then kept', async () => {
  const first = await developmentSigner(folder, NOW);
  expect(await developmentSigner(folder, new Date())).toEqual(first);
  const [name] = await readdir(folder);
  expect((await stat(path.join(folder, name as string))).mode & 0o777).toBe(0o600);
});

test('its certificates are a chain for signing, valid from before now, and say that they are not trusted', () => {
  const [leaf, root] = certificatesIn(makeDevelopmentChain(NOW).certificates) as [X509Certificate, X509Certificate];
  expect([leaf.verify(root.publicKey), root.verify(root.publicKey)]).toEqual([true, true]);
  expect([leaf.checkIssued(root), leaf.ca, root.ca]).toEqual([true, false, true]);
  expect(leaf.keyUsage).toEqual(['1.3.6.1.5.5.7.3.4']);
  expect(leaf.subject).toContain('not trusted');
  expect(new Date(leaf.validFrom).getTime()).toBeLessThan(NOW.getTime());
  expect(leaf.serialNumber).not.toBe(root.serialNumber);
});

test('a damaged development file stops the start and is not replaced in silence', async () => {
  await developmentSigner(folder, NOW);
  const file = path.join(folder, (await readdir(folder))[0] as string);
  await writeFile(file, (await readFile(file, 'utf8')).slice(0, 900));
  await expect(developmentSigner(folder, NOW)).rejects.toThrow(/damaged|cannot be used/);
});

test('an operator’s key must belong to the first certificate', async () => {
  const [a, b] = [makeDevelopmentChain(NOW), makeDevelopmentChain(NOW)];
  const [chain, key, foreign] = ['chain.pem', 'key.pem', 'foreign.pem'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  await writeFile(chain, a.certificates);
  await writeFile(key, a.privateKey);
  await writeFile(foreign, b.privateKey);
  expect(await operatorSigner(chain, key)).toEqual(a);
  await expect(operatorSigner(chain, foreign)).rejects.toThrow(/does not belong to the first certificate/);
  await expect(operatorSigner(key, key)).rejects.toThrow(/holds no PEM certificate/);
});

test('a setting whose file is missing is named', async () => {
  const missing = path.join(folder, 'missing.pem');
  await expect(readOperatorFile(missing, 'ASSAY_C2PA_TRUST_ANCHORS')).rejects.toThrow(/ASSAY_C2PA_TRUST_ANCHORS/);
});
