import sharp from 'sharp';
import { afterAll, describe, expect, test } from 'vitest';
import {
  activeManifestOnly,
  manifestStoreIn,
  mentionsRemoteManifest,
} from '../../../src/adapters/c2pa/manifestStore.ts';
import { withMemoryLimit } from '../../../src/adapters/c2pa/wasmModule.ts';
import { credentialsWith, FACTS, FORMATS, pictureIn, signedPicture } from './credentialFiles.ts';

const credentials = credentialsWith();
afterAll(() => credentials.close());

const labels = (store: Uint8Array): string[] =>
  Buffer.from(store)
    .toString('latin1')
    .match(/urn:c2pa:[0-9a-f-]{36}\0/g) ?? [];

describe.each(FORMATS)('%s', (format) => {
  test('a signed file gives its manifest store, an unsigned one none', async () => {
    const store = manifestStoreIn(await signedPicture(credentials, format), format);
    expect(Buffer.from(store ?? []).toString('latin1', 4, 8)).toBe('jumb');
    expect(new DataView((store as Uint8Array).buffer, store?.byteOffset).getUint32(0)).toBe(store?.length);
    expect(manifestStoreIn(await pictureIn(format), format)).toBeNull();
  });
});

test('a store larger than one JPEG segment is put together again', async () => {
  const bytes = await pictureIn('jpeg');
  const marks = Array.from({ length: 1200 }, () => FACTS.marks[0] as (typeof FACTS.marks)[number]);
  const signed = await credentials.sign({ bytes, parent: bytes, facts: { ...FACTS, marks } });
  const store = manifestStoreIn(signed.bytes, 'jpeg') as Uint8Array;
  expect(store.length).toBeGreaterThan(2 * 65_536);
  expect(new DataView(store.buffer, store.byteOffset).getUint32(0)).toBe(store.length);
});

test('the active manifest alone leaves the ancestors out and adds up', async () => {
  const parent = await signedPicture(credentials, 'png');
  const { bytes, manifestId } = await credentials.sign({ bytes: await pictureIn('png'), parent, facts: FACTS });
  const store = manifestStoreIn(bytes, 'png') as Uint8Array;
  const { bytes: alone, label } = activeManifestOnly(store) ?? { bytes: new Uint8Array(), label: '' };
  expect(label).toBe(manifestId);
  expect(alone.length).toBeLessThan(store.length);
  expect(new DataView(alone.buffer, alone.byteOffset).getUint32(0)).toBe(alone.length);
  expect(labels(store).length).toBeGreaterThan(labels(alone).length);
  expect(labels(alone)[0]).toBe(`${manifestId}\0`);
});

test('boxes that do not add up give no active manifest', () => {
  expect(activeManifestOnly(new Uint8Array(7))).toBeNull();
  expect(activeManifestOnly(Uint8Array.from([0, 0, 0, 24, 1, 1, 1, 1, 0, 0, 0, 99, 1, 1, 1, 1]))).toBeNull();
});

test.each(FORMATS)('%s: a manifest elsewhere is seen by the name that XMP has for it', async (format) => {
  const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:dcterms="http://purl.org/dc/terms/"';
  const named = 'dcterms:provenance="https://example.org/m.c2pa"';
  const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${rdf}><rdf:Description ${named}/></rdf:RDF></x:xmpmeta>`;
  const plain = await pictureIn(format);
  const bytes = new Uint8Array(await sharp(plain).withXmp(xmp).toFormat(format).toBuffer());
  expect([mentionsRemoteManifest(plain, format), mentionsRemoteManifest(bytes, format)]).toEqual([false, true]);
  expect(await credentials.read(bytes)).toMatchObject({ present: false, state: null });
});

test('the memory of the WebAssembly module gets the maximum, and nothing else changes', () => {
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const exportSection = [7, 10, 1, 6, 109, 101, 109, 111, 114, 121, 2, 0];
  const module = Uint8Array.from([...header, 5, 3, 1, 0, 2, ...exportSection]);
  const limited = withMemoryLimit(module, 300);
  expect([...limited]).toEqual([...header, 5, 5, 1, 1, 2, 0xac, 2, ...exportSection]);
  expect(() => withMemoryLimit(Uint8Array.from(header), 300)).toThrow(/no memory/);
});
