import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getTableColumns, getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api';
import { describe, expect, test } from 'vitest';
import { MIGRATIONS_FOLDER } from '../../../src/adapters/db/connection/migrateDatabase.ts';
import * as access from '../../../src/adapters/db/schema/access.ts';
import * as content from '../../../src/adapters/db/schema/content.ts';
import * as manifests from '../../../src/adapters/db/schema/manifests.ts';
import * as transparency from '../../../src/adapters/db/schema/transparency.ts';
import * as accounts from '../../../src/adapters/db/schema/accounts.ts';
import * as assets from '../../../src/adapters/db/schema/assets.ts';
import * as delivery from '../../../src/adapters/db/schema/delivery.ts';
import * as fingerprints from '../../../src/adapters/db/schema/fingerprints.ts';
import * as localFeatures from '../../../src/adapters/db/schema/localFeatures.ts';
import * as imports from '../../../src/adapters/db/schema/imports.ts';
import * as ledger from '../../../src/adapters/db/schema/ledger.ts';
import * as organizations from '../../../src/adapters/db/schema/organizations.ts';
import * as quotas from '../../../src/adapters/db/schema/quotas.ts';
import * as service from '../../../src/adapters/db/schema/service.ts';
import * as verifications from '../../../src/adapters/db/schema/verifications.ts';
import { PROCESSING_STATUSES } from '../../../src/app/ports/assets/assets.ts';
import { completedAsset, registerAccount, testRepositories } from '../../support/fixtures.ts';
import { describeOnEachEngine } from '../../support/testDatabase.ts';

const SCHEMA = {
  ...access,
  ...transparency,
  ...manifests,
  ...content,
  ...accounts,
  ...assets,
  ...delivery,
  ...fingerprints,
  ...imports,
  ...ledger,
  ...localFeatures,
  ...organizations,
  ...quotas,
  ...service,
  ...verifications,
};

/** Tables that belong to the database and to drizzle, not to us. */
const OURS = sql`table_schema = 'public'`;

describe('migrations', () => {
  test('say the same as the schema: drizzle-kit finds nothing left to generate', async () => {
    const journal = JSON.parse(readFileSync(path.join(MIGRATIONS_FOLDER, 'meta/_journal.json'), 'utf8'));
    const last = String(journal.entries.at(-1).idx).padStart(4, '0');
    const snapshot = JSON.parse(readFileSync(path.join(MIGRATIONS_FOLDER, `meta/${last}_snapshot.json`), 'utf8'));
    const difference = await generateMigration(snapshot, generateDrizzleJson(SCHEMA, snapshot.id));
    expect(difference).toEqual([]);
  });

  test('are one before the first release: nothing has to be brought over from yesterday', () => {
    const released = readFileSync(path.resolve(import.meta.dirname, '../../../../../CHANGELOG.md'), 'utf8').match(
      /^## \[?\d/gm,
    );
    expect(released).toBeNull();
    expect(readdirSync(MIGRATIONS_FOLDER).filter((file) => file.endsWith('.sql'))).toEqual(['0000_initial.sql']);
  });

  test('the comparison notices a change', async () => {
    const { users: _users, ...withoutUsers } = SCHEMA;
    const difference = await generateMigration(generateDrizzleJson(withoutUsers), generateDrizzleJson(SCHEMA));
    expect(difference.join('\n')).toContain('CREATE TABLE "users"');
  });

  test('no column is one that nothing outside of the schema names', () => {
    const root = path.resolve(import.meta.dirname, '../../../src');
    const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts') && !file.includes(`db${path.sep}schema${path.sep}`))
      // Naming one to leave it out is no use of it.
      .map((file) => readFileSync(path.join(root, file), 'utf8').replace(/\w+: _\w+/g, ''));
    const named = new Set(sources.flatMap((text) => text.match(/[A-Za-z_$][\w$]*/g) ?? []));
    const tables = Object.values(SCHEMA).filter((one) => is(one, PgTable));
    const unnamed = tables.flatMap((table) =>
      Object.entries(getTableColumns(table))
        .filter(([key, { name }]) => !named.has(key) && !named.has(name))
        .map(([key]) => `${getTableName(table)}.${key}`),
    );
    expect(unnamed).toEqual([]);
  });
});

describeOnEachEngine('schema', (database) => {
  const rows = async <Row>(query: ReturnType<typeof sql>): Promise<Row[]> =>
    (await database().read((queries) => queries.execute(query))).rows as Row[];

  test('has every table of the contract and of the decisions', async () => {
    const tables = await rows<{ name: string }>(
      sql`select table_name as name from information_schema.tables where ${OURS} order by 1`,
    );
    expect(tables.map(({ name }) => name)).toEqual([
      'api_keys',
      'archives',
      'asset_checks',
      'assets',
      'audit_heads',
      'audit_log',
      'commitments',
      'daily_uses',
      'database_identity',
      'deferred_verifications',
      'device_logins',
      'disputes',
      'email_verifications',
      'fingerprint_matches',
      'fingerprint_work',
      'fingerprints',
      'idempotency_keys',
      'identities',
      'import_files',
      'imports',
      'invitations',
      'job_leases',
      'job_walks',
      'local_features',
      'mail_requests',
      'mails',
      'manifests',
      'organization_encryption_keys',
      'organization_keys',
      'organization_members',
      'organizations',
      'outbox',
      'pins',
      'provenance',
      'published_blocks',
      'published_files',
      'quota_limits',
      'quota_notices',
      'recipient_copies',
      'refresh_tokens',
      'sessions',
      'share_links',
      'soft_bindings',
      'stored_submissions',
      'transparency_anchors',
      'transparency_checkpoints',
      'transparency_cosignatures',
      'transparency_leaves',
      'transparency_log',
      'transparency_tiles',
      'transparency_timestamps',
      'users',
      'verification_logs',
      'wanted_embedding',
      'watermark_tracks',
      'watermarks',
      'webhook_deliveries',
      'webhook_delivery_attempts',
      'webhooks',
    ]);
  });

  /**
   * The entities of docs/spec/data.md written out again: the type as PostgreSQL names it, and whether it is required.
   */
  test.each([
    ['users', 'email', 'character varying(255)', true],
    ['users', 'password_hash', 'character varying(255)', true],
    ['users', 'tier', 'character varying(50)', true],
    ['organizations', 'logo_url', 'character varying(500)', false],
    ['organizations', 'master_key_ref', 'character varying(255)', true],
    ['assets', 'cid', 'character varying(100)', true],
    ['assets', 'content_hash', 'character varying(64)', true],
    ['assets', 'original_filename', 'character varying(500)', false],
    ['assets', 'file_size_bytes', 'bigint', true],
    ['assets', 'watermarked_storage_url', 'character varying(1024)', false],
    ['assets', 'encryption_key', 'bytea', false],
    ['assets', 'tags', 'text[]', true],
    ['assets', 'exif_metadata', 'jsonb', false],
    ['watermarks', 'embedding_strength', 'double precision', false],
    ['fingerprints', 'clip_embedding', 'vector(768)', true],
    ['fingerprints', 'dino_embedding', 'vector(1024)', true],
    ['fingerprints', 'pdq_bits', 'bit(256)', true],
    ['commitments', 'tx_hash', 'character varying(256)', false],
    ['commitments', 'commitment_payload', 'bytea', true],
    ['verification_logs', 'requester_ip', 'character varying(45)', false],
    ['verification_logs', 'evidence', 'jsonb', true],
    ['api_keys', 'key_prefix', 'character varying(32)', true],
    ['api_keys', 'key_hash', 'character varying(256)', true],
    ['quota_limits', 'period_start', 'date', true],
    ['quota_limits', 'storage_limit_bytes', 'bigint', true],
  ])('%s.%s is %s', async (table, column, type, required) => {
    const [found] = await rows(sql`
      select format_type(atttypid, atttypmod) as type, attnotnull as required from pg_attribute
      where attrelid = ${table}::regclass and attname = ${column}`);
    expect(found).toEqual({ type, required });
  });

  test.each([
    ['users', 'email'],
    ['organizations', 'slug'],
    ['assets', 'cid'],
    ['watermarks', 'asset_id'],
    ['fingerprints', 'asset_id'],
    ['fingerprint_matches', 'source_fingerprint_id,target_fingerprint_id'],
    ['commitments', 'tx_hash'],
    ['api_keys', 'key_hash'],
    ['organization_members', 'organization_id,user_id'],
    ['quota_limits', 'organization_id,period_start'],
  ])('%s: %s is unique', async (table, columns) => {
    const unique = await rows<{ columns: string }>(sql`
      select string_agg(attname, ',' order by ordinality) as columns
      from pg_constraint, unnest(conkey) with ordinality as part(number, ordinality), pg_attribute
      where conrelid = ${table}::regclass and contype = 'u' and attrelid = conrelid and attnum = number
      group by pg_constraint.oid`);
    expect(unique.map((constraint) => constraint.columns)).toContain(columns);
  });

  test.each([
    ['organizations', 'owner_id', 'CASCADE'],
    ['assets', 'organization_id', 'CASCADE'],
    ['watermarks', 'asset_id', 'CASCADE'],
    ['fingerprints', 'asset_id', 'CASCADE'],
    ['commitments', 'asset_id', 'CASCADE'],
    ['provenance', 'asset_id', 'CASCADE'],
    ['verification_logs', 'user_id', 'SET NULL'],
    ['verification_logs', 'api_key_id', 'SET NULL'],
    ['verification_logs', 'verified_asset_id', 'SET NULL'],
    ['assets', 'created_by', 'NO ACTION'],
  ])('deleting what %s.%s refers to: %s', async (table, column, rule) => {
    const found = await rows(sql`
      select delete_rule as rule from information_schema.referential_constraints
      join information_schema.key_column_usage using (constraint_schema, constraint_name)
      where table_name = ${table} and column_name = ${column}`);
    expect(found).toEqual([{ rule }]);
  });

  test('a user who is deleted takes the own organization with all its assets along', async () => {
    const repositories = testRepositories(database());
    const account = await registerAccount(repositories);
    const asset = await completedAsset(repositories, account);
    await database().write((transaction) => transaction.execute(sql`delete from users where id = ${account.user.id}`));
    expect(await repositories.assets.findAny(asset.id)).toBeNull();
  });

  test('unknown words are refused where the contract names the values', async () => {
    const repositories = testRepositories(database());
    const account = await registerAccount(repositories);
    const asset = await completedAsset(repositories, account);
    const set = (status: string) =>
      database().write((transaction) =>
        transaction.execute(sql`update assets set processing_status = ${status} where id = ${asset.id}`),
      );
    for (const status of PROCESSING_STATUSES) await expect(set(status)).resolves.toBeDefined();
    await expect(set('done')).rejects.toThrow();
  });

  test('approximate indexes are there on PostgreSQL and not in the embedded database', async () => {
    const indexes = await rows(sql`select 1 from pg_indexes where indexdef like '%USING hnsw%'`);
    expect(indexes).toHaveLength(database().engine === 'postgresql' ? 3 : 0);
  });
});
