import { ZipFormError } from '@assay/core/encoding/storedZip';
import { verifyBundle } from '@assay/sdk/bundle';
import { describe, expect, test } from 'vitest';
import { hostileBundles } from '../../core/test/evidence/hostileBundles.ts';
import { SIGNER_KEY, signedBundle, VERIFICATION_ID } from '../../core/test/evidence/signedBundle.ts';

test('a good bundle holds, for whoever knows its signer too', async () => {
  const { holds, claims, manifest } = await verifyBundle(signedBundle(), { signerKey: SIGNER_KEY });
  expect(claims.filter((claim) => !claim.holds)).toEqual([]);
  expect([holds, manifest?.verification_id]).toEqual([true, VERIFICATION_ID]);
});

describe('a bundle that was made to harm or to deceive', () => {
  const all = hostileBundles();
  const refused = all.filter(({ isRefused }) => isRefused);
  const read = all.filter(({ isRefused }) => !isRefused);

  test.each(refused)('is refused with a sentence: $what', async ({ bytes, says }) => {
    const began = performance.now();
    const refusal = await verifyBundle(bytes).catch((cause: unknown) => cause);
    expect(refusal).toBeInstanceOf(ZipFormError);
    expect((refusal as Error).message).toMatch(says);
    // Before anything of it is unpacked or hashed.
    expect(performance.now() - began).toBeLessThan(2_000);
  });

  test.each(read)('does not hold, and names what: $what', async ({ bytes, says }) => {
    const { holds, claims } = await verifyBundle(bytes);
    expect(holds).toBe(false);
    expect(claims.filter((claim) => !claim.holds)).toContainEqual({
      says: expect.stringMatching(says),
      holds: false,
    });
  });
});
