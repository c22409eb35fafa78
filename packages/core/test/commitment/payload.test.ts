import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { memoText, readMemo } from '../../src/commitment/memo.ts';
import {
  type CommitmentPayload,
  fingerprintHash,
  jsonHash,
  payloadBytes,
  readPayload,
  sha256Hex,
} from '../../src/commitment/payload.ts';
import vectors from '../vectors/commitments.json' with { type: 'json' };

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);
const [first] = vectors.commitments as [(typeof vectors.commitments)[number]];
const facts = JSON.parse(first.payload) as CommitmentPayload;

describe.each(vectors.commitments)('vector $commitment_hash', ({ payload, commitment_hash, signature, memo }) => {
  test('the bytes are those of RFC 8785, whatever the order of the members', () => {
    const shuffled = Object.fromEntries(Object.entries(JSON.parse(payload)).reverse()) as unknown as CommitmentPayload;
    expect(new TextDecoder().decode(payloadBytes(shuffled))).toBe(payload);
    expect(sha256Hex(payloadBytes(shuffled))).toBe(commitment_hash);
    expect(readPayload(bytesOf(payload))).toEqual(JSON.parse(payload));
  });

  test('the memo names hash and signature, and is read back', () => {
    const base64url = signature.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    expect(memoText({ commitmentHash: commitment_hash, signature: base64url })).toBe(memo);
    expect(memo).toHaveLength(160);
    expect(readMemo(memo)).toEqual({ commitmentHash: commitment_hash, signature: base64url });
  });
});

test('metadata is hashed as canonical JSON', () => {
  expect(jsonHash(vectors.metadata.value)).toBe(vectors.metadata.metadata_hash);
});

test('the hash of a fingerprint hangs on each of its members, and on nothing else', () => {
  const print = { pdq_hash: 'a', clip_hash: 'b', dino_hash: 'c', embedding_model: 'd' };
  const hash = fingerprintHash(print);
  expect(fingerprintHash({ ...print, more: 'x' } as typeof print)).toBe(hash);
  for (const name of Object.keys(print)) expect(fingerprintHash({ ...print, [name]: 'other' })).not.toBe(hash);
});

describe('only the canonical form of a whole payload is read', () => {
  test.each<[string, string]>([
    ['no JSON', 'x'],
    ['nothing', ''],
    ['a list', '[]'],
    ['white space', `${first.payload} `],
    ['another order', JSON.stringify(Object.fromEntries(Object.entries(facts).reverse()))],
    ['a member too many', first.payload.replace('{', '{"a":1,')],
    ['a member too few', first.payload.replace('"v":1,', '')],
    ['another version', first.payload.replace('"v":1', '"v":2')],
    ['a member twice', first.payload.replace('"v":1', '"v":1,"v":1')],
    ['a hash in upper case', first.payload.replace(facts.content_hash, facts.content_hash.toUpperCase())],
    ['no salt', first.payload.replace(`"${facts.salt}"`, 'null')],
    ['a number for a text', first.payload.replace(`"${facts.cid}"`, '7')],
    ['an escape that need not be', first.payload.replace('bafk', '\\u0062afk')],
  ])('%s', (_what, text) => {
    expect(text).not.toBe(first.payload);
    expect(readPayload(bytesOf(text))).toBeNull();
  });

  test('bytes that are no UTF-8', () => {
    const bytes = bytesOf(first.payload);
    bytes[20] = 0xff;
    expect(readPayload(bytes)).toBeNull();
  });

  test('any payload, and no payload with a changed byte', () => {
    const hash = fc.string({ unit: fc.constantFrom(...'0123456789abcdef'), minLength: 64, maxLength: 64 });
    const text = fc.string({ unit: 'grapheme' });
    const any = fc.record({
      v: fc.constant(1 as const),
      asset_id: text,
      organization_id: text,
      cid: text,
      content_hash: hash,
      watermarked_content_hash: fc.option(hash),
      watermark_hash: fc.option(hash),
      fingerprint_hash: fc.option(hash),
      metadata_hash: fc.option(hash),
      salt: hash,
      created_at: text,
    });
    fc.assert(
      fc.property(any, fc.nat(), (payload, at) => {
        const bytes = payloadBytes(payload);
        expect(readPayload(bytes)).toEqual(payload);
        const changed = Uint8Array.from(bytes);
        changed[at % bytes.length]! ^= 1;
        const read = readPayload(changed);
        expect(read === null || sha256Hex(payloadBytes(read)) !== sha256Hex(bytes)).toBe(true);
      }),
    );
  });
});

test.each([
  '',
  'assay:c1:',
  `${first.memo} `,
  first.memo.replace('c1', 'c2'),
  first.memo.slice(0, -1),
  `x${first.memo}`,
])('is no memo of ours: %s', (text) => expect(readMemo(text)).toBeNull());
