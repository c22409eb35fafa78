/**
 * deploy/compose.yaml without containers: the same settings, secrets and order over the servers themselves, which stand on loopback ports
 * instead of under names. No images are to be had where this runs.
 * @module
 */
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { Client } from 'pg';
import { parse } from 'yaml';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { renderPhoto } from '../../../packages/cli/src/demo/makeCopies.ts';
import { openS3Store } from '../../../packages/service/src/adapters/storage/s3Store.ts';
import { type ServiceProcess, startServiceProcess } from '../../../packages/service/test/process/serviceProcess.ts';
import { type RedisServer, startRedisServer, whyNoRedis } from '../../../packages/service/test/support/redisServer.ts';
import { read, root } from '../repositoryTree.ts';

const START_MS = 180_000;
const databaseServer = process.env.ASSAY_TEST_DATABASE_URL ?? null;
const hasSwift = spawnSync('swift-proxy-server', ['--help']).status === 0;
const isPossible = databaseServer !== null && hasSwift && whyNoRedis === null;

interface Service {
  readonly environment?: Readonly<Record<string, string>>;
}
const { services } = parse(read('deploy/compose.yaml'), { merge: true }) as {
  services: Readonly<Record<string, Service>>;
};

/** What deploy/.env would hold. */
const secrets: Readonly<Record<string, string>> = {
  POSTGRES_PASSWORD: randomBytes(12).toString('hex'),
  OBJECTS_PASSWORD: 'assay-testing',
  ASSAY_JWT_SECRET: randomBytes(32).toString('hex'),
  ASSAY_WATERMARK_KEY: randomBytes(32).toString('hex'),
  ASSAY_KEY_ENCRYPTION_KEY: randomBytes(32).toString('hex'),
};

/** `${NAME}`, `${NAME:-default}` and `${NAME:?why}` as compose fills them in. */
function filled(text: string): string {
  return text.replaceAll(/\$\{(\w+)(?::([-?])([^}]*))?\}/g, (_, name: string, kind: string, rest: string) => {
    const value = secrets[name] ?? (kind === '-' ? rest : undefined);
    if (value === undefined) throw new Error(`compose wants ${name}: ${rest}`);
    return value;
  });
}

const folder = mkdtempSync(path.join(tmpdir(), 'assay-compose-'));
const swift = { ...process.env, ASSAY_SWIFT_FOLDER: path.join(folder, 'swift') };
let redis: RedisServer;
let service: ServiceProcess;
let endpoint = '';
let database = '';

const asOwner = async (...statements: readonly string[]): Promise<void> => {
  const client = new Client({ connectionString: databaseServer ?? '' });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

beforeAll(async () => {
  if (!isPossible) return;
  const { stdout, stderr, status } = spawnSync(path.join(root, 'tools/testSwift.sh'), ['start'], {
    env: swift,
    encoding: 'utf8',
  });
  expect(status, stderr).toBe(0);
  let key = '';
  [endpoint = '', key = ''] = stdout.trim().split(' ');
  redis = await startRedisServer();
  const owner = services.postgres?.environment ?? {};
  // The image makes the user an owner of everything, and the database its own.
  database = `${owner.POSTGRES_DB}_${randomBytes(4).toString('hex')}`;
  await asOwner(
    `create role ${database} superuser login password '${filled(owner.POSTGRES_PASSWORD ?? '')}'`,
    `create database ${database} owner ${database}`,
  );
  const { host } = new URL(databaseServer ?? '');
  const places: readonly (readonly [string, string])[] = [
    [`//${owner.POSTGRES_USER}:`, `//${database}:`],
    [`@postgres:5432/${owner.POSTGRES_DB}`, `@${host}/${database}`],
    ['redis://redis:6379', redis.url],
    ['http://objects:9000', endpoint],
  ];
  const environment = Object.fromEntries(
    Object.entries(services.assay?.environment ?? {}).map(([name, value]) => [
      name,
      places.reduce((text, [from, to]) => text.replace(from, to), filled(value)),
    ]),
  );
  expect(Object.values(environment).join(' ')).not.toMatch(/postgres:5432|redis:6379|objects:9000/);
  // Swift's test account has a name of its own.
  const credentials = { accessKeyId: key, secretAccessKey: environment.AWS_SECRET_ACCESS_KEY ?? '' };
  // What the service `bucket` of the file does.
  const bucket = /mc mb --ignore-existing objects\/(\w+)/.exec(JSON.stringify(parse(read('deploy/compose.yaml'))))?.[1];
  const place = { bucket: bucket ?? '', prefix: '', endpoint, region: 'us-east-1' };
  expect(await openS3Store(place, credentials).createBucket()).toBe(true);
  service = await startServiceProcess(path.join(folder, 'data'), {
    ...environment,
    AWS_ACCESS_KEY_ID: key,
    NODE_ENV: 'production',
  });
}, START_MS);
afterAll(async () => {
  await service?.kill();
  await redis?.remove();
  if (isPossible) {
    spawnSync(path.join(root, 'tools/testSwift.sh'), ['stop'], { env: swift });
    await asOwner(`drop database if exists ${database} with (force)`, `drop role if exists ${database}`);
  }
  rmSync(folder, { recursive: true, force: true });
});

test.skipIf(!isPossible)(
  'the services of compose, as it joins them: healthy, and a picture that was registered is authentic',
  { timeout: START_MS },
  async () => {
    const { checks } = (await (await fetch(`${service.url}/health`)).json()) as { checks: Record<string, string> };
    expect(checks).toMatchObject({ database: expect.stringMatching(/^ok|healthy/), cache: expect.anything() });
    const client = new AssayClient({ baseUrl: service.url });
    const account = { email: 'compose@example.org', password: 'seventeen slow frogs' };
    await client.register(account);
    await client.login(account.email, account.password);
    const asset = await client.upload(new Blob([await renderPhoto(21, 320, 240)] as BlobPart[]));
    const { blob } = await client.download(asset.id);
    expect(await client.verify(new Blob([await blob.arrayBuffer()]))).toMatchObject({ verdict: 'authentic' });
    // Nothing of the picture lies in the data folder: the store has it, and the database knows it.
    expect(spawnSync('find', [path.join(folder, 'data'), '-path', `*${asset.id}*`], { encoding: 'utf8' }).stdout).toBe(
      '',
    );
  },
);
