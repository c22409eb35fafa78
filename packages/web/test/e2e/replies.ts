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
};
