import { EVIDENCE_FORMAT } from '@assay/core/verdict/evidence';
import { expect, test } from 'vitest';
import { candidate, evidence, SHARED_SHOT } from '../../../../core/test/verdict/madeEvidence.ts';
import { type Standing, toldTo } from '../../../src/app/verify/toldTo.ts';
import type { Verification } from '../../../src/app/verify/verification.ts';

const marked = (assetId: string) => candidate({ assetId, payloadZScore: 0.2 }, { shot: SHARED_SHOT });

/** A copy of two marked pictures, that of a stranger and an own one, which holds the mark of neither. */
const made = (format = EVIDENCE_FORMAT): Verification =>
  ({
    assetId: 'mine',
    mapPng: null,
    presencePng: null,
    confidence: 0.9,
    record: {
      format,
      evidence: evidence({ candidates: [marked('theirs'), marked('mine')] }),
      description: { topMatches: [], payloadAssetId: null, beneathAssetId: null, modifications: [], tamperRegions: [] },
      firedRules: [],
      lines: [],
      owners: { theirs: 'other', mine: 'own' },
    },
  }) as unknown as Verification;
const standing = (own: readonly string[]): Standing => ({ isOwn: (id) => own.includes(id), isNamed: () => true });

test('that a mark was removed: members hear of their own picture alone, strangers of none', () => {
  expect(toldTo(made(), standing(['mine']), null).removedMark).toMatchObject({ assetId: 'mine' });
  expect(toldTo(made(), standing([]), null).removedMark).toBeNull();
});

test('evidence of another version is not read as if it were of this one', () => {
  expect(toldTo(made(EVIDENCE_FORMAT - 1), standing(['mine']), null).removedMark).toBeNull();
});
