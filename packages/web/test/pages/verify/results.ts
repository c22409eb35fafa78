/** Results in the shape that the service answers, one per situation. @module */
import type { VerificationResult } from '@assay/sdk/types';

const COMMON = {
  verification_id: '0198c2de-7b1c-7cc1-9d0a-3f6b8f3f9a10',
  verified_at: '2026-11-20T10:15:30.123Z',
  processing_time_ms: 812,
  model_version: 'assay@0.1.0+3f2a',
  source_image_hash: '9f2b5c0e7d1a4b6c8e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f',
  tamper_regions: [],
  tamper_score: 0,
} as const;

const ASSET_ID = '0198c2de-0000-7cc1-9d0a-3f6b8f3f9a11';

export const AUTHENTIC: VerificationResult = {
  ...COMMON,
  is_authentic: true,
  confidence: 0.97,
  watermark: {
    track_a_detected: true,
    track_b_detected: true,
    track_c_detected: false,
    payload: 'AZjC3gAAfMGdCj9rjz+aEQ==',
  },
  fingerprint: {
    similarity_score: 0.963,
    match_count: 1,
    top_matches: [{ asset_id: ASSET_ID, similarity: 0.963, distance: 0.037 }],
  },
  blockchain: { commitment_found: false, signature_valid: false, on_chain: false, tx_hash: null },
  metadata: {
    exif_intact: false,
    modifications: [
      { type: 'crop', severity: 'low' },
      { type: 'recompress', severity: 'low' },
      { type: 'metadata_removed', field: 'Make', severity: 'low' },
    ],
  },
  tamper_map: null,
  verdict: 'authentic',
  details: 'Watermark tracks A and B name a registered asset, and the aligned pixels agree with it.',
};

export const EXACT: VerificationResult = {
  ...AUTHENTIC,
  confidence: 1,
  metadata: { exif_intact: true, modifications: [] },
  details: 'Same bytes as the registered original.',
};

export const FORGED: VerificationResult = {
  ...AUTHENTIC,
  is_authentic: false,
  confidence: 0.99,
  metadata: {
    exif_intact: false,
    modifications: [
      { type: 'recompress', severity: 'low' },
      { type: 'local_edit', severity: 'high', region: { x: 300, y: 210, w: 160, h: 120 } },
    ],
  },
  tamper_score: 0.96,
  tamper_regions: [
    { x: 300, y: 210, w: 160, h: 120, score: 0.96 },
    { x: 90, y: 330, w: 60, h: 48, score: 0.71 },
  ],
  verdict: 'forged',
  details: 'The picture is a copy of a registered asset, but 5 % of its area differ from it.',
};

export const UNKNOWN: VerificationResult = {
  ...COMMON,
  is_authentic: false,
  confidence: 0.92,
  watermark: { track_a_detected: false, track_b_detected: false, track_c_detected: false, payload: null },
  fingerprint: { similarity_score: 0.31, match_count: 0, top_matches: [] },
  blockchain: { commitment_found: false, signature_valid: false, on_chain: false, tx_hash: null },
  metadata: { exif_intact: false, modifications: [] },
  tamper_map: null,
  verdict: 'unknown',
  details: 'No registered asset is near this picture, and no watermark was read. There is no original to compare.',
};
