/** Results in the shape that the service answers, one per situation. @module */
import type { EvidenceLine, VerificationResult } from '@assay/sdk/types';

const COMMON = {
  verification_id: '0198c2de-7b1c-7cc1-9d0a-3f6b8f3f9a10',
  verified_at: '2026-11-20T10:15:30.123Z',
  processing_time_ms: 812,
  model_version: 'assay@0.1.0+3f2a',
  source_image_hash: '9f2b5c0e7d1a4b6c8e0f1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d5e6f',
  tamper_regions: [],
  tamper_source: null,
  tamper_score: 0,
  mark_presence: null,
  mark_removal: null,
  recipient_copy: null,
} as const;

const ASSET_ID = '0198c2de-0000-7cc1-9d0a-3f6b8f3f9a11';

const line = (kind: EvidenceLine['kind'], state: EvidenceLine['state'], statement: string): EvidenceLine => ({
  kind,
  state,
  statement,
  asset_id: state === 'absent' ? null : ASSET_ID,
});
/** What every answer of the first version says of the parts that it lacks. */
const NOT_ASKED = [
  line('ledger', 'absent', 'This version keeps no ledger; nothing was asked.'),
  line('content_credentials', 'absent', 'The file holds no Content Credentials.'),
];

const NO_CREDENTIALS: VerificationResult['content_credentials'] = {
  present: false,
  validation_state: null,
  binding_broken: false,
  codes: [],
  active_manifest: null,
  signer: null,
  certificates: [],
  assurance_level: null,
  signed_at: null,
  time_proven: false,
  revocation: 'unknown',
  remote_manifest: null,
  broken_ingredients: [],
  identities: [],
};

export const AUTHENTIC: VerificationResult = {
  ...COMMON,
  content_credentials: NO_CREDENTIALS,
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
      { type: 'crop', severity: 'low', region: { x: 12.4, y: 8, w: 600, h: 400 }, visible_fraction: 0.8 },
      { type: 'resize', severity: 'low', factor: 0.5, original: '1440 x 960', current: '720 x 480' },
      { type: 'metadata_removed', field: 'Make', severity: 'low' },
    ],
  },
  tamper_map: null,
  evidence: [
    line('exact_file', 'absent', 'Not byte for byte a stored file.'),
    line('comparison', 'for', '412 points agree; no region was changed.'),
    line('metadata', 'neutral', 'EXIF differs from what was recorded.'),
    ...NOT_ASKED,
  ],
  asset_id: ASSET_ID,
  revoked: false,
  disputed: false,
  corrected_verdict: null,
  verdict: 'authentic',
  details: 'Watermark tracks A and B name a registered asset, and the aligned pixels agree with it.',
  rule: 'copy-marked',
};

export const EXACT: VerificationResult = {
  ...AUTHENTIC,
  confidence: 1,
  metadata: { exif_intact: true, modifications: [] },
  evidence: [
    line('exact_file', 'for', 'Byte for byte the stored original file.'),
    line('metadata', 'for', 'EXIF is as recorded.'),
    ...NOT_ASKED,
  ],
  details: 'Same bytes as the registered original.',
  rule: 'exact',
};

export const FORGED: VerificationResult = {
  ...AUTHENTIC,
  is_authentic: false,
  confidence: 0.99,
  metadata: {
    exif_intact: false,
    modifications: [
      { type: 'recompress', severity: 'low' },
      { type: 'local_edit', severity: 'high', region: { x: 299.6, y: 210.2, w: 160, h: 120, score: 0.96 } },
    ],
  },
  evidence: [
    line('exact_file', 'absent', 'Not byte for byte a stored file.'),
    line('comparison', 'against', '388 points agree; the largest changed region takes 5.6 %.'),
    line('metadata', 'neutral', 'EXIF differs from what was recorded.'),
    ...NOT_ASKED,
  ],
  tamper_score: 0.96,
  tamper_regions: [
    { x: 300, y: 210, w: 160, h: 120, score: 0.96 },
    { x: 90, y: 330, w: 60, h: 48, score: 0.71 },
  ],
  verdict: 'forged',
  details: 'The picture is a copy of a registered asset, but 5 % of its area differ from it.',
  rule: 'local-edit',
};

export const UNKNOWN: VerificationResult = {
  ...COMMON,
  content_credentials: NO_CREDENTIALS,
  is_authentic: false,
  confidence: 0.92,
  watermark: { track_a_detected: false, track_b_detected: false, track_c_detected: false, payload: null },
  fingerprint: { similarity_score: 0.31, match_count: 0, top_matches: [] },
  blockchain: { commitment_found: false, signature_valid: false, on_chain: false, tx_hash: null },
  metadata: { exif_intact: false, modifications: [] },
  tamper_map: null,
  evidence: [line('exact_file', 'absent', 'Not byte for byte a stored file.'), ...NOT_ASKED],
  asset_id: null,
  revoked: false,
  disputed: false,
  corrected_verdict: null,
  verdict: 'unknown',
  details: 'No registered asset is near this picture, and no watermark was read. There is no original to compare.',
  rule: 'nothing-found',
};
