import { beforeEach, expect, test } from 'vitest';
import { createUrlSigner } from '../../../src/adapters/crypto/urlSigner.ts';
import type { UrlSigner } from '../../../src/app/ports/runtime/runtime.ts';
import { type ManualClock, manualClock } from '../../fakes/manualClock.ts';

const ID = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f01';
let clock: ManualClock;
let signer: UrlSigner;
beforeEach(() => {
  clock = manualClock();
  signer = createUrlSigner(Buffer.alloc(32, 1), clock);
});
const inAMinute = () => new Date(clock.now().getTime() + 60_000);

test('a link opens to what was signed, until its end and not after', async () => {
  for (const variant of ['original', 'watermarked', 'preview'] as const)
    expect(await signer.open(await signer.sign(ID, variant, inAMinute()))).toEqual({
      assetId: ID,
      variant,
      expiresAt: inAMinute(),
    });
  const token = await signer.sign(ID, 'preview', inAMinute());
  clock.advance(60_001);
  await expect(signer.open(token)).rejects.toMatchObject({ code: 'GONE' });
});

test('no single changed bit, no cut, no other key opens', async () => {
  const bytes = Buffer.from(await signer.sign(ID, 'preview', inAMinute()), 'base64url');
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes);
    changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    await expect(signer.open(changed.toString('base64url'))).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
  }
  await expect(signer.open(bytes.subarray(0, 20).toString('base64url'))).rejects.toMatchObject({
    code: 'LINK_NOT_FOUND',
  });
  const other = createUrlSigner(Buffer.alloc(32, 2), clock);
  await expect(other.open(bytes.toString('base64url'))).rejects.toMatchObject({ code: 'LINK_NOT_FOUND' });
});
