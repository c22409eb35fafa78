import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Account, formOf } from '../fakes/testService.ts';
import { toyPicture } from '../fakes/toyEngine.ts';
import { type DatabaseService, newAccount, startDatabaseService } from '../support/databaseService.ts';
import { describeOnEachEngine } from '../support/testDatabase.ts';

/** A thing with versions, and two changes of it that exclude each other. */
interface Versioned {
  readonly kind: string;
  readonly make: () => Promise<string>;
  readonly member: string;
  readonly deletion?: object;
}

describeOnEachEngine('If-Match', (database) => {
  let service: DatabaseService;
  let ada: Account;
  beforeAll(async () => {
    service = await startDatabaseService(database());
  });
  beforeEach(async () => {
    ada = await newAccount(service);
  });
  afterAll(() => service.app.close());

  const made = async (place: string, body: object): Promise<string> => {
    const { body: thing } = await service.ask('POST', place, ada, body);
    return `${place}${String(thing.id)}`;
  };
  const uploaded = async (): Promise<string> => {
    const form = formOf([{ name: 'file', value: toyPicture('versioned'), fileName: 'a.jpg' }]);
    const headers = { ...form.headers, ...ada.headers };
    const answer = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
    return `/v1/assets/${(answer.json() as { id: string }).id}`;
  };
  let founded = 0;
  const password = 'correct horse battery staple';
  const kinds: readonly Versioned[] = [
    { kind: 'asset', make: uploaded, member: 'title' },
    {
      kind: 'organization',
      make: () => made('/v1/organizations/', { name: 'Versions', slug: `versions-${++founded}` }),
      member: 'description',
      deletion: { password },
    },
    { kind: 'API key', make: () => made('/v1/api-keys/', { name: 'before' }), member: 'name' },
    {
      kind: 'webhook',
      make: () => made('/v1/webhooks/', { url: 'https://hooks.example.org/', events: ['*'] }),
      member: 'description',
    },
  ];
  const versionOf = async (url: string): Promise<string> => {
    const { headers } = await service.ask('GET', url, ada);
    expect(headers.etag).toMatch(/^"[0-9a-f]{32}"$/);
    return String(headers.etag);
  };

  test.each(kinds)('200 and 412: of two changes of one version of an $kind one is made', async ({ make, member }) => {
    const url = await make();
    const seen = await versionOf(url);
    const change = (value: string) => service.ask('PATCH', url, ada, { [member]: value }, { 'if-match': seen });
    const values = ['one', 'two', 'three', 'four'];
    const answers = await Promise.all(values.map(change));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412, 412]);
    const won = answers.findIndex(({ status }) => status === 200);
    const { body } = await service.ask('GET', url, ada);
    expect(body[member]).toBe(values[won]);
    expect(answers[won]?.headers.etag).toBe(await versionOf(url));
    expect((await change('late')).body.error_code).toBe('PRECONDITION_FAILED');
  });

  test.each(kinds)('412: an old version of an $kind deletes nothing; 204: the present one does', async (kind) => {
    const url = await kind.make();
    const old = await versionOf(url);
    const changed = await service.ask('PATCH', url, ada, { [kind.member]: 'new' });
    expect(changed.status).toBe(200);
    const body = kind.deletion && { ...kind.deletion, confirm: changed.body.slug };
    const remove = (version: string) => service.ask('DELETE', url, ada, body, { 'if-match': version });
    expect((await remove(old)).status).toBe(412);
    expect((await service.ask('GET', url, ada)).status).toBe(200);
    // Nothing to change is no way around the condition.
    expect((await service.ask('PATCH', url, ada, {}, { 'if-match': old })).status).toBe(412);
    expect((await remove(await versionOf(url))).status).toBe(204);
  });

  test('200 and 412: of a withdrawal and an edit of one version one is made; so with taking it back', async () => {
    const url = await uploaded();
    for (const [action, body] of [
      ['revoke', { reason: 'sold' }],
      ['restore', {}],
    ] as const) {
      const seen = { 'if-match': await versionOf(url) };
      const change = (version: object) => service.ask('POST', `${url}/${action}`, ada, body, { ...version });
      const edit = service.ask('PATCH', url, ada, { title: `before ${action}` }, seen);
      const answers = await Promise.all([change(seen), edit]);
      expect([action, ...answers.map(({ status }) => status).sort()]).toEqual([action, 200, 412]);
      if (answers[0].status === 200) continue;
      expect((await change(seen)).body.error_code).toBe('PRECONDITION_FAILED');
      const done = await change({ 'if-match': await versionOf(url) });
      expect([done.status, done.headers.etag]).toEqual([200, await versionOf(url)]);
    }
  });

  test('200, 304, 412: the own account', async () => {
    const seen = await versionOf('/v1/auth/me');
    const read = (known: string) => service.ask('GET', '/v1/auth/me', ada, undefined, { 'if-none-match': known });
    const unchanged = await read(seen);
    expect([unchanged.status, unchanged.body, unchanged.headers.etag]).toEqual([304, {}, seen]);
    const names = ['Ada', 'Grace', 'Mary'];
    const rename = (full_name: string) => service.ask('PATCH', '/v1/auth/me', ada, { full_name }, { 'if-match': seen });
    const answers = await Promise.all(names.map(rename));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
    const won = names[answers.findIndex(({ status }) => status === 200)];
    expect(await read(seen)).toMatchObject({ status: 200, body: { full_name: won } });
    const mails = service.ports.mailer.mails.length;
    const late = { email: 'late@example.org', current_password: password };
    expect((await service.ask('PATCH', '/v1/auth/me', ada, late, { 'if-match': seen })).status).toBe(412);
    expect(service.ports.mailer.mails.length).toBe(mails);
  });
});
