import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from './browser.ts';
import { DONE, ME, ok, pageOf, refusal, SIGNED_IN } from './replies.ts';
import { withStubPage } from './stubPage.ts';
import type { StubService } from './stubService.ts';

const GRACE = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f41';
const MARY = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f42';

const organization = (id: string, name: string, role: string, isPersonal: boolean) => ({
  id,
  name,
  slug: 'slug',
  description: null,
  logo_url: null,
  owner_id: ME.id,
  plan: 'free',
  effective_plan: 'free',
  role,
  is_personal: isPersonal,
  max_users: null,
  max_assets: null,
  max_verifications_per_day: null,
  public_verification: true,
  public_asset_ids: false,
  retention_days: null,
  master_key_ref: 'local:1/1',
  members_count: 1,
  assets_count: 0,
  created_at: '2026-11-01T10:00:00.000Z',
  updated_at: null,
});
const OWN = organization(ME.organization_id, 'Ada Lovelace', 'owner', true);
const SHARED = organization('01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f77', 'The Harbour Post', 'admin', false);
const memberOf = (organizationId: string, userId: string, name: string, role: string) => ({
  id: userId,
  organization_id: organizationId,
  user_id: userId,
  email: `${name.split(' ', 1)[0]?.toLowerCase()}@example.org`,
  full_name: name,
  role,
  invited_by: null,
  created_at: '2026-11-01T10:00:00.000Z',
});
const SIGNING_KEY = {
  kid: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
  version: 1,
  master_key_ref: 'local:1/1',
  algorithm: 'Ed25519',
  public_key: 'AAAA',
  created_at: '2026-11-01T10:00:00.000Z',
  retired_at: null as string | null,
};
const AUDIT = {
  id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f91',
  organization_id: ME.organization_id,
  sequence: 2,
  actor_id: ME.id,
  actor_kind: 'user',
  action: 'member.invited',
  target_kind: 'invitation',
  target_id: null,
  details: null,
  requester_ip: '127.0.0.1',
  request_id: 'req-1',
  created_at: '2026-11-20T10:00:00.000Z',
  prev_hash: null,
  hash: '0'.repeat(64),
};
/** What the page asks of each organization beside members and invitations. */
const behind = (id: string): StubService['answers'] => ({
  [`GET /v1/organizations/${id}/keys`]: pageOf([SIGNING_KEY]),
  [`GET /v1/organizations/${id}/audit-log`]: pageOf([AUDIT]),
});
const INVITATION = {
  id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f78',
  organization_id: SHARED.id,
  email: 'lin@example.org',
  role: 'editor',
  invited_by: ME.id,
  expires_at: '2126-11-27T10:00:00.000Z',
  accepted_at: null,
  revoked_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
};

describe.skipIf(!CHROMIUM_PATH)('page of organizations in Chromium, against a stub', { timeout: 120_000 }, () => {
  const chromium = withStubPage();
  const { headline, inspect } = chromium;
  let page: Page;
  let stub: StubService;
  beforeEach(() => {
    [page, stub] = [chromium.page(), chromium.stub()];
  });
  const open = (path: string) => page.goto(stub.url + path);
  const press = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).click();
  const callsOf = (name: string) => stub.calls.filter((call) => call.name === name);

  test('organization: its members and invitations; a chosen one is that of every request until one is no member', async () => {
    const members = `/v1/organizations/${SHARED.id}/members`;
    const invitations = `/v1/organizations/${SHARED.id}/invitations`;
    stub.answers = {
      ...SIGNED_IN,
      ...behind(OWN.id),
      ...behind(SHARED.id),
      'GET /v1/organizations/': pageOf([OWN, SHARED]),
      [`GET /v1/organizations/${OWN.id}/members`]: pageOf([memberOf(OWN.id, ME.id, 'Ada Lovelace', 'owner')]),
      [`GET /v1/organizations/${OWN.id}/invitations`]: pageOf([]),
      [`GET ${members}`]: pageOf([
        memberOf(SHARED.id, ME.id, 'Ada Lovelace', 'admin'),
        memberOf(SHARED.id, GRACE, 'Grace Hopper', 'viewer'),
        memberOf(SHARED.id, MARY, 'Mary Owner', 'owner'),
      ]),
      [`GET ${invitations}`]: pageOf([INVITATION]),
      [`POST ${invitations}`]: { status: 201, json: INVITATION },
      [`PATCH ${members}/${GRACE}`]: ok({}),
      [`DELETE ${members}/${GRACE}`]: DONE,
      'GET /v1/assets/': refusal(404, 'ORGANIZATION_NOT_FOUND', 'There is no such organization.'),
    };
    await open('/organization');
    await headline('Organization');
    await page.getByRole('heading', { name: 'Members of Ada Lovelace' }).waitFor();
    await press('Work here The Harbour Post');
    await page.getByRole('heading', { name: 'Members of The Harbour Post' }).waitFor();
    await expect.poll(() => callsOf(`GET ${members}?page_size=100`)[0]?.headers['x-organization-id']).toBe(SHARED.id);
    expect(await page.getByLabel('Role of Mary Owner').count()).toBe(0);
    await page.getByText('Invited as editor').waitFor();
    await inspect('organization');
    await page.getByLabel('Role of Grace Hopper').selectOption('verifier');
    await expect.poll(() => callsOf(`PATCH ${members}/${GRACE}`)[0]?.json).toEqual({ role: 'verifier' });
    await page.getByLabel('E-mail').fill('no address');
    await press('Invite');
    await page.getByText('This is no e-mail address').waitFor();
    await page.getByLabel('E-mail').fill('lin@example.org');
    await press('Invite');
    await expect
      .poll(() => callsOf(`POST ${invitations}`).map(({ json }) => json))
      .toEqual([{ email: 'lin@example.org', role: 'editor' }]);
    await press('Remove Grace Hopper');
    await press('Remove for good Grace Hopper');
    await expect.poll(() => callsOf(`DELETE ${members}/${GRACE}`).length).toBe(1);
    await page.reload();
    await page.getByRole('heading', { name: 'Members of The Harbour Post' }).waitFor();
    await page.getByRole('link', { name: 'Gallery' }).click();
    await expect
      .poll(() => callsOf('GET /v1/assets/?page=1&page_size=24').at(-1)?.headers['x-organization-id'])
      .toBeUndefined();
  });

  test('organization: a new one is made and worked in at once', async () => {
    const lists = [pageOf([OWN]), pageOf([OWN, SHARED])];
    stub.answers = {
      ...SIGNED_IN,
      ...behind(OWN.id),
      ...behind(SHARED.id),
      'GET /v1/organizations/': () => (lists.length > 1 ? lists.shift()! : lists[0]!),
      [`GET /v1/organizations/${OWN.id}/members`]: pageOf([]),
      [`GET /v1/organizations/${OWN.id}/invitations`]: pageOf([]),
      [`GET /v1/organizations/${SHARED.id}/members`]: pageOf([]),
      [`GET /v1/organizations/${SHARED.id}/invitations`]: refusal(500, 'INTERNAL_ERROR', 'It was logged.'),
      'POST /v1/organizations/': { status: 201, json: SHARED },
    };
    await open('/organization');
    await press('Create');
    await page.getByText('Give it a name.').waitFor();
    await page.getByLabel('Name').fill('The Harbour Post');
    await press('Create');
    await page.getByRole('heading', { name: 'Members of The Harbour Post' }).waitFor();
    await page.getByText('It was logged.').waitFor();
    await inspect('organization-new');
  });

  test('organization: settings, signing keys, audit log; its owner deletes it by typing', async () => {
    const mine = { ...SHARED, role: 'owner', slug: 'harbour-post' };
    const path = `/v1/organizations/${mine.id}`;
    const keys = [
      pageOf([SIGNING_KEY]),
      pageOf([
        { ...SIGNING_KEY, retired_at: '2026-11-20T10:00:00.000Z' },
        { ...SIGNING_KEY, kid: 'second', version: 2 },
      ]),
    ];
    const deletions = [refusal(401, 'INVALID_CREDENTIALS', 'd'), DONE];
    const members = pageOf([memberOf(mine.id, ME.id, 'Ada Lovelace', 'owner')]);
    stub.answers = {
      ...SIGNED_IN,
      ...behind(OWN.id),
      'GET /v1/organizations/': () => (deletions.length > 0 ? pageOf([OWN, mine]) : pageOf([OWN])),
      [`GET /v1/organizations/${OWN.id}/members`]: members,
      [`GET /v1/organizations/${OWN.id}/invitations`]: pageOf([]),
      [`GET ${path}/members`]: members,
      [`GET ${path}/invitations`]: pageOf([]),
      [`GET ${path}/keys`]: () => (keys.length > 1 ? keys.shift()! : keys[0]!),
      [`GET ${path}/audit-log`]: pageOf([AUDIT], { total: 11, pages: 2 }),
      [`POST ${path}/keys/rotate`]: { status: 201, json: SIGNING_KEY },
      [`PATCH ${path}`]: ok(mine),
      [`DELETE ${path}`]: () => deletions.shift() ?? 'cut',
    };
    await open('/organization');
    await press('Work here The Harbour Post');
    await page.getByRole('row', { name: '20 Nov 2026, 10:00 member.invited a member 127.0.0.1' }).waitFor();
    await page.getByText('Page 1 of 2').waitFor();
    await page.getByLabel('Days that checks are kept').fill('thirty');
    await press('Save');
    await page.getByText('Enter a whole number above 0, or nothing.').waitFor();
    await inspect('organization-settings');
    await page.getByLabel('Days that checks are kept').fill('30');
    await page.getByLabel('Plan').selectOption('pro');
    await page.getByLabel('Strangers are told which picture theirs matches').check();
    await press('Save');
    await page.getByText('Saved.').waitFor();
    expect(callsOf(`PATCH ${path}`)[0]?.json).toEqual({
      name: 'The Harbour Post',
      plan: 'pro',
      public_verification: true,
      public_asset_ids: true,
      retention_days: 30,
    });
    await press('Sign with a new key The Harbour Post');
    await press(/^Really: make a new key/);
    await page.getByText('retired 20 Nov 2026').waitFor();
    await press('Delete the organization');
    await page.getByText('This is not harbour-post.').waitFor();
    await page.getByLabel('Type harbour-post to delete it').fill('harbour-post');
    await page.getByLabel('Your password').fill('seventeen frogs');
    await press('Delete the organization');
    await page.getByText('The password is wrong.').waitFor();
    await press('Delete the organization');
    await page.getByRole('heading', { name: 'Members of Ada Lovelace' }).waitFor();
    expect(callsOf(`DELETE ${path}`).at(-1)?.json).toEqual({ confirm: 'harbour-post', password: 'seventeen frogs' });
  });
});
