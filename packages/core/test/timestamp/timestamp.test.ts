import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { der, objectIdentifier, readValue, readValues, TAG } from '../../src/encoding/der.ts';
import { readTimestamp, timestampQuery } from '../../src/timestamp/timestamp.ts';

test('object identifiers have the octets of X.690, 8.19, and of RFC 5754', () => {
  // X.690, 8.19.5: {2 100 3}, shown there as 813403.
  expect(bytesToHex(objectIdentifier('2.100.3'))).toBe('0603813403');
  expect(bytesToHex(objectIdentifier('2.16.840.1.101.3.4.2.1'))).toBe('0609608648016503040201');
});

test('values of every length are read as they were written', () => {
  const contents = fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.constant(new Uint8Array(66_000)));
  fc.assert(
    fc.property(fc.array(contents, { maxLength: 4 }), (given) => {
      const whole = der(TAG.sequence, ...given.map((content) => der(TAG.octetString, content)));
      const { tag, content } = readValue(whole);
      expect(tag).toBe(TAG.sequence);
      const read = readValues(content).map((value) => bytesToHex(value.content));
      expect(read).toEqual(given.map(bytesToHex));
    }),
    { numRuns: 30 },
  );
});

test.each(['', '30', '3005', '3081', '30840000', '3080', '30850000000001'])('%s is cut off or has no length', (hex) => {
  expect(() => readValue(hexToBytes(hex))).toThrow(RangeError);
});

/** Written by `openssl ts -query -data abc -sha256 -cert` of OpenSSL 3.0.19, which chose the nonce. */
const BY_OPENSSL =
  '30430201013031300d060960864801650304020105000420' +
  'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' +
  '02086beac8ab256760fc0101ff';

test('the question for "abc" is the one that openssl asks', () => {
  expect(bytesToHex(timestampQuery(utf8ToBytes('abc'), hexToBytes('6beac8ab256760fc')))).toBe(BY_OPENSSL);
  // A nonce is a positive number in the fewest octets.
  const tail = (nonce: string) => bytesToHex(timestampQuery(utf8ToBytes('abc'), hexToBytes(nonce))).split('15ad')[1];
  expect([tail('80'), tail('0001'), tail('00')]).toEqual(['020200800101ff', '0201010101ff', '0201000101ff']);
});

test('whatever an authority sends, it is read or refused', () => {
  const message = utf8ToBytes('abc');
  const nonce = hexToBytes('01');
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 60 }), (noise) => {
      expect(() => readTimestamp(noise, message, nonce)).toThrow(RangeError);
    }),
  );
  // PKIStatus 2, rejection.
  expect(() => readTimestamp(hexToBytes('30053003020102'), message, nonce)).toThrow('refuses');
});

/** An answer of the form of RFC 3161 with this time; nobody signed it. */
function answerWith(time: string, message: Uint8Array, nonce: Uint8Array): Uint8Array {
  const { sequence, set, integer, octetString, context0 } = TAG;
  const number = (value: number): Uint8Array => der(integer, Uint8Array.of(value));
  const info = der(
    sequence,
    number(1),
    objectIdentifier('1.2.3.4.1'),
    der(sequence, der(sequence), der(octetString, sha256(message))),
    number(1),
    der(TAG.generalizedTime, utf8ToBytes(time)),
    der(integer, nonce),
  );
  const digest = der(set, der(octetString, sha256(info)));
  const signer = der(
    sequence,
    number(1),
    der(sequence),
    der(sequence, objectIdentifier('2.16.840.1.101.3.4.2.1')),
    der(context0, der(sequence, objectIdentifier('1.2.840.113549.1.9.4'), digest)),
    der(sequence),
    der(octetString, Uint8Array.of(7)),
  );
  const content = der(sequence, objectIdentifier('1.2.840.113549.1.9.16.1.4'), der(context0, der(octetString, info)));
  const signed = der(sequence, number(3), der(set), content, der(context0), der(set, signer));
  const token = der(sequence, objectIdentifier('1.2.840.113549.1.7.2'), der(context0, signed));
  return der(sequence, der(sequence, number(0)), token);
}

describe('the time of an answer', () => {
  const [message, nonce] = [utf8ToBytes('abc'), Uint8Array.of(1)];

  test.each([
    ['20260131120000Z', '2026-01-31T12:00:00.000Z'],
    ['20260131120000.5Z', '2026-01-31T12:00:00.500Z'],
    ['20240229235959.123456Z', '2024-02-29T23:59:59.123Z'],
  ])('%s is read', (time, expected) => {
    expect(readTimestamp(answerWith(time, message, nonce), message, nonce).stampedAt.toISOString()).toBe(expected);
  });

  test.each([
    '20260131120000+0100',
    '20260131120000',
    '20261301120000Z',
    '20260230120000Z',
    '202601311200Z',
    '260131120000Z',
  ])('%s is refused: another zone, no zone, no such month, no such day, no seconds, no century', (time) => {
    expect(() => readTimestamp(answerWith(time, message, nonce), message, nonce)).toThrow('no time that can be read');
  });
});
