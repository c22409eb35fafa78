import { expect, test } from 'vitest';
import { decide } from '../../src/verdict/decide.ts';
import type { CandidateEvidence, Evidence } from '../../src/verdict/evidence.ts';
import { candidate, evidence, mark } from './madeEvidence.ts';

const BROKEN: Evidence['c2pa'] = { state: 'invalid', bindingBroken: true, codes: [], signer: null };
const EDITED = { largestRegionFraction: 0.05, changeStrength: 4 };

const judged = (found: CandidateEvidence, isRead: boolean) =>
  decide(evidence({ tracks: isRead ? [mark()] : [], candidates: [found], c2pa: BROKEN }));

test('a marked picture that was saved anew with the credentials of the bytes before is no forgery', () => {
  expect(judged(candidate(), true)).toMatchObject({ verdict: 'authentic', ruleId: 'copy-marked' });
});

test('nor is one of which a region differs that need not have been changed by itself', () => {
  const doubtful = candidate({}, { ...EDITED, changeStrength: 1 });
  expect(judged(doubtful, true)).toMatchObject({ verdict: 'unknown', ruleId: 'doubtful-change' });
  expect(judged(doubtful, false)).toMatchObject({ verdict: 'forged', ruleId: 'content-credentials-broken' });
});

test.each([
  ['states other EXIF than was recorded', candidate({ exifRestated: true }), true, 'content-credentials-broken'],
  ['carries no mark that is read', candidate(), false, 'content-credentials-broken'],
  ['was changed in a region', candidate({}, EDITED), true, 'local-edit'],
])('one that %s is forged as before', (_what, found, isRead, ruleId) => {
  expect(judged(found, isRead)).toMatchObject({ verdict: 'forged', ruleId });
});
