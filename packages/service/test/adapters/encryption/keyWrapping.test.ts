import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { deriveKey } from '../../../src/adapters/crypto/deriveKey.ts';
import { openUnder, associatedDataOf } from '../../../src/adapters/masterKeys/localWrapping.ts';

interface Wrapping {
  readonly comment: string;
  readonly wrapping_key: string;
  readonly place: Record<string, string>;
  readonly additional_data: string;
  readonly key: string;
  readonly wrapped: string;
}

const { service_key_encryption_key, wrappings } = JSON.parse(
  readFileSync(new URL('./vectors/key-wrapping.json', import.meta.url), 'utf8'),
) as { service_key_encryption_key: string; wrappings: readonly Wrapping[] };
const fromHex = (text: string) => Buffer.from(text, 'hex');

describe('vectors of the second implementation (generate.py)', () => {
  test.each(wrappings)('$comment', ({ wrapping_key, place, additional_data, key, wrapped }) => {
    expect(associatedDataOf(place)).toBe(additional_data);
    expect(Buffer.from(openUnder(fromHex(wrapping_key), place, fromHex(wrapped))).toString('hex')).toBe(key);
    // The order in which the facts are written does not matter.
    const turned = Object.fromEntries(Object.entries(place).reverse());
    expect(associatedDataOf(turned)).toBe(additional_data);
    for (const name of Object.keys(place))
      expect(() => openUnder(fromHex(wrapping_key), { ...place, [name]: 'other' }, fromHex(wrapped))).toThrow();
  });

  test('local: is a key of its own, derived from the key encryption key of the service', () => {
    const derived = deriveKey(fromHex(service_key_encryption_key), 'organization encryption keys');
    expect(Buffer.from(derived).toString('hex')).toBe(wrappings[0]?.wrapping_key);
  });
});
