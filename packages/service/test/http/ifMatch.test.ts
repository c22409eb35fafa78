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
});
