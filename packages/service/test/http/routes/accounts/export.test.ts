import { unzipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { type Account, formOf } from '../../../fakes/testService.ts';
import { type DatabaseService, newAccount, startDatabaseService } from '../../../support/databaseService.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

type Row = Record<string, unknown>;

describeOnEachEngine('everything of one account', (database) => {
  let service: DatabaseService;
  let ines: Account;
  let eve: Account;
  beforeAll(async () => {
    service = await startDatabaseService(database());
  });
  beforeEach(async () => {
    [ines, eve] = [await newAccount(service), await newAccount(service)];
  });
  afterAll(() => service.app.close());

  const send = async (url: string, who: Account, scene: string, organizationId?: string): Promise<Row> => {
    const form = formOf([
      { name: 'file', value: toyPicture(scene), fileName: `${scene}.jpg` },
      ...(organizationId ? [{ name: 'organization_id', value: organizationId }] : []),
    ]);
    const headers = { ...form.headers, ...who.headers };
    return (await service.app.inject({ method: 'POST', url, payload: form.payload, headers })).json() as Row;
  };
  const upload = async (who: Account, scene: string, organizationId?: string): Promise<string> =>
    String((await send('/v1/assets/', who, scene, organizationId)).id);
  const ask = (url: string, who: Account) => service.app.inject({ method: 'GET', url, headers: who.headers });
  const exported = async (who: Account) => {
    const answer = await ask('/v1/auth/me/export', who);
    const files = unzipSync(new Uint8Array(answer.rawPayload));
    const text = (name: string): string => Buffer.from(files[name] ?? []).toString();
    const names = Object.keys(files).sort();
    return {
      answer,
      names,
      text,
      all: names.map(text).join(),
      rows: (name: string) => JSON.parse(text(name)) as Row[],
    };
  };

  test('200: nothing of assets in an organization that the person was removed from', async () => {
    const organizationId = await service.found(eve);
    await service.join(organizationId, eve, ines, 'editor');
    const id = await upload(ines, 'shared', organizationId);
    expect((await exported(ines)).rows('assets.json').map((asset) => asset.id)).toEqual([id]);
    const { body: me } = await service.ask('GET', '/v1/auth/me', ines);
    const gone = await service.ask('DELETE', `/v1/organizations/${organizationId}/members/${String(me.id)}`, eve);
    expect(gone.status).toBe(204);
    await service.ask('PATCH', `/v1/assets/${id}`, eve, { title: 'Not for former members' });
    const { rows, names, all } = await exported(ines);
    expect(rows('assets.json')).toEqual([]);
    expect(names.filter((name) => name.startsWith('pictures/'))).toEqual([]);
    expect(all).not.toContain('Not for former members');
  });

  test('200: a ZIP of JSON files with everything of the caller and nothing of others, no hash in it', async () => {
    const own = [await upload(ines, 'one'), await upload(ines, 'two')];
    await upload(eve, 'hidden');
    await send('/v1/verify/', ines, 'one');
    const { answer, names, rows, all } = await exported(ines);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="assay-export-\d{4}-\d\d-\d\d\.zip"$/);
    expect(names.filter((name) => name.endsWith('.json'))).toEqual([
      'api_keys.json',
      'assets.json',
      'audit_log.json',
      'identities.json',
      'organizations.json',
      'profile.json',
      'sessions.json',
      'share_links.json',
      'verifications.json',
      'webhooks.json',
    ]);
    expect(rows('profile.json')).toMatchObject({ id: ines.id, email: ines.email });
    expect(rows('organizations.json')).toMatchObject([{ is_personal: true, role: 'owner' }]);
    expect(rows('assets.json').map(({ id }) => id)).toEqual(own.toSorted());
    expect(rows('verifications.json')).toMatchObject([{ verdict: 'authentic', asset_id: own[0] }]);
    expect(rows('sessions.json')).toHaveLength(1);
    for (const name of ['identities.json', 'api_keys.json', 'webhooks.json', 'share_links.json'])
      expect(rows(name)).toEqual([]);
    expect(all).not.toContain('$argon2id$');
  });

  test('keys, webhooks, share links and deeds are in it, their secrets are not', async () => {
    const made = async (url: string, who: Account, body: object) => (await service.ask('POST', url, who, body)).body;
    const hook = { url: 'https://hooks.example.org/assay', events: ['*'] };
    const key = await made('/v1/api-keys/', ines, { name: 'printer' });
    const webhook = await made('/v1/webhooks/', ines, hook);
    const link = await made(`/v1/assets/${await upload(ines, 'pier')}/share`, ines, {});
    await made('/v1/api-keys/', eve, { name: 'of somebody else' });
    await made('/v1/webhooks/', eve, hook);
    const organizationId = await service.found(ines);
    // The export is by age, and the clock of the test stands.
    service.ports.clock.advance(1000);
    const byKey = { name: 'admin', scopes: ['org:admin'], organization_id: organizationId };
    const admin = await made('/v1/api-keys/', ines, byKey);
    await service.ask('PATCH', `/v1/organizations/${organizationId}`, { key: String(admin.key) }, { name: 'By key' });
    const { rows, all } = await exported(ines);
    // Both of one millisecond: either may come first.
    const keys = rows('api_keys.json').toSorted((a, b) => String(a.name).localeCompare(String(b.name)));
    expect(keys).toMatchObject([{ id: admin.id }, { id: key.id, name: 'printer' }]);
    expect(rows('webhooks.json')).toMatchObject([{ id: webhook.id, url: hook.url }]);
    expect(rows('share_links.json')).toMatchObject([{ id: link.id, created_by: ines.id }]);
    const deeds = rows('audit_log.json');
    expect(new Set(deeds.map(({ actor_id: by, action }) => `${String(action)} ${String(by)}`))).toEqual(
      new Set([
        `organization.created ${ines.id}`,
        `api_key.created ${ines.id}`,
        `organization.updated ${String(admin.id)}`,
      ]),
    );
    for (const secret of [key.key, admin.key, webhook.secret, link.token]) {
      expect(secret).toEqual(expect.any(String));
      expect(all).not.toContain(secret);
    }
  });

  test('pictures are those that the role may download, webhooks those that it may manage', async () => {
    const personal = await upload(ines, 'mine');
    const organizationId = await service.found(eve);
    await service.join(organizationId, eve, ines, 'admin');
    const shared = await upload(ines, 'ours', organizationId);
    const hook = { url: 'https://hooks.example.org/a', events: ['*'], organization_id: organizationId };
    await service.ask('POST', '/v1/webhooks/', ines, hook);
    const pictures = async () => {
      const { names, text, rows } = await exported(ines);
      const held = names.filter((name) => name.startsWith('pictures/'));
      return { held, texts: held.map(text), webhooks: rows('webhooks.json').length };
    };
    const of = (id: string) => [`pictures/${id}/original.jpg`, `pictures/${id}/watermarked.jpg`];
    const asAdmin = await pictures();
    expect(asAdmin).toMatchObject({ held: [...of(personal), ...of(shared)].sort(), webhooks: 1 });
    expect(asAdmin.texts).toContain('TOY mine');
    expect(asAdmin.texts).toContain(`TOY mine MARK ${personal}`);
    await service.ask('PATCH', `/v1/organizations/${organizationId}/members/${ines.id}`, eve, { role: 'viewer' });
    const asViewer = [...of(personal), of(shared)[1]].sort();
    expect(await pictures()).toMatchObject({ held: asViewer, webhooks: 0 });
    await service.ask('DELETE', `/v1/organizations/${organizationId}/members/${ines.id}`, eve);
    expect(await pictures()).toMatchObject({ held: of(personal), webhooks: 0 });
  });

  test("of strangers' assets it tells no more than verify", async () => {
    await upload(ines, 'harbour');
    const told = await send('/v1/verify/', eve, 'harbour');
    const { rows, all } = await exported(eve);
    expect(rows('verifications.json')).toMatchObject([
      { id: told.verification_id, confidence: told.confidence, asset_id: null },
    ]);
    expect(all).not.toContain('evidence');
  });
});
