import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Account } from '../../../fakes/testService.ts';
import { formOf, PASSWORD } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import {
  codeOf,
  type DatabaseService,
  lastToken,
  newAccount,
  startDatabaseService,
} from '../../../support/databaseService.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

describeOnEachEngine('organizations over HTTP', (database) => {
  let service: DatabaseService;
  let ada: Account;
  let grace: Account;
  let eve: Account;
  beforeAll(async () => {
    service = await startDatabaseService(database());
  });
  beforeEach(async () => {
    [ada, grace, eve] = [await newAccount(service), await newAccount(service), await newAccount(service)];
  });
  afterAll(() => service.app.close());
  const at = (id: string, rest = ''): string => `/v1/organizations/${id}${rest}`;

  describe('POST /organizations/', () => {
    test('201: name alone is enough; slug from the name, plan free, the caller owns it', async () => {
      const made = await service.ask('POST', '/v1/organizations/', ada, { name: 'Ünïted Press, Ltd.' });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({
        name: 'Ünïted Press, Ltd.',
        slug: 'united-press-ltd',
        plan: 'free',
        effective_plan: 'free',
        owner_id: ada.id,
        role: 'owner',
        is_personal: false,
        max_users: 1,
        max_assets: 1000,
        max_verifications_per_day: 10,
        members_count: 1,
        assets_count: 0,
      });
      expect(made.headers.location).toBe(`/v1/organizations/${made.body.id}`);
      expect((await service.ask('GET', `/v1/organizations/${made.body.id}`, ada)).body).toEqual(made.body);
    });

    test('201: a taken slug from a name gets a number, 409: a requested one is refused', async () => {
      const first = await service.ask('POST', '/v1/organizations/', ada, { name: 'Twins', slug: 'twins' });
      const second = await service.ask('POST', '/v1/organizations/', eve, { name: 'Twins' });
      expect([first.body.slug, second.body.slug]).toEqual(['twins', 'twins-2']);
      const requested = await service.ask('POST', '/v1/organizations/', eve, { name: 'x', slug: 'twins' });
      expect(codeOf(requested)).toEqual([409, 'SLUG_ALREADY_EXISTS']);
    });

    test('401 without a credential, 422 for each bad field', async () => {
      expect(codeOf(await service.ask('POST', '/v1/organizations/', null, { name: 'x' }))).toEqual([
        401,
        'UNAUTHENTICATED',
      ]);
      for (const bad of [
        {},
        { name: '' },
        { name: 'x'.repeat(256) },
        { name: 'x', slug: 'Ab' },
        { name: 'x', slug: 'admin' },
        { name: 'x', slug: '-abc' },
        { name: 'x', plan: 'gold' },
        { name: 'x', logo_url: 'http://example.org/a.png' },
        { name: 'x', logo_url: 'javascript:alert(1)' },
      ])
        expect(codeOf(await service.ask('POST', '/v1/organizations/', ada, bad)), JSON.stringify(bad)).toEqual([
          422,
          'VALIDATION_ERROR',
        ]);
    });

    test('403: exactly ten beside the personal one, also when all are asked for at once', async () => {
      const owner = await newAccount(service);
      const answers = await Promise.all(
        Array.from({ length: 13 }, (_, i) => service.ask('POST', '/v1/organizations/', owner, { name: `N${i}` })),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(10);
      const refused = answers.filter(({ status }) => status === 403);
      expect(refused).toHaveLength(3);
      expect(refused[0]?.body).toMatchObject({ error_code: 'QUOTA_EXCEEDED', limit: 10, used: 10 });
      const list = await service.ask('GET', '/v1/organizations/?page_size=3', owner);
      expect(list.body).toMatchObject({ total: 11, page: 1, page_size: 3, pages: 4 });
      expect(list.headers.link).toContain('rel="next"');
    });
  });

  describe('PATCH and DELETE', () => {
    test('200: what is sent changes, null clears, the rest stays; plan pro raises the limits at once', async () => {
      const id = await service.found(ada, { plan: 'free', description: 'old', logo_url: 'https://example.org/a.png' });
      const before = (await service.ask('GET', at(id), ada)).body;
      const body = { name: 'New', description: null, plan: 'pro', retention_days: 30, public_verification: false };
      const edited = await service.ask('PATCH', at(id), ada, body);
      expect(edited.status).toBe(200);
      expect(edited.body).toEqual({
        ...before,
        ...body,
        effective_plan: 'pro',
        max_users: 10,
        max_assets: 100_000,
        max_verifications_per_day: 1000,
        updated_at: expect.any(String),
      });
      const own = { max_users: 4, max_assets: 1000, max_verifications_per_day: 100 };
      expect((await service.ask('PATCH', at(id), ada, own)).body).toMatchObject(own);
      expect((await service.ask('PATCH', at(id), ada, { plan: 'free' })).body).toMatchObject({ max_users: 1 });
      expect((await service.ask('PATCH', at(id), ada, { plan: 'enterprise' })).body).toMatchObject(own);
      const none = { max_users: null, max_assets: null, max_verifications_per_day: null };
      expect((await service.ask('PATCH', at(id), ada, none)).body).toMatchObject(none);
      expect(codeOf(await service.ask('PATCH', at(id), ada, { max_users: 0 }))).toEqual([422, 'VALIDATION_ERROR']);
    });

    test('403: an admin edits but does not choose the plan; an editor does neither', async () => {
      const id = await service.found(ada);
      await service.join(id, ada, grace, 'admin');
      const vera = await newAccount(service);
      await service.join(id, ada, vera, 'editor');
      expect((await service.ask('PATCH', at(id), grace, { name: 'By Grace' })).status).toBe(200);
      expect(codeOf(await service.ask('PATCH', at(id), grace, { plan: 'enterprise' }))).toEqual([403, 'FORBIDDEN']);
      expect(codeOf(await service.ask('PATCH', at(id), vera, { name: 'By Vera' }))).toEqual([403, 'FORBIDDEN']);
      expect(codeOf(await service.ask('DELETE', at(id), grace))).toEqual([403, 'FORBIDDEN']);
    });

    test('409: a slug of another organization', async () => {
      const id = await service.found(ada);
      const other = (await service.ask('GET', at(await service.found(eve)), eve)).body.slug;
      expect(codeOf(await service.ask('PATCH', at(id), ada, { slug: other }))).toEqual([409, 'SLUG_ALREADY_EXISTS']);
    });

    test('204: only with the slug repeated, as a header or in the body; then it is gone', async () => {
      for (const way of ['header', 'body'] as const) {
        const owner = await newAccount(service);
        const id = await service.found(owner);
        const { slug } = (await service.ask('GET', at(id), owner)).body as unknown as { slug: string };
        expect(codeOf(await service.ask('DELETE', at(id), owner))).toEqual([422, 'VALIDATION_ERROR']);
        expect(codeOf(await service.ask('DELETE', at(id), owner, { confirm: 'no' }))).toEqual([
          422,
          'VALIDATION_ERROR',
        ]);
        const done =
          way === 'body'
            ? await service.ask('DELETE', at(id), owner, { confirm: slug, password: PASSWORD })
            : await service.ask('DELETE', at(id), owner, { password: PASSWORD }, { confirm: slug });
        expect(done.status).toBe(204);
        expect(codeOf(await service.ask('GET', at(id), owner))).toEqual([404, 'ORGANIZATION_NOT_FOUND']);
      }
    });

    test('409: the personal organization cannot be deleted or handed over', async () => {
      const list = (await service.ask('GET', '/v1/organizations/', ada)).body as unknown as {
        items: { id: string; slug: string; is_personal: boolean }[];
      };
      const personal = list.items.find(({ is_personal }) => is_personal)!;
      expect(codeOf(await service.ask('DELETE', at(personal.id), ada, { confirm: personal.slug }))).toEqual([
        409,
        'CONFLICT',
      ]);
      await service.ask('PATCH', at(personal.id), ada, { plan: 'pro' });
      await service.join(personal.id, ada, grace, 'owner');
      expect(codeOf(await service.ask('POST', at(personal.id, '/transfer'), ada, { user_id: grace.id }))).toEqual([
        409,
        'CONFLICT',
      ]);
      expect(codeOf(await service.ask('POST', at(personal.id, '/leave'), ada))).toEqual([409, 'CONFLICT']);
    });
  });

  describe('invitations', () => {
    test('201: the mail holds the only link; 200: the invited one joins with that role; 410: it works once', async () => {
      const id = await service.found(ada);
      const made = await service.ask('POST', at(id, '/invitations'), ada, { email: grace.email, role: 'editor' });
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({ email: grace.email, role: 'editor', expires_at: expect.any(String) });
      const token = await lastToken(service);
      const mail = service.ports.mailer.mails.at(-1);
      expect(mail).toMatchObject({ to: grace.email, subject: 'Invitation to Harbour Press on Assay' });
      expect(JSON.stringify(made.body)).not.toContain(token);
      expect(codeOf(await service.ask('GET', at(id), grace))).toEqual([404, 'ORGANIZATION_NOT_FOUND']);
      const joined = await service.ask('POST', '/v1/invitations/accept', grace, { token });
      expect(joined).toMatchObject({ status: 200, body: { user_id: grace.id, role: 'editor', invited_by: ada.id } });
      expect((await service.ask('GET', at(id), grace)).body).toMatchObject({ role: 'editor', members_count: 2 });
      expect(codeOf(await service.ask('POST', '/v1/invitations/accept', grace, { token }))).toEqual([410, 'GONE']);
      expect(
        codeOf(await service.ask('POST', at(id, '/invitations'), ada, { email: grace.email.toUpperCase() })),
      ).toEqual([409, 'MEMBER_ALREADY_EXISTS']);
    });

    test('of two accepts at the same time one joins', async () => {
      const id = await service.found(ada);
      await service.ask('POST', at(id, '/invitations'), ada, { email: grace.email, role: 'viewer' });
      const token = await lastToken(service);
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => service.ask('POST', '/v1/invitations/accept', grace, { token })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410, 410]);
      expect((await service.ask('GET', at(id, '/members'), ada)).body.total).toBe(2);
    });

    test('403: the link of somebody else, 404: an unknown link, 410: expired, withdrawn, replaced', async () => {
      const id = await service.found(ada);
      const invite = async (): Promise<[string, string]> => {
        const made = await service.ask('POST', at(id, '/invitations'), ada, { email: grace.email, role: 'viewer' });
        return [String(made.body.id), await lastToken(service)];
      };
      const accept = (token: string, who = grace) => service.ask('POST', '/v1/invitations/accept', who, { token });
      const [, replaced] = await invite();
      const [second, token] = await invite();
      expect(codeOf(await accept(token, eve))).toEqual([403, 'FORBIDDEN']);
      expect(codeOf(await accept('unknown'))).toEqual([404, 'INVITATION_NOT_FOUND']);
      expect(codeOf(await accept(replaced))).toEqual([410, 'GONE']);
      expect((await service.ask('DELETE', at(id, `/invitations/${second}`), ada)).status).toBe(204);
      expect((await service.ask('DELETE', at(id, `/invitations/${second}`), ada)).status).toBe(204);
      expect(codeOf(await accept(token))).toEqual([410, 'GONE']);
      expect(codeOf(await service.ask('DELETE', at(id, `/invitations/${eve.id}`), ada))).toEqual([
        404,
        'INVITATION_NOT_FOUND',
      ]);
      const list = await service.ask('GET', at(id, '/invitations'), ada);
      expect(list.body).toMatchObject({ total: 2, pages: 1 });
      const [, late] = await invite();
      service.ports.clock.advance(7 * 24 * 3600 * 1000 + 1000);
      const login = await service.ask('POST', '/v1/auth/login', null, {
        email: grace.email,
        password: 'correct horse battery staple',
      });
      const headers = { authorization: `Bearer ${login.body.access_token}` };
      expect(codeOf(await service.ask('POST', '/v1/invitations/accept', { headers }, { token: late }))).toEqual([
        410,
        'GONE',
      ]);
    });

    test('403 QUOTA_EXCEEDED: members and open invitations together fill the places, also at once', async () => {
      const free = await service.found(ada, { plan: 'free' });
      const refused = await service.ask('POST', at(free, '/invitations'), ada, { email: 'a@example.org' });
      expect(refused).toMatchObject({
        status: 403,
        body: { error_code: 'QUOTA_EXCEEDED', quota: 'max_users', limit: 1, used: 1 },
      });
      const pro = await service.found(ada);
      const answers = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          service.ask('POST', at(pro, '/invitations'), ada, { email: `guest${i}@example.org` }),
        ),
      );
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(9);
      expect(answers.filter(({ status }) => status === 403)).toHaveLength(3);
    });
  });

  describe('members', () => {
    test('409 LAST_OWNER: the only owner neither leaves, nor is demoted, nor removed', async () => {
      const id = await service.found(ada);
      await service.join(id, ada, grace, 'admin');
      const own = at(id, `/members/${ada.id}`);
      expect(codeOf(await service.ask('POST', at(id, '/leave'), ada))).toEqual([409, 'LAST_OWNER']);
      expect(codeOf(await service.ask('PATCH', own, ada, { role: 'admin' }))).toEqual([409, 'LAST_OWNER']);
      expect(codeOf(await service.ask('DELETE', own, ada))).toEqual([409, 'LAST_OWNER']);
      expect(codeOf(await service.ask('DELETE', own, grace))).toEqual([403, 'FORBIDDEN']);
      expect(codeOf(await service.ask('PATCH', at(id, `/members/${grace.id}`), grace, { role: 'owner' }))).toEqual([
        403,
        'FORBIDDEN',
      ]);
    });

    test('two owners who demote each other at the same time: one owner remains', async () => {
      const id = await service.found(ada);
      await service.join(id, ada, grace, 'owner');
      const answers = await Promise.all([
        service.ask('PATCH', at(id, `/members/${grace.id}`), ada, { role: 'viewer' }),
        service.ask('PATCH', at(id, `/members/${ada.id}`), grace, { role: 'viewer' }),
      ]);
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 403]);
      const { items } = (await service.ask('GET', at(id, '/members'), ada)).body as unknown as {
        items: { user_id: string; role: string }[];
      };
      const owners = items.filter(({ role }) => role === 'owner');
      expect(owners).toHaveLength(1);
      const { owner_id } = (await service.ask('GET', at(id), ada)).body;
      expect(owner_id).toBe(owners[0]?.user_id);
    });

    test('two owners who leave at the same time: one stays', async () => {
      const id = await service.found(ada);
      await service.join(id, ada, grace, 'owner');
      const answers = await Promise.all([ada, grace].map((who) => service.ask('POST', at(id, '/leave'), who)));
      expect(answers.map(({ status }) => status).sort()).toEqual([204, 409]);
    });

    test('200 transfer: the member owns it, the caller is an admin; 404 for who is no member', async () => {
      const id = await service.found(ada);
      await service.join(id, ada, grace, 'viewer');
      expect(codeOf(await service.ask('POST', at(id, '/transfer'), ada, { user_id: eve.id }))).toEqual([
        404,
        'MEMBER_NOT_FOUND',
      ]);
      const moved = await service.ask('POST', at(id, '/transfer'), ada, { user_id: grace.id, password: PASSWORD });
      expect(moved).toMatchObject({ status: 200, body: { owner_id: grace.id, role: 'admin' } });
      expect(codeOf(await service.ask('POST', at(id, '/transfer'), ada, { user_id: grace.id }))).toEqual([
        403,
        'FORBIDDEN',
      ]);
    });

    test('204: who leaves sees nothing any more, and the keys made there are refused', async () => {
      const id = await service.found(ada);
      await service.join(id, ada, grace, 'editor');
      const made = await service.ask('POST', '/v1/api-keys/', grace, { name: 'mine', organization_id: id });
      const key = String(made.body.key);
      expect((await service.ask('GET', '/v1/assets/', { key })).status).toBe(200);
      expect((await service.ask('POST', at(id, '/leave'), grace)).status).toBe(204);
      expect(codeOf(await service.ask('GET', '/v1/assets/', { key }))).toEqual([401, 'INVALID_API_KEY']);
      expect(codeOf(await service.ask('GET', at(id), grace))).toEqual([404, 'ORGANIZATION_NOT_FOUND']);
    });
  });

  describe('strangers', () => {
    test('404: every route of an organization answers as if there were none', async () => {
      const id = await service.found(ada);
      const routes = [
        ['GET', ''],
        ['PATCH', '', { name: 5 }],
        ['DELETE', ''],
        ['POST', '/transfer', {}],
        ['POST', '/leave'],
        ['GET', '/members'],
        ['PATCH', `/members/${ada.id}`, {}],
        ['DELETE', `/members/${ada.id}`],
        ['GET', '/invitations'],
        ['POST', '/invitations', {}],
        ['DELETE', `/invitations/${ada.id}`],
        ['GET', '/audit-log'],
        ['GET', '/keys'],
        ['POST', '/keys/rotate'],
      ] as const;
      for (const [method, rest, body] of routes) {
        const foreign = await service.ask(method, at(id, rest), eve, body);
        const missing = await service.ask(method, at(eve.id, rest), eve, body);
        expect(codeOf(foreign), `${method} ${rest}`).toEqual([404, 'ORGANIZATION_NOT_FOUND']);
        expect(foreign.body.detail).toBe(missing.body.detail);
      }
    });

    test('two organizations of one user keep their assets apart', async () => {
      const [first, second] = [await service.found(ada), await service.found(ada)];
      const upload = async (organization: string, name: string): Promise<string> => {
        const form = formOf([{ name: 'file', value: toyPicture(name), fileName: 'a.jpg' }]);
        const headers = { ...form.headers, ...ada.headers, 'x-organization-id': organization };
        const answer = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
        return (answer.json() as { id: string }).id;
      };
      const [one, two] = [await upload(first, 'harbour'), await upload(second, 'boat')];
      const listed = async (organization: string): Promise<string[]> => {
        const page = await service.ask('GET', `/v1/assets/?organization_id=${organization}`, ada);
        return (page.body as unknown as { items: { id: string }[] }).items.map(({ id }) => id);
      };
      expect(await listed(first)).toEqual([one]);
      expect(await listed(second)).toEqual([two]);
      expect((await service.ask('GET', at(first), ada)).body.assets_count).toBe(1);
    });
  });
});
