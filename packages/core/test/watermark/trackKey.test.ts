import { hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { deriveTrackKey } from '../../src/watermark/trackKey.ts';

const KEY = Uint8Array.from({ length: 32 }, (_, i) => 255 - i);

test('track keys are HKDF-SHA256 with the version as salt and the track as info, as OpenSSL derives them', () => {
  for (const id of ['a', 'b', 'c'] as const)
    expect(Buffer.from(deriveTrackKey(KEY, id))).toEqual(
      Buffer.from(hkdfSync('sha256', KEY, 'assay/watermark/v1', `track ${id}`, 32)),
    );
});

test('refuses a service key of another length', () => {
  expect(() => deriveTrackKey(new Uint8Array(31), 'a')).toThrow(RangeError);
});
