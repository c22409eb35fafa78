import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore } from '@assay/service/compose/assetFiles';
import { readConfig } from '@assay/service/config/config';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ServiceProcess, startServiceProcess } from '../../service/test/process/serviceProcess.ts';
import { EXIT } from '../src/exitCode.ts';
import { fakeTerminal } from './fakeTerminal.ts';
import { runAssay } from './runAssay.ts';

const START_TIMEOUT_MS = 180_000;
let folder: string;
let service: ServiceProcess;
let organizationId: string;
let accessToken: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-beside-'));
  service = await startServiceProcess(folder);
  const account = { email: 'ada@example.org', password: 'correct horse battery staple' };
  const post = async (place: string, body: object) =>
    (await (
      await fetch(`${service.url}/v1/auth/${place}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    ).json()) as Record<string, string>;
  await post('register', account);
  const { access_token } = await post('login', account);
  accessToken = access_token as string;
  const me = await fetch(`${service.url}/v1/auth/me`, { headers: { authorization: `Bearer ${access_token}` } });
  organizationId = ((await me.json()) as { organization_id: string }).organization_id;
}, START_TIMEOUT_MS);
afterAll(async () => {
  await service?.kill();
  await rm(folder, { recursive: true, force: true });
});

const run = async (...args: string[]) => {
  const terminal = fakeTerminal({ environment: { ASSAY_DATA_DIR: folder } });
  const code = await runAssay(args, terminal);
  return { code, out: terminal.printed.join('\n'), notes: terminal.notes.join('\n') };
};

test('plans and limits are set beside a running service, through it', async () => {
  const plan = await run('organization', 'plan', organizationId, 'enterprise', '--json');
  expect([plan.code, JSON.parse(plan.out)]).toMatchObject([EXIT.ok, { plan: 'enterprise', before: 'free' }]);
  const limits = await run('organization', 'limits', organizationId, '--uploads', '7', '--json');
  expect([limits.code, JSON.parse(limits.out)]).toMatchObject([EXIT.ok, { limits: { uploads_per_month: 7 } }]);
});

test('archives, keys, disputes and verdicts are looked after beside a running service', async () => {
  expect(await run('archive', 'check')).toMatchObject({ code: EXIT.ok, notes: 'All archives are intact.' });
  expect((await run('encryption', 'rotate')).code).toBe(EXIT.ok);
  expect((await run('disputes', 'list')).code).toBe(EXIT.ok);
  expect((await run('mail', 'list')).code).toBe(EXIT.ok);
});

test('what was given up is listed and begun again beside a running service', async () => {
  expect(await run('jobs', 'dead')).toMatchObject({ code: EXIT.ok, notes: 'Nothing was given up.' });
  const id = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';
  const again = await run('jobs', 'again', 'uploads', id);
  expect([again.code, again.notes]).toEqual([EXIT.notFound, `${id}: There is no such upload that failed.`]);
  for (const [queue, one, sentence] of [
    ['pictures', id, 'QUEUE is one of uploads, deliveries, mails'],
    ['mails', 'x', '"x" is no id'],
  ] as const) {
    const wrong = await run('jobs', 'again', queue, one);
    expect([wrong.code, wrong.notes]).toEqual([EXIT.usage, expect.stringContaining(sentence)]);
  }
});

test('sessions of an account are ended beside a running service, through it', async () => {
  const ended = await run('account', 'end-sessions', 'ada@example.org', '--json');
  expect([ended.code, JSON.parse(ended.out)]).toMatchObject([EXIT.ok, { sessions: 1, api_keys: 0 }]);
  const me = await fetch(`${service.url}/v1/auth/me`, { headers: { authorization: `Bearer ${accessToken}` } });
  expect(me.status).toBe(401);
  expect(await run('account', 'end-sessions', 'ada@example.org')).toMatchObject({
    code: EXIT.ok,
    out: 'ada@example.org: 0 sessions and 0 API keys ended',
  });
  const unknown = await run('account', 'end-sessions', 'nobody@example.org');
  expect([unknown.code, unknown.notes]).toEqual([
    EXIT.notFound,
    'assay account end-sessions: There is no account with the address "nobody@example.org"',
  ]);
});

test('the quarantine of the store is looked into, and what belongs there brought back, through the service', async () => {
  const { files, storeKeeping } = openStore(readConfig({}), path.join(folder, 'files'));
  const id = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f7';
  const since = new Date('2026-03-01T12:00:00.000Z');
  await files.put(id, 'original', Uint8Array.of(1, 2, 3));
  await storeKeeping.quarantine(id, since, 'no row in the database');
  const listed = await run('store', 'quarantine', '--json');
  expect([listed.code, JSON.parse(listed.out)]).toEqual([
    EXIT.ok,
    [{ assetId: id, since: since.toISOString(), reason: 'no row in the database' }],
  ]);
  const refused = await run('store', 'restore', id);
  expect([refused.code, refused.out]).toEqual([
    EXIT.notFound,
    expect.stringContaining('the database does not know it'),
  ]);
  const adopted = await run('store', 'adopt');
  expect([adopted.code, adopted.notes]).toEqual([EXIT.usage, expect.stringContaining('belongs to a running Assay')]);
});

test('audit logs are checked through the service, whose logs grow meanwhile', async () => {
  const checked = await run('audit', 'check', '--json');
  expect([checked.code, JSON.parse(checked.out)]).toMatchObject([EXIT.ok, { log: { finding: null }, stray: [] }]);
  const one = await run('audit', 'check', '--organization', organizationId);
  expect([one.code, one.out]).toEqual([EXIT.ok, expect.stringMatching(/^ok {3}the transparency log/)]);
  expect((await run('audit', 'check', '--organization', 'nobody')).code).toBe(EXIT.notFound);
});

test('what the service refuses is one sentence with the status of the command', async () => {
  const unknown = await run('organization', 'plan', 'nobody', 'pro');
  expect([unknown.code, unknown.notes.split('\n').length]).toEqual([EXIT.notFound, 1]);
  const archive = await run('archive', 'restore', 'bafkreibadcid', '--repair');
  expect(archive.code).not.toBe(EXIT.ok);
  expect(archive.notes).toMatch(/CID|archive/);
  expect(archive.notes).not.toMatch(/\n\s+at /);
});

test('fingerprints are brought up to date through the service, which has nothing to do', async () => {
  expect(await run('models', 'embed')).toMatchObject({
    code: EXIT.ok,
    out: '0 pictures embedded, matches of 0 looked for',
  });
});

test('a key that did not change cannot be changed, and the sentence says what to set', async () => {
  const { code, notes } = await run('encryption', 'reseal');
  expect(notes).toContain('Set ASSAY_KEY_ENCRYPTION_KEY to the new key first');
  expect(notes).not.toMatch(/\n\s+at /);
  expect(code).not.toBe(EXIT.ok);
});
