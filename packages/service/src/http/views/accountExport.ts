/** The files of an account's export. @module */
import type { AccountExport } from '../../app/accounts/exportAccount.ts';
import type { ToldEntry } from '../../app/verify/pastVerifications.ts';
import type { ZipEntry } from '../reply/zip.ts';
import { assetView } from './asset.ts';
import { registeredUserView, sessionView } from './user.ts';

const json = (value: unknown): string => JSON.stringify(value, null, 2);

async function* whole(value: unknown): AsyncGenerator<string> {
  yield `${json(value)}\n`;
}

/** A JSON array, one row after the other. */
async function* list<Row>(rows: AsyncIterable<Row>, view: (row: Row) => unknown): AsyncGenerator<string> {
  let before = '[\n';
  for await (const row of rows) {
    yield before + json(view(row));
    before = ',\n';
  }
  yield before === '[\n' ? '[]\n' : '\n]\n';
}

const NO_LINKS = { previewToken: null, watermarkedToken: null };

/** @param base of this service */
export function exportEntries(data: AccountExport, base: string): readonly ZipEntry[] {
  const { user, memberships, identities, sessions, assets, verifications } = data;
  const profile = {
    ...registeredUserView(user),
    is_verified: user.isVerified,
    updated_at: user.updatedAt?.toISOString() ?? null,
    last_login_at: user.lastLoginAt?.toISOString() ?? null,
  };
  const organizations = memberships.map(({ organizationId, isPersonal, joinedAt, ...rest }) => ({
    organization_id: organizationId,
    ...rest,
    is_personal: isPersonal,
    joined_at: joinedAt.toISOString(),
  }));
  const signIns = identities.map(({ provider, subject, email, createdAt, lastLoginAt }) => ({
    provider,
    subject,
    email,
    created_at: createdAt.toISOString(),
    last_login_at: lastLoginAt?.toISOString() ?? null,
  }));
  return [
    { name: 'profile.json', text: whole(profile) },
    { name: 'organizations.json', text: whole(organizations) },
    { name: 'identities.json', text: whole(signIns) },
    { name: 'sessions.json', text: whole(sessions.map(({ id, ...rest }) => sessionFile(id, rest))) },
    { name: 'assets.json', text: list(assets, (asset) => assetView(asset, NO_LINKS, base)) },
    { name: 'verifications.json', text: list(verifications, verificationFile) },
  ];
}

function sessionFile(id: string, session: Omit<AccountExport['sessions'][number], 'id'>): object {
  const { is_current: _isCurrent, ...view } = sessionView({ id, ...session }, '');
  return view;
}

const verificationFile = ({ entry, told }: ToldEntry): object => ({
  id: entry.id,
  verified_at: entry.createdAt.toISOString(),
  verdict: entry.verdict,
  confidence: told.confidence,
  asset_id: told.assetId,
  organization_id: entry.organizationId,
  api_key_id: entry.apiKeyId,
  source_image_hash: entry.sourceImageHash,
  source_image_size_bytes: entry.sourceImageSizeBytes,
  processing_time_ms: entry.processingTimeMs,
  model_version: entry.modelVersion,
  requester_ip: entry.requesterIp,
  user_agent: entry.userAgent,
});
