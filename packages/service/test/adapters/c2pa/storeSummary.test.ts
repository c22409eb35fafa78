import { describe, expect, test } from 'vitest';
import { summarizeStore } from '../../../src/adapters/c2pa/storeSummary.ts';
import { credentialsSummary } from '../../../src/app/credentials/c2paMetadata.ts';

/** As the library prints it, with nothing but what is looked at. */
const reportOf = (ingredients: readonly object[], ingredientDeltas: readonly object[] = []) => ({
  active_manifest: 'urn:c2pa:whole',
  validation_state: 'Valid',
  validation_results: { activeManifest: { success: [], failure: [] }, ingredientDeltas },
  manifests: { 'urn:c2pa:whole': { ingredients } },
});
const failure = (code: string, manifest = 'urn:c2pa:part') => ({
  code,
  url: `self#jumbf=/c2pa/${manifest}/c2pa.signature`,
});
const part = (more: object) => ({
  title: 'part.jpg',
  relationship: 'componentOf',
  active_manifest: 'urn:c2pa:part',
  ...more,
});

const WAYS: readonly [string, readonly object[], readonly object[]][] = [
  ['noted as a list of states', [part({ validation_status: [failure('claimSignature.mismatch')] })], []],
  [
    'noted as results',
    [part({ validation_results: { activeManifest: { failure: [failure('claimSignature.mismatch')] } } })],
    [],
  ],
  ['found today', [part({})], [{ validationDeltas: { failure: [failure('claimSignature.mismatch')] } }]],
];

describe('ingredients', () => {
  test.each(WAYS)(
    'an ingredient whose signature is broken is shown, and the whole stays valid: %s',
    (_how, ingredients, deltas) => {
      const reading = summarizeStore(reportOf(ingredients, deltas));
      expect(reading.manifests[0]?.ingredients).toMatchObject([{ codes: ['claimSignature.mismatch'], broken: true }]);
      expect(credentialsSummary(reading)).toMatchObject({
        validation_state: 'valid',
        binding_broken: false,
        broken_ingredients: [{ title: 'part.jpg', manifest: 'urn:c2pa:part', codes: ['claimSignature.mismatch'] }],
      });
    },
  );

  test('a signer whom nobody trusts, and what was found of another part, break nothing', () => {
    const ingredients = [part({ validation_status: [failure('signingCredential.untrusted')] })];
    const others = [{ validationDeltas: { failure: [failure('claimSignature.mismatch', 'urn:c2pa:other')] } }];
    const reading = summarizeStore(reportOf(ingredients, others));
    expect(reading.manifests[0]?.ingredients).toMatchObject([
      { codes: ['signingCredential.untrusted'], broken: false },
    ]);
    expect(credentialsSummary(reading).broken_ingredients).toEqual([]);
  });
});
