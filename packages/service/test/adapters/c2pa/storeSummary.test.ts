import { describe, expect, test } from 'vitest';
import { summarizeStore } from '../../../src/adapters/c2pa/storeSummary.ts';
import { credentialsSummary } from '../../../src/app/credentials/c2paMetadata.ts';

const WHOLE = [{ code: 'claimSignature.validated' }, { code: 'claimSignature.insideValidity' }];

/** As the library prints it, with nothing but what is looked at. */
const reportOf = (ingredients: readonly object[], ingredientDeltas: readonly object[] = []) => ({
  active_manifest: 'urn:c2pa:whole',
  validation_state: 'Valid',
  validation_results: { activeManifest: { success: WHOLE, failure: [] }, ingredientDeltas },
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

/** What was noted when an ingredient was taken in is no news; what is found today is (C2PA 2.2, sections 14.3.4 and 15.11). */
const WAYS: readonly [string, 'valid' | 'invalid', readonly object[], readonly object[]][] = [
  ['noted as a list of states', 'valid', [part({ validation_status: [failure('claimSignature.mismatch')] })], []],
  [
    'noted as results',
    'valid',
    [part({ validation_results: { activeManifest: { failure: [failure('claimSignature.mismatch')] } } })],
    [],
  ],
  ['found today', 'invalid', [part({})], [{ validationDeltas: { failure: [failure('claimSignature.mismatch')] } }]],
];

describe('ingredients', () => {
  test.each(WAYS)(
    'an ingredient whose signature is broken is shown: %s, which leaves the whole %s',
    (_how, state, ingredients, deltas) => {
      const reading = summarizeStore(reportOf(ingredients, deltas));
      expect(reading.manifests[0]?.ingredients).toMatchObject([{ codes: ['claimSignature.mismatch'], broken: true }]);
      expect(credentialsSummary(reading)).toMatchObject({
        validation_state: state,
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

describe('the state', () => {
  const stateOf = (success: readonly string[], failure: readonly string[], ofIngredients: readonly string[] = []) => {
    const listOf = (codes: readonly string[]) => codes.map((code) => ({ code }));
    const ingredientDeltas = [{ validationDeltas: { failure: listOf(ofIngredients) } }];
    const activeManifest = { success: listOf(success), failure: listOf(failure) };
    return summarizeStore({
      active_manifest: 'urn:c2pa:whole',
      validation_state: 'Invalid',
      validation_results: { activeManifest, ingredientDeltas },
      manifests: { 'urn:c2pa:whole': {} },
    }).state;
  };
  const whole = WHOLE.map(({ code }) => code);

  test.each<[string, string, readonly string[], readonly string[], (readonly string[])?]>([
    ['trusted', 'a signer whom the list has', [...whole, 'signingCredential.trusted'], []],
    ['trusted', 'one with a broken identity', [...whole, 'signingCredential.trusted'], ['cawg.ica.signature_mismatch']],
    ['valid', 'a signer whom the list has not', whole, ['signingCredential.untrusted']],
    ['valid', 'an ingredient with a broken identity', whole, [], ['cawg.identity.pad.invalid']],
    ['invalid', 'a signature that nobody validated', ['claimSignature.insideValidity'], []],
    ['invalid', 'a signature of a time that the certificate was not for', ['claimSignature.validated'], []],
    ['invalid', 'a certificate out of date', whole, ['signingCredential.expired', 'cawg.ica.signature_mismatch']],
    ['invalid', 'an ingredient that was found broken today', whole, [], ['claimSignature.mismatch']],
  ])('%s: %s', (state, _what, success, failure, ofIngredients) => {
    expect(stateOf(success, failure, ofIngredients)).toBe(state);
  });
});
