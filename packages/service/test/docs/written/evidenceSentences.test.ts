import fs from 'node:fs';
import type { ComparisonFacts } from '@assay/core/tamper/comparison';
import type { CandidateEvidence, CommitmentEvidence, Evidence } from '@assay/core/verdict/evidence';
import { expect, test } from 'vitest';
import {
  candidate,
  comparison,
  evidence,
  mark,
  OTHER_SHOT,
  SHARED_SHOT,
} from '../../../../core/test/verdict/madeEvidence.ts';
import { noCredentials } from '../../../src/adapters/c2pa/storeSummary.ts';
import { credentialsSummary } from '../../../src/app/credentials/c2paMetadata.ts';
import { evidenceLines } from '../../../src/app/verify/evidence/evidenceLines.ts';
import type { Description } from '../../../src/app/verify/verification.ts';

const page = fs.readFileSync(new URL('../../../../../docs/reference/verdicts.md', import.meta.url), 'utf8');
const ROWS = [...page.matchAll(/^\| `(\w+)` \| (for|against|neutral|absent) \| ([^|]*) \|$/gm)].map(
  ([, kind, state, sentence]) => ({
    kind,
    state,
    sentence: sentence as string,
    pattern: new RegExp(`^${(sentence as string).replace(/[().]/g, '\\$&').replace(/\{[^}]*\}/g, '.+')}$`),
  }),
);

const DESCRIPTION: Description = {
  payloadAssetId: null,
  beneathAssetId: null,
  detectedTracks: [],
  watermarkConfidence: 0,
  similarityScore: 0.4,
  matchCount: 0,
  topMatches: [],
  exifIntact: false,
  hasExif: false,
  modifications: [],
  copyId: null,
  threshold: 0.8,
  contentCredentials: credentialsSummary(noCredentials()),
  tamperSource: null,
  tamperScore: 0,
  tamperRegions: [],
};

const committed = (change: Partial<CommitmentEvidence>): CandidateEvidence =>
  candidate({ commitment: { hashFits: true, signatureValid: true, onChain: true, txHash: null, ...change } });
const compared = (change: Partial<ComparisonFacts>): CandidateEvidence => candidate({}, change);
const { assetId } = candidate();
const region = { x: 0, y: 0, w: 9, h: 9, score: 1 };
const presence = (count: number): NonNullable<Evidence['presence']> => ({
  tracks: [{ track: 'a', zScore: 20, kappa: 2, theta: 0, rho: 8, shares: [1] }],
  assessableFraction: 0.9,
  missingFraction: 0.1,
  evidence: 20,
  regions: Array.from({ length: count }, () => region),
});
const c2pa = (change: Partial<Evidence['c2pa']>): Partial<Evidence> => ({
  c2pa: { state: 'valid', bindingBroken: false, codes: [], signer: 'Acme', ...change },
});
const elsewhere = { ...DESCRIPTION.contentCredentials, remote_manifest: 'https://example.org/m' };

/** Evidence and description of every kind there is; what is missing in one is there in another. */
const CASES: readonly (readonly [Partial<Evidence>, Partial<Description>, string | null])[] = [
  [{}, {}, null],
  [
    { exact: { ...candidate(), variant: 'delivered' } },
    { exifIntact: true, hasExif: true, similarityScore: 1 },
    assetId,
  ],
  [{ exact: { ...candidate(), variant: 'delivered' }, tracks: [mark(), mark(null)] }, {}, assetId],
  [{ exact: { ...candidate(), variant: 'original' } }, { hasExif: true }, assetId],
  [{ tracks: [mark(), mark(null)], candidates: [candidate({ payloadZScore: 7.3 })] }, {}, assetId],
  [{ candidates: [candidate({ payloadZScore: -8.2, comparison: comparison({ shot: SHARED_SHOT }) })] }, {}, assetId],
  [{ candidates: [candidate({ payloadZScore: 0.3, comparison: comparison({ shot: SHARED_SHOT }) })] }, {}, assetId],
  [{ tracks: [mark()] }, { payloadAssetId: assetId, beneathAssetId: 'another' }, assetId],
  [{ presence: presence(0) }, { payloadAssetId: assetId }, null],
  [{ presence: presence(2) }, { payloadAssetId: assetId }, null],
  [{ candidates: [compared({ largestRegionFraction: 0.1, changeStrength: 3 })] }, {}, assetId],
  [{ candidates: [compared({ largestRegionFraction: 0.1, changeStrength: 1 })] }, {}, assetId],
  [{ candidates: [compared({ shot: OTHER_SHOT })] }, {}, assetId],
  [{ candidates: [compared({ badNccFraction: 0.9 })] }, {}, assetId],
  [
    {
      candidates: [
        candidate({ comparison: comparison({ overlays: [{ x: 0, y: 0, w: 9, h: 9 }], overlayFraction: 0.1 }) }),
      ],
    },
    {},
    assetId,
  ],
  [{ candidates: [candidate({ registration: null, comparison: null })] }, {}, assetId],
  [{ candidates: [committed({})], ...c2pa({}) }, {}, assetId],
  [{ candidates: [committed({ onChain: false })], ...c2pa({ state: 'trusted' }) }, {}, assetId],
  [{ candidates: [committed({ hashFits: false })], ...c2pa({ state: 'invalid', codes: ['x'] }) }, {}, assetId],
  [
    { candidates: [committed({ signatureValid: false })], ...c2pa({ state: 'invalid', bindingBroken: true }) },
    {},
    assetId,
  ],
  [{ tracks: [mark()], candidates: [compared({})], ...c2pa({ state: 'invalid', bindingBroken: true }) }, {}, assetId],
  [{}, { contentCredentials: elsewhere }, null],
  [{}, { contentCredentials: { ...elsewhere, codes: ['manifest.inaccessible'] } }, null],
];

test('docs/reference/verdicts.md has every sentence of the evidence, with its kind and state, and no other', () => {
  const lines = CASES.flatMap(([facts, description, id]) =>
    evidenceLines(evidence(facts), { ...DESCRIPTION, ...description }, id),
  );
  const said = lines.flatMap(({ plainStatement, ...line }) =>
    plainStatement === null ? [line] : [line, { ...line, statement: plainStatement }],
  );
  const rowsOf = ({ kind, state, statement }: (typeof said)[number]) =>
    ROWS.filter((row) => row.kind === kind && row.state === state && row.pattern.test(statement));
  expect(said.filter((line) => rowsOf(line).length === 0)).toEqual([]);
  const used = new Set(said.flatMap(rowsOf));
  expect(ROWS.filter((row) => !used.has(row)).map(({ sentence }) => sentence)).toEqual([]);
});
