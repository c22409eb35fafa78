/** Answers of the service that several pages need. @module */
import { type Reply, STRANGER, type StubService } from './stubService.ts';

export const ok = (json: unknown): Reply => ({ status: 200, json });
export const DONE: Reply = { status: 204 };

export const refusal = (
  status: number,
  error_code: string,
  detail: string,
  more: { readonly headers?: Record<string, string>; readonly errors?: readonly object[] } = {},
): Reply => ({
  status,
  ...(more.headers ? { headers: more.headers } : {}),
  json: { detail, error_code, timestamp: '2026-11-20T10:00:00.000Z', request_id: 'req-4711', errors: more.errors },
});

export const pageOf = (items: readonly unknown[], more: object = {}): Reply =>
  ok({ items, total: items.length, page: 1, page_size: 20, pages: items.length > 0 ? 1 : 0, ...more });

export const OPENED = ok({ access_token: 'access-1', token_type: 'bearer', expires_in: 3600 });

export const ME = {
  id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f01',
  email: 'ada@example.org',
  full_name: 'Ada Lovelace',
  tier: 'free',
  created_at: '2026-11-01T10:00:00.000Z',
  is_verified: true,
  updated_at: null,
  last_login_at: '2026-11-20T10:00:00.000Z',
  has_password: true,
  organization_id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f02',
};

/** Ada is signed in: the cookie of her session is there. */
export const SIGNED_IN: StubService['answers'] = {
  ...STRANGER,
  'POST /v1/auth/browser-session/refresh': OPENED,
  'DELETE /v1/auth/browser-session': DONE,
  'GET /v1/auth/me': ok(ME),
  'GET /v1/auth/identities': pageOf([]),
};

export const ASSET = {
  id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f33',
  organization_id: ME.organization_id,
  created_by: ME.id,
  cid: 'bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku',
  content_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
  watermarked_content_hash: '60303ae22b998861bce3b28f33eec1be758a213c86c93c076dbe9f558c11c752',
  title: 'Harbour at dawn',
  description: 'Three boats and a crane.',
  tags: ['harbour', 'dawn'],
  original_filename: 'DSC_0042.JPG',
  mime_type: 'image/jpeg',
  file_size_bytes: 4_812_345,
  width: 4000,
  height: 3000,
  ipfs_cid: null,
  archive_cid: null,
  watermarked_cid: null,
  watermarked_storage_url: 'http://elsewhere.test/v1/storage/signed/marked?expires=1',
  preview_url: null,
  is_encrypted: false,
  exif_metadata: { Make: 'Canon', ISO: 200, GPSLatitude: [53, 33, 2], GPSLatitudeRef: 'N' },
  tiff_metadata: null,
  c2pa_metadata: null,
  xmp_metadata: null,
  iptc_metadata: null,
  processing_status: 'completed',
  processing_error: null,
  warnings: [],
  duplicate_of: null,
  revoked_at: null,
  revoked_reason: null,
  watermark: {
    track_a_detected: true,
    track_b_detected: true,
    track_c_detected: false,
    embedding_strength: 0.3,
    strengths: { track_a: 0.3, track_b: 0.2, track_c: 0 },
    robustness_score: 0.87,
    delta_e: 1.42,
    psnr_db: 41.2,
    ssim: 0.9912,
    marked_at: '2026-11-20T10:00:04.000Z',
  },
  created_at: '2026-11-20T10:00:00.000Z',
  updated_at: null,
};

/** The same picture as its owner shows it to everybody. */
export const PUBLIC_ASSET = {
  id: ASSET.id,
  cid: ASSET.cid,
  title: 'Harbour at dawn',
  description: 'Three boats and a crane.',
  tags: [],
  mime_type: 'image/jpeg',
  width: 4000,
  height: 3000,
  content_hash: ASSET.content_hash,
  watermarked_content_hash: ASSET.watermarked_content_hash,
  preview_url: null as string | null,
  revoked_at: null as string | null,
  revoked_reason: null as string | null,
  created_at: ASSET.created_at,
};

/** What a public link shows. */
export const shared = (asset: object | null, verification: object | null) =>
  ok({
    kind: asset ? 'asset' : 'verification',
    asset,
    verification,
    shared_at: ASSET.created_at,
    expires_at: null,
  });
