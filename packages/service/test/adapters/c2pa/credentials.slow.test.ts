import { createHash } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { manifestStoreIn } from '../../../src/adapters/c2pa/manifestStore.ts';
import { credentialsWith, FACTS, FORMATS, MARKED_ID, pictureIn, pixelsOf, SIGNER } from './credentialFiles.ts';

const credentials = credentialsWith();
const rootOf = (certificates: string): string => certificates.slice(certificates.lastIndexOf('-----BEGIN'));
const trusting = credentialsWith({ anchors: rootOf(SIGNER.certificates) });
afterAll(async () => {
  await credentials.close();
  await trusting.close();
});

describe.each(FORMATS)('a delivered %s', (format) => {
  test('is signed: whole, by a signer that nobody trusts, with the pixels as they were', async () => {
    const bytes = await pictureIn(format);
    const signed = await credentials.sign({ bytes, parent: bytes, facts: FACTS });
    const reading = await credentials.read(signed.bytes);
    expect(reading).toMatchObject({ present: true, state: 'valid', bindingBroken: false });
    expect(reading.findings.map(({ code }) => code)).toEqual(['signingCredential.untrusted']);
    expect(reading.signer?.issuer).toContain('not trusted');
    expect(reading.activeManifest).toBe(signed.manifestId);
    expect(await pixelsOf(signed.bytes)).toEqual(await pixelsOf(bytes));
    expect(signed.ids.sha256).toBe(createHash('sha256').update(signed.bytes).digest('hex'));
  });

  test('says what was done, what its marks name and what it was made from', async () => {
    const bytes = await pictureIn(format);
    const parent = await pictureIn('png', 48, 48);
    const signed = await credentials.sign({ bytes, parent, facts: FACTS });
    const [active] = (await credentials.read(signed.bytes)).manifests;
    expect(active?.actions).toEqual(['c2pa.opened', 'c2pa.watermarked']);
    expect(active?.assertions.filter((label) => label === 'c2pa.soft-binding')).toHaveLength(3);
    expect(active?.ingredients).toEqual([
      { title: 'original', relationship: 'parentOf', manifest: null, codes: [], broken: false },
    ]);
    const store = Buffer.from(manifestStoreIn(signed.bytes, format) ?? []).toString('latin1');
    const payload = Buffer.from(MARKED_ID.replaceAll('-', ''), 'hex').toString('base64');
    const pdq = Buffer.from(FACTS.pdq ?? []).toString('base64');
    expect(signed.bindings).toEqual([
      { algorithm: 'test.assay.track-a.1', value: payload },
      { algorithm: 'test.assay.track-b.1', value: payload },
      { algorithm: 'test.assay.pdq.1', value: pdq },
    ]);
    for (const { algorithm, value } of signed.bindings)
      expect([store.includes(algorithm), store.includes(value)]).toEqual([true, true]);
  });

  test('is the same, byte for byte, when it is signed again, and another one when anything differs', async () => {
    const bytes = await pictureIn(format);
    const [first, again, other] = await Promise.all([
      credentials.sign({ bytes, parent: bytes, facts: FACTS }),
      credentials.sign({ bytes, parent: bytes, facts: FACTS }),
      credentials.sign({ bytes, parent: bytes, facts: { ...FACTS, at: '2026-11-21T12:00:00.000Z' } }),
    ]);
    expect(Buffer.from(again.bytes).equals(first.bytes)).toBe(true);
    expect(other.manifestId).not.toBe(first.manifestId);
  });

  test('names the manifest that the upload came with as its parent', async () => {
    const uploaded = await credentials.sign({
      bytes: await pictureIn(format),
      parent: await pictureIn('png'),
      facts: { ...FACTS, marks: [] },
    });
    const signed = await credentials.sign({ bytes: await pictureIn(format), parent: uploaded.bytes, facts: FACTS });
    const reading = await credentials.read(signed.bytes);
    expect(reading.state).toBe('valid');
    expect(reading.manifests.map(({ label }) => label)).toEqual([signed.manifestId, uploaded.manifestId]);
    expect(reading.manifests[0]?.ingredients[0]?.manifest).toBe(uploaded.manifestId);
  });

  test('is trusted where its root is on the trust list', async () => {
    const bytes = await pictureIn(format);
    const signed = await credentials.sign({ bytes, parent: bytes, facts: FACTS });
    expect(await trusting.read(signed.bytes)).toMatchObject({ state: 'trusted', findings: [], timeProven: false });
  });

  test('of which a pixel was changed has a broken binding', async () => {
    const bytes = await pictureIn(format);
    const signed = await credentials.sign({ bytes, parent: bytes, facts: FACTS });
    const broken = Uint8Array.from(signed.bytes);
    // Pixels come before the manifest in TIFF and WebP, and behind it in JPEG and PNG.
    const at = format === 'tiff' || format === 'webp' ? 64 : broken.length - 40;
    broken[at] = (broken[at] ?? 0) ^ 1;
    const reading = await trusting.read(broken);
    expect(reading).toMatchObject({ state: 'invalid', bindingBroken: true });
    expect(reading.findings.map(({ code }) => code)).toContain('assertion.dataHash.mismatch');
  });
});

test('a picture without a manifest has none, and no thread is asked', async () => {
  for (const format of FORMATS)
    expect(await credentials.read(await pictureIn(format))).toMatchObject({
      present: false,
      state: null,
      manifests: [],
    });
});

test('a parent whose manifest cannot be read is named without it', async () => {
  const bytes = await pictureIn('png');
  const parent = Uint8Array.from((await credentials.sign({ bytes, parent: bytes, facts: FACTS })).bytes);
  const store = manifestStoreIn(parent, 'png') as Uint8Array;
  store.fill(0x7a, 60);
  const signed = await credentials.sign({ bytes, parent, facts: FACTS });
  expect(await credentials.read(signed.bytes)).toMatchObject({ state: 'valid', activeManifest: signed.manifestId });
});
