import { createCipheriv, hkdfSync } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  bytesToUuid,
  decipherPayload,
  encipherPayload,
  uuidToBytes,
} from '../../../src/watermark/payload/payloadCipher.ts';

const KEY = Uint8Array.from({ length: 32 }, (_, i) => 3 * i + 1);
const uuids = fc.oneof(fc.uuid({ version: 4 }), fc.uuid({ version: 7 }));

describe('payload cipher', () => {
  test('a payload deciphers to its UUID', () => {
    fc.assert(fc.property(uuids, (uuid) => decipherPayload(encipherPayload(uuid, KEY), KEY) === uuid));
  });

  test('is AES-256 of OpenSSL under the key that OpenSSL’s HKDF derives', () => {
    const uuid = '0190a6f0-5b3c-7cde-8f01-23456789abcd';
    const derived = Buffer.from(hkdfSync('sha256', KEY, 'assay/watermark/v1', 'payload block', 32));
    const cipher = createCipheriv('aes-256-ecb', derived, null).setAutoPadding(false);
    expect(Buffer.from(encipherPayload(uuid, KEY)).toString('hex')).toBe(
      cipher.update(uuid.replaceAll('-', ''), 'hex', 'hex'),
    );
  });

  test('upper case names the same asset and is answered in lower case', () => {
    const uuid = 'A3BB189E-8BF9-4888-9912-ACE4E6543002';
    expect(decipherPayload(encipherPayload(uuid, KEY), KEY)).toBe(uuid.toLowerCase());
  });

  test('about one block in 32 made without the key looks like a UUID, the others give null', () => {
    const other = Uint8Array.from(KEY, (byte) => byte ^ 1);
    let named = 0;
    for (let i = 0; i < 3200; i++) {
      const block = new Uint8Array(16);
      new DataView(block.buffer).setUint32(0, i);
      if (decipherPayload(block, other) !== null) named++;
    }
    expect(named).toBeGreaterThan(50);
    expect(named).toBeLessThan(160);
  });

  test('bytes and text of a UUID convert both ways', () => {
    fc.assert(fc.property(uuids, (uuid) => bytesToUuid(uuidToBytes(uuid)) === uuid));
  });

  test('another version, another variant or another length is no UUID of ours', () => {
    expect(() => uuidToBytes('a3bb189e-8bf9-1888-9912-ace4e6543002')).toThrow('version 4 or 7');
    expect(() => uuidToBytes('a3bb189e-8bf9-4888-c912-ace4e6543002')).toThrow(RangeError);
    expect(() => uuidToBytes('not a uuid')).toThrow('text form');
    expect(decipherPayload(new Uint8Array(15), KEY)).toBeNull();
  });

  test('refuses a service key of another length', () => {
    expect(() => encipherPayload('a3bb189e-8bf9-4888-9912-ace4e6543002', new Uint8Array(16))).toThrow('32 bytes');
  });
});
