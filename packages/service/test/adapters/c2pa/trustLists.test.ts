import { expect, test } from 'vitest';
import {
  furtherLists,
  NO_TRUST,
  readerSettings,
  speaksOf,
  withCodesOf,
} from '../../../src/adapters/c2pa/trustLists.ts';

const PEM = '-----BEGIN CERTIFICATE-----';

test('what vouches for time stamps and identities is in no reading that decides of signers', () => {
  const lists = { ...NO_TRUST, anchors: 'SIGNERS', timestamps: PEM, identities: 'PERSONS' };
  expect(readerSettings(lists)).toContain('SIGNERS');
  expect(readerSettings(lists)).not.toMatch(/BEGIN|PERSONS/);
  const further = furtherLists(lists).map(({ settings, where }) => ({
    where,
    anchors: (JSON.parse(settings) as { trust: { anchors: unknown } }).trust.anchors,
  }));
  expect(further).toEqual([
    { where: /^timeStamp\./, anchors: [{ trust_anchors: PEM, trust_kind: 'tsa' }] },
    { where: /^cawg\./, anchors: [{ trust_anchors: 'PERSONS', trust_kind: 'cawg' }] },
  ]);
  const [times, persons] = furtherLists(lists).map(({ codes }) => codes);
  // A certificate that is out of date is told as such by the list that says whether the time of signing is believed.
  for (const code of ['timeStamp.trusted', 'signingCredential.expired', 'claimSignature.insideValidity'])
    expect([times?.test(code), persons?.test(code)]).toEqual([true, false]);
  for (const code of ['signingCredential.trusted', 'claimSignature.validated', 'cawg.identity.trusted'])
    expect(times?.test(code)).toBe(false);
  expect(furtherLists(NO_TRUST)).toEqual([]);
});

test('of a further reading its own codes count, wherever they stand, and nothing else', () => {
  const report = (state: 'trusted' | 'untrusted', signer: 'trusted' | 'untrusted') => ({
    validation_state: signer,
    validation_status: [{ code: `timeStamp.${state}` }, { code: 'assertion.dataHash.mismatch' }],
    validation_results: {
      activeManifest: {
        success: [{ code: `signingCredential.${signer}` }],
        informational: [{ code: `timeStamp.${state}` }],
        failure: [],
      },
      ingredientDeltas: [signer],
    },
  });
  const joined = withCodesOf(report('untrusted', 'untrusted'), report('trusted', 'trusted'), /^timeStamp\./);
  expect(joined).toEqual({
    validation_state: 'untrusted',
    validation_status: [{ code: 'assertion.dataHash.mismatch' }, { code: 'timeStamp.trusted' }],
    validation_results: {
      activeManifest: {
        success: [{ code: 'signingCredential.untrusted' }],
        informational: [{ code: 'timeStamp.trusted' }],
        failure: [],
      },
      ingredientDeltas: ['untrusted'],
    },
  });
});

test('a file that has nothing of a kind is not read by its list', () => {
  const results = { activeManifest: { success: [{ code: 'timeStamp.validated' }] } };
  const delta = { validationDeltas: { failure: [{ code: 'cawg.identity.pad.invalid' }] } };
  const of = (validation_results: object) =>
    [/^timeStamp\./, /^cawg\./].map((codes) => speaksOf({ validation_results }, codes));
  expect(of(results)).toEqual([true, false]);
  expect(of({ ...results, ingredientDeltas: [delta] })).toEqual([true, true]);
  expect(of({})).toEqual([false, false]);
});
