import { createHash } from 'node:crypto';
import { decode, encode } from 'cborg';
import { afterAll, describe, expect, test } from 'vitest';
import { signedBytesAreThere } from '../../../src/adapters/c2pa/dataHash.ts';
import { assertionIn, manifestStoreIn } from '../../../src/adapters/c2pa/manifestStore.ts';
import { summarizeStore } from '../../../src/adapters/c2pa/storeSummary.ts';
import { credentialsWith, FORMATS, signedPicture } from './credentialFiles.ts';

const credentials = credentialsWith();
afterAll(() => credentials.close());

const changedAt = (bytes: Uint8Array, at: number): Uint8Array => {
  const changed = Uint8Array.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
};

describe('the hash of a file that was signed', () => {
  test.each(FORMATS)('%s: fits the file, wherever its manifest lies, and no changed one', async (format) => {
    const file = await signedPicture(credentials, format);
    const { activeManifest } = await credentials.read(file);
    const store = manifestStoreIn(file, format) ?? new Uint8Array();
    const assertion = assertionIn(store, activeManifest ?? '', 'c2pa.hash.data');
    const { exclusions } = decode(assertion ?? new Uint8Array()) as { exclusions: [{ start: number; length: number }] };
    const [{ start, length }] = exclusions;
    expect(signedBytesAreThere(assertion, file)).toBe(true);
    expect(signedBytesAreThere(assertion, changedAt(file, start + length - 1))).toBe(true);
    expect(signedBytesAreThere(assertion, changedAt(file, start - 1))).toBe(false);
    expect(signedBytesAreThere(assertion, changedAt(file, 0))).toBe(false);
  });

  const file = Buffer.from('left out, and then what was signed');
  const hash = createHash('sha256').update(file.subarray(10)).digest();
  const of = (exclusions: unknown, more: object = {}): Uint8Array =>
    encode({ exclusions, alg: 'sha256', hash: new Uint8Array(hash), ...more });
  const FITS = [{ start: 0, length: 10 }];

  test('fits with ranges that hold more than the manifest', () => {
    expect(signedBytesAreThere(of(FITS), file)).toBe(true);
    expect(signedBytesAreThere(of(FITS, { alg: undefined }), file)).toBe(true);
  });

  test.each<[string, Uint8Array | null]>([
    ['no assertion', null],
    ['an assertion that is no CBOR', Buffer.from([0xff, 0xff])],
    ['an algorithm that nobody knows', of(FITS, { alg: 'md5' })],
    ['ranges that overlap', of([...FITS, { start: 5, length: 1 }])],
    ['a range beyond the end', of([{ start: 0, length: file.length + 1 }])],
    ['a range of a negative length', of([{ start: 10, length: -10 }])],
    ['a hash that is text', of(FITS, { hash: 'abc' })],
  ])('%s fits nothing', (_what, assertion) => {
    expect(signedBytesAreThere(assertion, file)).toBe(false);
  });
});

test('a mismatch that the file itself contradicts makes it invalid, and accuses nobody', () => {
  const url = 'self#jumbf=/c2pa/urn:c2pa:one/c2pa.assertions/c2pa.hash.data';
  const report = {
    active_manifest: 'urn:c2pa:one',
    validation_state: 'Invalid',
    validation_results: { activeManifest: { success: [], failure: [{ code: 'assertion.dataHash.mismatch', url }] } },
    manifests: { 'urn:c2pa:one': {} },
  };
  const asked: string[] = [];
  const bytesAreThere = (manifest: string, assertion: string): boolean => asked.push(`${manifest} ${assertion}`) > 0;
  expect(summarizeStore(report, { bytesAreThere })).toMatchObject({ state: 'invalid', bindingBroken: false });
  expect(asked).toEqual(['urn:c2pa:one c2pa.hash.data']);
  expect(summarizeStore(report)).toMatchObject({ state: 'invalid', bindingBroken: true });
});

test('a claim over no hash of the content has the code that the specification has for it', async () => {
  const file = Buffer.from(await signedPicture(credentials, 'jpeg'));
  const [there, gone] = ['c2pa.hash.data', 'c2pa.hush.data'];
  for (let at = file.indexOf(there); at >= 0; at = file.indexOf(there, at)) file.write(gone, at);
  expect(await credentials.read(new Uint8Array(file))).toMatchObject({
    present: true,
    state: 'invalid',
    bindingBroken: false,
    findings: [{ code: 'claim.hardBindings.missing' }],
  });
});
