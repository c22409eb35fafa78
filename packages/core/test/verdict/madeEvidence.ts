/** Evidence for tests: a complete value, with the parts that a test is about replaced. */
import type { ComparisonFacts } from '../../src/tamper/comparison.ts';
import type { BandAgreement, BandAgreements } from '../../src/tamper/anotherShot/sharedDetail.ts';
import type { ShotFacts } from '../../src/tamper/anotherShot/shotFacts.ts';
import type { WholePictureChange } from '../../src/tamper/wholePicture/wholePicture.ts';
import type { CandidateEvidence, Evidence, TrackEvidence } from '../../src/verdict/evidence.ts';

export const ASSET = '11111111-1111-4111-8111-111111111111';
export const OTHER_ASSET = '22222222-2222-4222-8222-222222222222';

const UNCHANGED = { strong: 1, weak: 1 };
/** To the whole picture. */
export const NOTHING_DONE: WholePictureChange = {
  chroma: 10,
  chromaBefore: 10,
  lumaCorrelation: 1,
  cornerFall: 0,
  localTone: 0,
  detail: { fine: UNCHANGED, coarse: UNCHANGED, wide: UNCHANGED },
  palette: null,
  screenGrid: 1,
  hueTurnDeg: 0,
  hueCoherence: 1,
  chromaBeyondLuma: 10,
  chromaBeyondLumaBefore: 10,
};

export const comparison = (change: Partial<ComparisonFacts> = {}): ComparisonFacts => ({
  badNccFraction: 0.01,
  coverage: 1,
  foreignFraction: 0,
  continuation: 0,
  largestRegionFraction: 0,
  changedFraction: 0,
  changeStrength: 0,
  backgroundChange: 1,
  tamperScore: 0,
  regions: [],
  overlays: [],
  changedColour: { luma: 0, chroma: 0, structure: 0 },
  coloursApart: [],
  keptDetail: null,
  overlayFraction: 0,
  tone: { lumaShift: 0.2, chromaShift: 0.1, changed: false },
  whole: NOTHING_DONE,
  shot: null,
  noise: 1,
  geometry: {
    scale: 1,
    rotationDeg: 0,
    mirrored: false,
    perspective: 1,
    cropBox: { x: 0, y: 0, w: 640, h: 480 },
    shownBox: { x: 0, y: 0, w: 640, h: 480 },
    visibleFraction: 1,
  },
  ...change,
});

export const candidate = (
  change: Partial<CandidateEvidence> = {},
  compared: Partial<ComparisonFacts> = {},
): CandidateEvidence => ({
  assetId: ASSET,
  revokedAt: null,
  commitment: null,
  similarity: 0.97,
  localInliers: null,
  keypoints: null,
  compared: true,
  registration: { inliers: 200, residualPx: 0.6, mirrored: false },
  comparison: comparison(compared),
  payloadZScore: null,
  markInRegion: null,
  exifRestated: false,
  ...change,
});

export const mark = (assetId: string | null = ASSET): TrackEvidence => ({
  track: 'b',
  detected: assetId !== null,
  assetId,
  confidence: 0.9,
});

export const evidence = (change: Partial<Evidence> = {}): Evidence => ({
  exact: null,
  tracks: [],
  candidates: [],
  c2pa: { state: 'none', bindingBroken: false, codes: [], signer: null },
  picture: { width: 640, height: 480, hashQuality: 100 },
  presence: null,
  ...change,
});

const agreeing = (coherence: number, slope: number, queryEnergy: number, referenceEnergy = 4): BandAgreement => ({
  coherence,
  medianCoherence: coherence,
  slope,
  queryEnergy,
  referenceEnergy,
});
const bandsOf = (band: BandAgreement): BandAgreements => [band, band, band];

/** As much noise as the stored picture has, and other noise; things displaced as no bend explains. */
export const OTHER_SHOT: ShotFacts = {
  detail: {
    quietest: bandsOf(agreeing(0.05, 0.05, 4)),
    quiet: bandsOf(agreeing(0.1, 0.1, 4)),
    textured: bandsOf(agreeing(0.9, 0.95, 100, 98)),
  },
  coded: null,
  parallax: { residualPx: 0.8, bendLogRatio: 0.1 },
  moved: { forward: 0.5, backward: 0.6 },
};
export const SHARED_SHOT: ShotFacts = {
  detail: {
    quietest: bandsOf(agreeing(0.95, 1, 4.4)),
    quiet: bandsOf(agreeing(0.97, 1, 4.3)),
    textured: bandsOf(agreeing(0.99, 1, 100, 98)),
  },
  coded: null,
  parallax: { residualPx: 0.08, bendLogRatio: 0 },
  moved: null,
};
/** Detail that a copy has lost. */
export const LOST = bandsOf(agreeing(0.3, 0.08, 0.3));

/** A region that differs, and shows what the stored picture shows there. */
export const SAME_CONTENT = {
  largestRegionFraction: 0.05,
  changeStrength: 2,
  changedColour: { luma: 1, chroma: 1, structure: 0.6 },
} as const;
