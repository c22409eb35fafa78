import { describe, expect, test } from 'vitest';
import { decide } from '../../src/verdict/decide.ts';
import type { Evidence } from '../../src/verdict/evidence.ts';
import { type PictureEvidence, whyUnrecognisable } from '../../src/verdict/pictureEvidence.ts';

const NOTHING: Evidence = {
  exact: null,
  tracks: [],
  candidates: [],
  c2pa: { state: 'none', bindingBroken: false, codes: [], signer: null },
  picture: { width: 1200, height: 800, hashQuality: 90 },
  presence: null,
};

describe('whoever gets unknown for a picture that nobody could recognise is told so', () => {
  const cases: [string, PictureEvidence, RegExp][] = [
    ['one pixel', { width: 1, height: 1, hashQuality: 0 }, /1 x 1 pixels: too small/],
    ['a line of pixels', { width: 20_000, height: 1, hashQuality: 100 }, /20000 x 1 pixels: too small/],
    ['all white', { width: 4000, height: 3000, hashQuality: 0 }, /of one colour/],
    ['a strip', { width: 20_000, height: 200, hashQuality: 100 }, /long and narrow/],
    ['a clear sky', { width: 1200, height: 800, hashQuality: 20 }, /so little detail/],
  ];
  for (const [name, picture, why] of cases)
    test(name, () => {
      const { verdict, details } = decide({ ...NOTHING, picture });
      expect(verdict).toBe('unknown');
      expect(details).toMatch(/^No stored asset matches the picture\. It /);
      expect(details).toMatch(why);
    });
});

test('a picture with something in it is not blamed', () => {
  expect(whyUnrecognisable({ width: 1200, height: 800, hashQuality: 90 })).toBeNull();
  expect(whyUnrecognisable({ width: 3000, height: 210, hashQuality: 90 })).toBeNull();
  expect(decide(NOTHING).details).toBe('No stored asset matches the picture.');
});
