import { assert, asyncProperty, integer, nat, sample } from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { manifestStoreIn } from '../../../src/adapters/c2pa/manifestStore.ts';
import type { Credentials } from '../../../src/app/ports/credentials/credentials.ts';
import { credentialsWith, FORMATS, pictureIn, SIGNER, signedPicture } from './credentialFiles.ts';

const root = SIGNER.certificates.slice(SIGNER.certificates.lastIndexOf('-----BEGIN'));
const credentials = credentialsWith({ anchors: root });
const signed = new Map<string, Uint8Array>();
beforeAll(async () => {
  for (const format of FORMATS) signed.set(format, await signedPicture(credentials, format));
});
afterAll(() => credentials.close());

const copyOf = (format: string): Uint8Array => Uint8Array.from(signed.get(format) as Uint8Array);

function indexOf(bytes: Uint8Array, text: string): number {
  const at = Buffer.from(bytes).indexOf(text);
  expect(at).toBeGreaterThan(0);
  return at;
}

describe.each(FORMATS)('a manifest in %s', (format) => {
  test('whose assertion was altered after signing is invalid', async () => {
    const altered = copyOf(format);
    altered[indexOf(altered, 'c2pa.watermarked')] = 0x43;
    const reading = await credentials.read(altered);
    expect(reading).toMatchObject({ state: 'invalid' });
    expect(reading.findings.map(({ code }) => code)).toContain('assertion.hashedURI.mismatch');
  });

  test('whose signed hash was exchanged is invalid, with a broken binding', async () => {
    const altered = copyOf(format);
    const store = manifestStoreIn(altered, format) as Uint8Array;
    // The hash of the content follows its name in the assertion `c2pa.hash.data`, as a byte string of 32 bytes (0x58 0x20).
    const assertion = Buffer.from(store).indexOf('c2pa.hash.data\0');
    const hash = Buffer.from(store).indexOf(Buffer.from([0x58, 0x20]), assertion) + 2;
    const inFile = Buffer.from(altered).indexOf(Buffer.from(store.subarray(hash, hash + 32)));
    altered.fill(0xaa, inFile, inFile + 32);
    expect(await credentials.read(altered)).toMatchObject({ state: 'invalid', bindingBroken: true });
  });

  test('never stops the reader, whichever of its bytes are changed; what stays trusted says the same as before', async () => {
    const store = manifestStoreIn(signed.get(format) as Uint8Array, format) as Uint8Array;
    const first = Buffer.from(signed.get(format) as Uint8Array).indexOf(Buffer.from(store.subarray(0, 200)));
    const before = await credentials.read(signed.get(format) as Uint8Array);
    await assert(
      asyncProperty(
        nat({ max: store.length - 1 }),
        integer({ min: 1, max: 255 }),
        nat({ max: 24 }),
        async (at, flip, run) => {
          const altered = copyOf(format);
          for (let i = 0; i <= run; i++) {
            const place = first + ((at + i * 31) % store.length);
            altered[place] = (altered[place] ?? 0) ^ flip;
          }
          const reading = await credentials.read(altered);
          if (reading.state === 'trusted') expect(reading).toEqual(before);
          else expect(['valid', 'invalid', null]).toContain(reading.state);
        },
      ),
      { numRuns: 40 },
    );
    expect(before.state).toBe('trusted');
  });

  test('cut short, doubled or filled with noise gives an answer', async () => {
    const whole = signed.get(format) as Uint8Array;
    for (const share of [0.2, 0.5, 0.9]) await credentials.read(whole.subarray(0, Math.floor(whole.length * share)));
    const noisy = copyOf(format);
    const store = manifestStoreIn(noisy, format) as Uint8Array;
    const noise = sample(nat({ max: 255 }), { numRuns: 512, seed: 7 });
    const at = Buffer.from(noisy).indexOf(Buffer.from(store.subarray(40, 200)));
    noise.forEach((byte, i) => void (noisy[at + 100 + i] = byte));
    expect((await credentials.read(noisy)).state).not.toBe('trusted');
  });
});

describe('bounds', () => {
  test('a manifest that takes too long is unreadable, and the next one is read', async () => {
    const hurried: Credentials = credentialsWith({ jobMsMax: { read: 1, sign: 1 } });
    expect(await hurried.read(signed.get('jpeg') as Uint8Array)).toMatchObject({
      present: true,
      state: 'invalid',
      bindingBroken: false,
      findings: [{ code: 'assay.manifest.unreadable' }],
    });
    await hurried.close();
    expect(await credentials.read(signed.get('jpeg') as Uint8Array)).toMatchObject({ state: 'trusted' });
  });

  test('a store of more than 32 MiB is not read at all', async () => {
    const png = await pictureIn('png');
    const body = new Uint8Array(33 * 1024 * 1024);
    const chunk = Buffer.concat([Buffer.alloc(8), body, Buffer.alloc(4)]);
    chunk.writeUInt32BE(body.length, 0);
    chunk.write('caBX', 4, 'latin1');
    const SIGNATURE_AND_HEADER_BYTES = 33;
    const large = Buffer.concat([
      png.subarray(0, SIGNATURE_AND_HEADER_BYTES),
      chunk,
      png.subarray(SIGNATURE_AND_HEADER_BYTES),
    ]);
    const reading = await credentials.read(new Uint8Array(large));
    expect(reading.findings.map(({ code }) => code)).toEqual(['assay.manifest.tooLarge']);
  });

  test('nested boxes without end are unreadable', async () => {
    const DEPTH = 60_000;
    const nested = Buffer.alloc(8 * DEPTH);
    for (let i = 0; i < DEPTH; i++) {
      nested.writeUInt32BE(8 * (DEPTH - i), 8 * i);
      nested.write('jumb', 8 * i + 4, 'latin1');
    }
    const webp = await pictureIn('webp');
    const chunk = Buffer.alloc(8);
    chunk.write('C2PA', 0, 'latin1');
    chunk.writeUInt32LE(nested.length, 4);
    const out = Buffer.concat([webp, chunk, nested]);
    out.writeUInt32LE(out.length - 8, 4);
    expect(await credentials.read(new Uint8Array(out))).toMatchObject({ present: true, state: 'invalid' });
    expect(await credentials.read(signed.get('webp') as Uint8Array)).toMatchObject({ state: 'trusted' });
  });
});
