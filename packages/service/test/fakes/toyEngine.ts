/**
 * An engine for toy pictures, so that use cases can be tried in microseconds. A toy picture is the text
 * `TOY <scene> [+edit] [MARK <asset id>]`: the scene is what it shows, `+edit` a forged region, MARK its watermark.
 * @module
 */
import { createHash } from 'node:crypto';
import { AppError } from '@assay/core/errors';
import type { ComparisonFacts } from '@assay/core/tamper/comparison';
import { NO_LOCAL_FEATURES, NO_LOCAL_QUERY } from './localFeatures.ts';
import type {
  Compared,
  Engine,
  Examined,
  MarkPresence,
  StoredFingerprint,
  TrackFinding,
} from '../../src/app/ports/verify/engine.ts';

const TOY = /^TOY (\w+)( \+edit)?(?: MARK ([0-9a-f-]{36})(?: v\d+)?)?$/;

/** Whatever a toy picture shows: one grey pixel. */
export const TOY_JPEG = Buffer.from(
  '/9j/2wBDABALDA4MChAODQ4SERATGCgaGBYWGDEjJR0oOjM9PDkzODdASFxOQERXRTc4UG1RV19iZ2hnPk1xeXBkeFxlZ2P/2wBDARESEhgVGC8aGi9jQjhCY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2NjY2P/wAARCAAGAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAP/xAAUEAEAAAAAAAAAAAAAAAAAAAAA/8QAFAEBAAAAAAAAAAAAAAAAAAAAAP/EABQRAQAAAAAAAAAAAAAAAAAAAAD/2gAMAwEAAhEDEQA/AKAA/9k=',
  'base64',
);

const TOY_PREVIEW = Buffer.from('preview');

export const toyPicture = (scene: string): Buffer => Buffer.from(`TOY ${scene}`);

interface Toy {
  readonly scene: string;
  readonly isEdited: boolean;
  readonly mark: string | null;
}

function readToy(bytes: Uint8Array): Toy {
  const match = TOY.exec(Buffer.from(bytes).toString());
  if (!match) throw new AppError('INVALID_FILE_TYPE', 'Not a picture.');
  return { scene: match[1] as string, isEdited: match[2] !== undefined, mark: match[3] ?? null };
}

const idsOf = (bytes: Uint8Array) => {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { sha256, unixfsCid: `bafkrei${sha256.slice(0, 52)}` };
};

/** Random unit vector that the scene determines. */
function vectorOf(scene: string, length: number): Float32Array {
  const bytes = Buffer.concat(
    Array.from({ length: Math.ceil(length / 32) }, (_, i) => createHash('sha256').update(`${scene}/${i}`).digest()),
  );
  const vector = Float32Array.from({ length }, (_, i) => (bytes[i] as number) - 127.5);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

export const TOY_MODEL = 'toy/1';

function fingerprintOf(scene: string): StoredFingerprint {
  const pdq = new Uint8Array(createHash('sha256').update(`pdq ${scene}`).digest());
  return {
    pdq,
    pdqDihedral: [pdq],
    pdqQuality: 100,
    embedding768: vectorOf(scene, 768),
    embedding1024: vectorOf(`${scene}!`, 1024),
    model: TOY_MODEL,
    local: NO_LOCAL_FEATURES,
  };
}

const examineToy = (bytes: Uint8Array): Examined => ({ ...describedToy(bytes), ids: idsOf(bytes) });

function describedToy(bytes: Uint8Array): Omit<Examined, 'ids'> {
  const { scene } = readToy(bytes);
  return {
    facts: {
      format: 'jpeg',
      mimeType: 'image/jpeg',
      width: 640,
      height: 480,
      orientation: 1,
      depth: 8,
      hasAlpha: false,
      colourSpace: 'srgb',
      hasIcc: false,
      pages: 1,
      jpegQuality: 90,
    },
    fingerprint: fingerprintOf(scene),
    metadata: { exif: { Make: 'Toy' }, tiff: null, xmp: null, iptc: null },
    warnings: [],
  };
}

const UNCHANGED = { strong: 1, weak: 1 };

function differenceOf(isEdited: boolean): ComparisonFacts {
  const region = { x: 10, y: 20, w: 30, h: 40, score: 0.9 };
  return {
    badNccFraction: 0.01,
    coverage: 1,
    foreignFraction: 0,
    continuation: 0,
    largestRegionFraction: isEdited ? 0.05 : 0,
    changedFraction: isEdited ? 0.05 : 0,
    changeStrength: isEdited ? 3 : 0,
    backgroundChange: 1,
    changedColour: { luma: 0, chroma: 0, structure: 0 },
    coloursApart: [],
    keptDetail: null,
    overlays: [],
    overlayFraction: 0,
    tamperScore: isEdited ? 0.9 : 0,
    regions: isEdited ? [region] : [],
    tone: { lumaShift: 0, chromaShift: 0, changed: false },
    shot: null,
    whole: {
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
    },
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
  };
}

/** The mark is missing where the picture was edited. */
const toyPresence = (isEdited: boolean, isDrawn: boolean): MarkPresence => ({
  facts: {
    tracks: [{ track: 'a', zScore: 20, kappa: 2, theta: 0, rho: 8, shares: [1] }],
    assessableFraction: 0.9,
    missingFraction: isEdited ? 0.05 : 0,
    evidence: isEdited ? 60 : 0,
    regions: isEdited ? [{ x: 16, y: 24, w: 120, h: 96, score: 0.875 }] : [],
  },
  mapPng: isDrawn ? Buffer.from('presence png') : null,
});

const TOY_ATTACKS = [
  { attack: 'jpeg 75', survived: true },
  { attack: 'screenshot', survived: false },
];

export interface ToyEngine extends Engine {
  /** The next call of `mark` throws this. */
  failMarkWith(error: unknown): void;
  /** What `mark` writes behind each mark from now on: as if its tracks were newer. */
  markFrom(version: string): void;
  /** Runs at the next call of `mark`, while the asset is processing. */
  duringMark(act: (assetId: string) => Promise<void>): void;
  compareCalls(): number;
}

export function toyEngine(): ToyEngine {
  let failure: unknown = null;
  let interruption: ((assetId: string) => Promise<void>) | null = null;
  let compareCalls = 0;
  let version = '';
  return {
    markFrom: (next) => void (version = next),
    failMarkWith: (error) => void (failure = error),
    duringMark: (act) => void (interruption = act),
    compareCalls: () => compareCalls,
    assertStructure: () => {},
    examine: async (bytes) => examineToy(bytes),
    async inspect(bytes, isDrawn = true) {
      const { mark, isEdited } = readToy(bytes);
      const finding = (track: 'a' | 'b'): TrackFinding => ({
        track,
        detected: mark !== null,
        assetId: mark,
        confidence: mark ? 0.97 : 0,
        pilotZScore: mark ? 20 : 1,
        beneathAssetId: null,
      });
      const presence = mark ? toyPresence(isEdited, isDrawn) : null;
      return {
        ...describedToy(bytes),
        tracks: [finding('a'), finding('b')],
        presence,
      };
    },
    embed: async (bytes) => describedToy(bytes).fingerprint,
    localQuery: async () => NO_LOCAL_QUERY,
    async mark(bytes, { assetId, tracks, strengths }) {
      const act = interruption;
      interruption = null;
      await act?.(assetId);
      const thrown = failure;
      failure = null;
      if (thrown) throw thrown;
      const asked = (['a', 'b'] as const).filter((track) => tracks[track]);
      const marked = Buffer.from(`${Buffer.from(bytes).toString()} MARK ${assetId}${version}`);
      return {
        delivered: asked.length > 0 ? { bytes: marked, ids: idsOf(marked) } : null,
        preview: TOY_PREVIEW,
        tracks: asked.map((track) => ({
          track,
          strength: strengths?.[track] ?? 0.3,
          payload: new Uint8Array(16),
          detected: true,
          recoveredAssetId: assetId,
          confidence: 0.97,
        })),
        psnrDb: asked.length > 0 ? 42 : null,
        ssim: asked.length > 0 ? 0.99 : null,
        warnings: [],
      };
    },
    attack: async () => ({ outcomes: TOY_ATTACKS, deltaE: 1.2 }),
    async compare({ query, reference, mapSideMax }): Promise<Compared> {
      compareCalls++;
      const submitted = readToy(query);
      if (submitted.scene !== readToy(reference).scene)
        return {
          registration: null,
          keypoints: 3000,
          difference: null,
          payloadZScore: null,
          markInRegion: null,
          mapPng: null,
          modifications: [],
        };
      return {
        registration: { homography: [1, 0, 0, 0, 1, 0, 0, 0, 1], mirrored: false, inliers: 200, residualPx: 0.1 },
        keypoints: null,
        difference: differenceOf(submitted.isEdited),
        payloadZScore: null,
        markInRegion: null,
        mapPng: mapSideMax === null ? null : Buffer.from('png'),
        modifications: submitted.isEdited ? [{ type: 'local_edit', severity: 'high' }] : [],
      };
    },
    readMetadata: async (bytes) => examineToy(bytes).metadata,
    picture: async () => ({ jpeg: TOY_JPEG, width: 640, height: 480 }),
    async preview(bytes) {
      readToy(bytes);
      return TOY_PREVIEW;
    },
    coarseMap: async (map, cells) => Buffer.from(`${Buffer.from(map).toString()} in ${cells} cells`),
    emptyMap: async () => Buffer.from('empty map'),
    healthy: async () => true,
    close: async () => {},
  };
}
