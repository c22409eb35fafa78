import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, test } from 'vitest';
import { createRepositories } from '../../../../src/adapters/db/repositories.ts';
import { organizations } from '../../../../src/adapters/db/schema/organizations.ts';
import { planLimitsWith } from '../../../../src/app/ports/accounts/planLimits.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

describeOnEachEngine('quotas over HTTP', (database) => {
  let service: TestService;
  let count = 0;
  afterEach(() => service.app.close());

  const start = async (free: { day?: number; uploads?: number; storage?: number } = {}): Promise<Account> => {
    const planLimits = planLimitsWith({
      freeVerificationsPerDay: free.day ?? 10,
      freeUploadsPerMonth: free.uploads ?? 100,
    });
    const storageBytes = free.storage ?? planLimits.free.storageBytes;
    service = await startTestService({}, ({ ids, clock }) =>
      createRepositories(database(), {
        ids,
        clock,
        keyEncryptionKey: Buffer.alloc(32, 1),
        planLimits: { ...planLimits, free: { ...planLimits.free, storageBytes } },
        enforceQuotas: true,
      }),
    );
    return openAccount(service, `ada${count++}@example.org`);
  };
  const send = (
    url: string,
    bytes: readonly (Buffer | string)[],
    headers: Record<string, string> = {},
    field = 'file',
  ) => {
    const form = formOf(bytes.map((value) => ({ name: field, value, fileName: 'a.jpg' })));
    return service.app.inject({
      method: 'POST',
      url,
      payload: form.payload,
      headers: { ...form.headers, ...headers },
      remoteAddress: `198.51.100.${count}`,
    });
  };
  const verify = (who?: Account, bytes: Buffer | string = toyPicture('harbour')) =>
    send('/v1/verify/', [bytes], who?.headers);
  const usage = async (who: Account, query = '') => {
    const me = (await service.app.inject({ method: 'GET', url: '/v1/auth/me', headers: who.headers })).json() as Record<
      string,
      string
    >;
    const organizationId = me.organization_id;
    const url = `/v1/organizations/${organizationId}/usage${query}`;
    return service.app.inject({ method: 'GET', url, headers: who.headers });
  };

  test('200 and 403: of 14 verifications at once with 10 left ten are judged, four name the limit', async () => {
    const ada = await start();
    const answers = await Promise.all(Array.from({ length: 14 }, () => verify(ada)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(200), ...Array(4).fill(403)]);
    expect(answers.find(({ statusCode }) => statusCode === 403)?.json()).toMatchObject({
      error_code: 'QUOTA_EXCEEDED',
      quota: 'verifications_per_day',
      limit: 10,
      used: 10,
      resets_at: '2026-11-21T00:00:00.000Z',
    });
    expect((await usage(ada)).json()).toMatchObject({ verifications_today: 10, verifications_per_day_limit: 10 });
  });

  test('403: marking anew is an upload, refused before any work; no asset is added, so their number hinders nothing', async () => {
    const ada = await start({ uploads: 2 });
    const made = await send('/v1/assets/', [toyPicture('fjord')], ada.headers);
    const { id, organization_id: organization } = made.json() as Record<string, string>;
    const own = eq(organizations.id, String(organization));
    await database().write((transaction) => transaction.update(organizations).set({ maxAssets: 1 }).where(own));
    const again = () => service.app.inject({ method: 'POST', url: `/v1/assets/${id}/reprocess`, headers: ada.headers });
    expect((await again()).statusCode).toBe(200);
    let marked = false;
    service.ports.engine.duringMark(async () => void (marked = true));
    expect((await again()).json()).toMatchObject({ error_code: 'QUOTA_EXCEEDED', used: 2 });
    expect(marked).toBe(false);
  });

  test('200: the organization that X-Organization-Id names is the one that pays; 404 for one of others', async () => {
    const ada = await start();
    const made = await service.app.inject({
      method: 'POST',
      url: '/v1/organizations/',
      payload: { name: 'Harbour News' },
      headers: ada.headers,
    });
    const { id } = made.json() as { id: string };
    const named = { ...ada.headers, 'x-organization-id': id };
    expect((await send('/v1/verify/', [toyPicture('harbour')], named)).statusCode).toBe(200);
    const spent = await service.app.inject({
      method: 'GET',
      url: `/v1/organizations/${id}/usage`,
      headers: ada.headers,
    });
    expect(spent.json()).toMatchObject({ verifications_today: 1 });
    expect((await usage(ada)).json()).toMatchObject({ verifications_today: 0 });

    const eve = await openAccount(service, `eve${count++}@example.org`);
    const foreign = await send('/v1/verify/', [toyPicture('harbour')], { ...eve.headers, 'x-organization-id': id });
    expect([foreign.statusCode, foreign.json().error_code]).toEqual([404, 'ORGANIZATION_NOT_FOUND']);
  });

  test('400: a file that no decoder reads costs its unit, else decoders could be kept busy for nothing', async () => {
    const ada = await start({ day: 2 });
    expect((await verify(ada, 'no picture')).statusCode).toBe(400);
    expect((await verify(ada)).statusCode).toBe(200);
    expect((await verify(ada)).statusCode).toBe(403);
  });

  test('403: a batch larger than what is left is refused before any work; items that cannot be read are paid', async () => {
    const ada = await start({ day: 3 });
    const batch = (files: readonly (Buffer | string)[]) => send('/v1/verify/batch', files, ada.headers, 'files');
    const refused = await batch(Array.from({ length: 4 }, () => toyPicture('harbour')));
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { limit: 3, used: 0 }]);
    const mixed = await batch([toyPicture('harbour'), 'no picture', 'none']);
    expect([mixed.statusCode, mixed.json()]).toMatchObject([200, { successful: 1, failed: 2 }]);
    expect((await verify(ada)).statusCode).toBe(403);
  });

  test('403: without an account ten a day from one address, with the time when it begins anew; the next day is free', async () => {
    const ada = await start();
    const answers = await Promise.all(Array.from({ length: 14 }, () => verify()));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(200), ...Array(4).fill(403)]);
    const refused = await verify();
    expect(refused.json()).toMatchObject({
      error_code: 'QUOTA_EXCEEDED',
      quota: 'verifications_per_day',
      limit: 10,
      used: 10,
      resets_at: '2026-11-21T00:00:00.000Z',
    });
    expect((await verify(ada)).statusCode).toBe(200);
    service.ports.clock.advance(DAY_MS);
    expect((await verify()).statusCode).toBe(200);
  });

  test('429: without an account one batch at a time', async () => {
    const ada = await start();
    const batch = (who?: Account) => send('/v1/verify/batch', [toyPicture('harbour')], who?.headers, 'files');
    const inspect = service.ports.engine.inspect.bind(service.ports.engine);
    let inside: Promise<Awaited<ReturnType<typeof batch>>[]> | null = null;
    service.ports.engine.inspect = async (bytes) => {
      if (inside) return inspect(bytes);
      inside = Promise.all([batch(), batch(ada)]);
      await inside;
      return inspect(bytes);
    };
    expect((await batch()).statusCode).toBe(200);
    const [second, member] = (await inside) as unknown as Awaited<ReturnType<typeof batch>>[];
    expect(second).toMatchObject({ statusCode: 429, headers: { 'retry-after': '1' } });
    expect(member?.statusCode).toBe(200);
    expect((await batch()).statusCode).toBe(200);
  });

  test('403: a picture whose delivered file does not fit beside it leaves neither asset nor file', async () => {
    const picture = toyPicture('harbour');
    const ada = await start({ storage: picture.length + 1 });
    const files = service.ports.files.count();
    const refused = await send('/v1/assets/', [picture], ada.headers);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { error_code: 'QUOTA_EXCEEDED', quota: 'storage_bytes', limit: picture.length + 1 },
    ]);
    expect(service.ports.files.count()).toBe(files);
    expect((await usage(ada)).json()).toMatchObject({ uploads_count: 0, assets_count: 0, storage_used_bytes: 0 });
  });

  test('403: uploads of a month; the refused one leaves neither asset nor file', async () => {
    const ada = await start({ uploads: 2 });
    const upload = (scene: string) => send('/v1/assets/', [toyPicture(scene)], ada.headers);
    expect((await upload('one')).statusCode).toBe(201);
    expect((await upload('two')).statusCode).toBe(201);
    const files = service.ports.files.count();
    const refused = await upload('three');
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      {
        error_code: 'QUOTA_EXCEEDED',
        quota: 'uploads_per_month',
        limit: 2,
        used: 2,
        resets_at: '2026-12-01T00:00:00.000Z',
      },
    ]);
    expect(service.ports.files.count()).toBe(files);
    expect((await usage(ada)).json()).toMatchObject({ uploads_count: 2, assets_count: 2, quota_exceeded: true });
  });

  test('403: where no upload is left nothing is decoded; a picture that is there is answered all the same', async () => {
    const ada = await start({ uploads: 1 });
    const upload = (scene: string, query = '') => send(`/v1/assets/${query}`, [toyPicture(scene)], ada.headers);
    const made = await upload('one');
    expect(made.statusCode).toBe(201);
    let decoded = 0;
    const examine = service.ports.engine.examine.bind(service.ports.engine);
    service.ports.engine.examine = (bytes) => (decoded++, examine(bytes));
    for (const query of ['', '?dedupe=true'])
      expect((await upload('two', query)).json()).toMatchObject({ error_code: 'QUOTA_EXCEEDED', limit: 1, used: 1 });
    const same = await upload('one', '?dedupe=true');
    expect([same.statusCode, same.json()]).toMatchObject([200, { id: (made.json() as { id: string }).id }]);
    expect(decoded).toBe(0);
    const organization = await service.app.inject({
      method: 'POST',
      url: '/v1/organizations/',
      payload: { name: 'Harbour Press' },
      headers: ada.headers,
    });
    const { id } = organization.json() as { id: string };
    // Its form, or its head, may name another organization, which has some left.
    const form = formOf([
      { name: 'organization_id', value: id },
      { name: 'file', value: toyPicture('three'), fileName: 'a.jpg' },
    ]);
    const headers = { ...form.headers, ...ada.headers };
    const elsewhere = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
    expect(elsewhere.statusCode).toBe(201);
    const named = { ...ada.headers, 'x-organization-id': id };
    expect((await send('/v1/assets/', [toyPicture('four')], named)).statusCode).toBe(403);
  });

  describe('GET /v1/organizations/{organization_id}/usage', () => {
    test('200: the first days of the calendar have no month before them', async () => {
      const ada = await start();
      expect((await usage(ada, '?to=0001-01-10')).statusCode).toBe(200);
      expect((await usage(ada, '?from=0000-01-01')).statusCode).toBe(422);
    });

    test('200: the record of the month and its days', async () => {
      const ada = await start();
      await verify(ada);
      await send('/v1/assets/', [toyPicture('harbour')], ada.headers);
      const answer = await usage(ada, '?granularity=day');
      expect(answer.statusCode).toBe(200);
      expect(answer.json()).toMatchObject({
        period_start: '2026-11-01',
        period_end: '2026-11-30',
        resets_at: '2026-12-01T00:00:00.000Z',
        uploads_count: 1,
        uploads_limit: 100,
        verifications_count: 1,
        verifications_limit: 310,
        assets_count: 1,
        assets_limit: 1000,
        quota_exceeded: false,
        history: [{ period: '2026-11-20', uploads_count: 1, verifications_count: 1 }],
      });
      expect((await usage(ada, '?from=2026-11-21&to=2026-11-22&granularity=day')).json()).toMatchObject({
        history: [],
      });
    });

    test('422: a range that ends before it begins, an unknown granularity', async () => {
      const ada = await start();
      for (const query of ['?from=2026-11-02&to=2026-11-01', '?granularity=hour', '?from=yesterday'])
        expect((await usage(ada, query)).statusCode).toBe(422);
    });

    test('404: for strangers, as for an organization that does not exist', async () => {
      const ada = await start();
      const eve = await openAccount(service, `eve${count}@example.org`);
      const foreign = ((await usage(ada)).json() as { organization_id: string }).organization_id;
      for (const id of [foreign, ada.id]) {
        const url = `/v1/organizations/${id}/usage`;
        const answer = await service.app.inject({ method: 'GET', url, headers: eve.headers });
        expect([answer.statusCode, answer.json()]).toMatchObject([404, { error_code: 'ORGANIZATION_NOT_FOUND' }]);
      }
    });
  });
});
