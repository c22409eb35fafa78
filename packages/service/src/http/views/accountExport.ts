/** The files of an account's export: docs/spec/accounts.md#export. @module */
import type { AccountExport } from '../../app/accounts/exportAccount.ts';
import type { ToldEntry } from '../../app/verify/pastVerifications.ts';
import type { ZipEntry } from '../reply/zip.ts';
import { apiKeyView } from './apiKey.ts';
import { assetView } from './asset.ts';
import { auditEntryView } from './organization.ts';
import { shareView } from './shares.ts';
import { registeredUserView, sessionView } from './user.ts';
import { webhookView } from './webhook.ts';

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
export async function* exportEntries(data: AccountExport, base: string): AsyncGenerator<ZipEntry> {
  yield* aboutPerson(data);
  yield { name: 'assets.json', content: list(data.assets, (asset) => assetView(asset, NO_LINKS, base)) };
  yield { name: 'verifications.json', content: list(data.verifications, verificationFile) };
  yield { name: 'api_keys.json', content: list(data.apiKeys, apiKeyView) };
  yield { name: 'webhooks.json', content: list(data.webhooks, webhookView) };
  yield { name: 'share_links.json', content: list(data.shareLinks, shareView) };
  yield { name: 'audit_log.json', content: list(data.auditEntries, auditEntryView) };
  for await (const { assetId, fileName, bytes } of data.pictures)
    yield { name: `pictures/${assetId}/${fileName}`, content: bytes };
}

function aboutPerson({ user, memberships, identities, sessions }: AccountExport): readonly ZipEntry[] {
  const profile = {
    ...registeredUserView(user),
    is_verified: user.isVerified,
    language: user.language,
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
    { name: 'profile.json', content: whole(profile) },
    { name: 'organizations.json', content: whole(organizations) },
    { name: 'identities.json', content: whole(signIns) },
    { name: 'sessions.json', content: whole(sessions.map(({ id, ...rest }) => sessionFile(id, rest))) },
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
