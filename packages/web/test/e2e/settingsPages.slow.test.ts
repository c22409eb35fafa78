import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from './browser.ts';
import { ASSET, DONE, ME, ok, pageOf, refusal, SIGNED_IN } from './replies.ts';
import { withStubPage } from './stubPage.ts';
import { STRANGER, type StubService } from './stubService.ts';

const KEY = {
  id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f41',
  organization_id: ME.organization_id,
  user_id: ME.id,
  key: 'assay_pk_live_3f…9c2a',
  name: 'Newsroom importer',
  scopes: ['verify', 'read', 'org:read'],
  rate_limit_per_hour: null,
  rate_limit_per_day: null,
  is_active: true,
  expires_at: '2027-02-18T10:00:00.000Z',
  last_used_at: '2026-11-20T09:15:00.000Z',
  revoked_at: null,
  rotated_to_id: null,
  created_at: '2026-11-20T09:00:00.000Z',
};
const REVOKED = {
  ...KEY,
  id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f42',
  name: 'Old one',
  scopes: ['*'],
  revoked_at: '2026-11-20T09:00:00.000Z',
  last_used_at: null,
  expires_at: null,
};
const MADE = { ...KEY, key: 'assay_pk_live_3f00000000000000000000000000009c2a' };

/** What the history asks, to offer a choice of whose checks. */
const NO_MAKERS = { 'GET /v1/organizations/': pageOf([]), 'GET /v1/api-keys/': pageOf([]) };

const CHECKS = [
  {
    id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f51',
    verified_at: '2026-11-20T10:00:00.000Z',
    verdict: 'forged',
    confidence: 0.93,
    asset_id: ASSET.id,
    matched_asset: {
      id: ASSET.id,
      title: 'Harbour at dawn',
      original_filename: 'dawn.jpg',
      cid: ASSET.cid,
      preview_url: null,
    },
  },
  {
    id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f52',
    verified_at: '2026-11-19T10:00:00.000Z',
    verdict: 'authentic',
    confidence: 1,
    asset_id: ASSET.id,
    matched_asset: { id: ASSET.id, title: null, original_filename: 'quay.jpg', cid: ASSET.cid, preview_url: null },
  },
  {
    id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f53',
    verified_at: '2026-11-18T10:00:00.000Z',
    verdict: 'unknown',
    confidence: 0.6,
    asset_id: null,
    matched_asset: null,
  },
];

const WEBHOOK = { id: KEY.id, url: 'https://hooks.example.org/assay', failing_since: null, disabled_at: null };
const FAILING = { url: 'https://old.example.org/hook', failing_since: '2026-11-10T10:00:00.000Z' };
const ENDED = { id: ME.id, disabled_at: '2026-11-15T10:00:00.000Z' };
const USAGE = {
  id: KEY.id,
  organization_id: ME.organization_id,
  period_start: '2026-11-01',
  period_end: '2026-11-30',
  resets_at: '2026-12-01T00:00:00.000Z',
  uploads_count: 12,
  uploads_limit: 100,
  verifications_count: 61,
  verifications_limit: 310,
  verifications_today: 10,
  verifications_per_day_limit: 10,
  storage_used_bytes: 220_200_960,
  storage_limit_bytes: 1_073_741_824,
  assets_count: 12,
  assets_limit: Number.MAX_SAFE_INTEGER,
  quota_exceeded: false,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: null,
  history: [
    { period: '2026-11-19', uploads_count: 2, verifications_count: 5 },
    { period: '2026-11-20', uploads_count: 10, verifications_count: 10 },
  ],
};

describe.skipIf(!CHROMIUM_PATH)('settings pages in Chromium, against a stub', { timeout: 120_000 }, () => {
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

  test('keys: one is made with a name and scopes in words, shown once with a command, and then gone', async () => {
    stub.answers = { ...SIGNED_IN, 'GET /v1/api-keys/': pageOf([]), 'POST /v1/api-keys/': { status: 201, json: MADE } };
    await open('/keys');
    await headline('API keys');
    await page.getByText('There is no key yet.').waitFor();
    await inspect('keys-none');
    await press('New key');
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('name');
    await press('Create');
    await page.getByText('Give the key a name').waitFor();
    await page.getByLabel('Name').fill('Newsroom importer');
    await page.getByLabel('check and compare pictures').uncheck();
    await page.getByLabel('see pictures, history and usage').uncheck();
    await press('Create');
    await page.getByText('Choose at least one.').waitFor();
    await inspect('keys-new-wrong');
    await page.getByLabel('check and compare pictures').check();
    await page.getByLabel('How long it works').selectOption('Without end');
    await press('Create');
    await page.getByText(MADE.key, { exact: true }).waitFor();
    await page.getByText(`curl -H "X-API-Key: ${MADE.key}" -F file=@picture.jpg ${stub.url}/v1/verify/`).waitFor();
    expect(callsOf('POST /v1/api-keys/').map(({ json }) => json)).toEqual([
      { name: 'Newsroom importer', scopes: ['verify'], expires_in_days: null },
    ]);
    await inspect('keys-made');
    await press('I have kept it');
    expect(await page.getByText(MADE.key).count()).toBe(0);
  });

  test('keys: each with its state; replacing shows the new one, revoking asks once more', async () => {
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/api-keys/': pageOf([KEY, REVOKED]),
      [`POST /v1/api-keys/${KEY.id}/rotate`]: { status: 201, json: MADE },
      [`DELETE /v1/api-keys/${KEY.id}`]: DONE,
    };
    await open('/keys');
    await page.getByText('everything that a key can do').waitFor();
    await inspect('keys');
    await press('Replace Newsroom importer');
    await page.getByText(MADE.key, { exact: true }).waitFor();
    await press('Revoke Newsroom importer');
    expect(callsOf(`DELETE /v1/api-keys/${KEY.id}`)).toHaveLength(0);
    await press('Revoke for good Newsroom importer');
    await expect.poll(() => callsOf(`DELETE /v1/api-keys/${KEY.id}`).length).toBe(1);
  });

  test('keys: an address that has to be confirmed first is said with the service’s words', async () => {
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/api-keys/': pageOf([]),
      'POST /v1/api-keys/': refusal(403, 'EMAIL_NOT_VERIFIED', 'Confirm your e-mail address first.'),
    };
    await open('/keys');
    await page.getByLabel('Name').fill('importer');
    await press('Create');
    await page.getByText('Confirm your e-mail address first.').waitFor();
    await inspect('keys-refused');
  });

  /** Choices of the filters are asked for beside them, in any order. */
  const histories = () => stub.calls.filter(({ name }) => name.startsWith('GET /v1/verify/history?'));
  const lastHistory = () => new URL(histories().at(-1)!.name.slice('GET '.length), stub.url).searchParams;

  test('history: verdict and days stand in the address; all of it comes as CSV', async () => {
    const csv = 'id,verdict\r\n1,forged\r\n';
    stub.answers = {
      ...SIGNED_IN,
      ...NO_MAKERS,
      'GET /v1/verify/history': ({ name }) => (/format=csv/.test(name) ? ok(csv) : pageOf(CHECKS)),
    };
    await open('/history');
    await headline('History');
    await page.getByText('3 checks').waitFor();
    await page.getByRole('cell', { name: 'Altered or falsely marked' }).waitFor();
    await inspect('history');
    await page.getByLabel('Verdict').selectOption('forged');
    await page.getByLabel('From', { exact: true }).fill('2026-11-01');
    await press('Find');
    await page.waitForURL(/\?verdict=forged&from=2026-11-01$/);
    await expect.poll(() => lastHistory().get('start_date')).toBe('2026-11-01T00:00:00.000Z');
    const [download] = await Promise.all([page.waitForEvent('download'), press('Download as CSV')]);
    expect(download.suggestedFilename()).toBe('assay-history.csv');
    expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toBe(csv);
    expect(
      callsOf('GET /v1/verify/history?verdict=forged&start_date=2026-11-01T00%3A00%3A00.000Z&format=csv'),
    ).toHaveLength(1);
    await page.getByRole('link', { name: 'Harbour at dawn' }).waitFor();
    await page.getByRole('link', { name: 'quay.jpg' }).waitFor();
    stub.answers = { ...SIGNED_IN, ...NO_MAKERS, 'GET /v1/verify/history': pageOf([]) };
    await open('/history?verdict=nonsense&from=yesterday');
    await page.getByText('No check fits.').waitFor();
    await inspect('history-empty');
    const asked = histories().length;
    await page.getByLabel('From', { exact: true }).fill('2026-11-02');
    await page.getByLabel('To', { exact: true }).fill('2026-11-01');
    await press('Find');
    await page.getByText('The last day is before the first.').waitFor();
    expect(histories()).toHaveLength(asked);
  });

  test('history: narrowed to a key or a member of the organization that one administers; what is gone stands by its id', async () => {
    const members = [
      { user_id: ME.id, email: ME.email },
      { user_id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f44', email: 'bea@example.org' },
    ];
    const checks = CHECKS.map((check) => ({ ...check, user_id: members[1]?.user_id, api_key_id: KEY.id }));
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/organizations/': pageOf([{ id: ME.organization_id, name: 'Desk', role: 'owner', is_personal: false }]),
      [`GET /v1/organizations/${ME.organization_id}/members`]: pageOf(members),
      'GET /v1/api-keys/': pageOf([KEY]),
      'GET /v1/verify/history': pageOf(checks),
    };
    const asked = () => {
      const sent = lastHistory();
      return ['scope', 'user_id', 'api_key_id'].map((name) => sent.get(name));
    };
    await open('/history');
    await page.getByText('3 checks').waitFor();
    expect(await page.getByRole('columnheader', { name: 'Checked by' }).count()).toBe(0);
    await page.getByLabel('API key').selectOption({ label: KEY.name });
    await press('Find');
    await expect.poll(asked).toEqual([null, null, KEY.id]);
    await page.getByLabel('Checked by').selectOption({ label: 'bea@example.org' });
    await press('Find');
    await expect.poll(asked).toEqual(['organization', members[1]?.user_id, KEY.id]);
    await page.getByRole('cell', { name: 'bea@example.org' }).first().waitFor();
    await inspect('history-of-member');
    await page.getByLabel('Checked by').selectOption({ label: 'Everybody in the organization' });
    await page.getByLabel('API key').selectOption({ label: 'Any' });
    await press('Find');
    await expect.poll(asked).toEqual(['organization', null, null]);
    await open('/history?key=gone');
    await expect.poll(() => page.getByLabel('API key').inputValue()).toBe('gone');
  });

  test('usage: every quota in words, with and without a bound, and the days as a table', async () => {
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/auth/sessions': pageOf([]),
      'GET /v1/verify/history?page_size=5': pageOf(CHECKS),
      'GET /v1/webhooks/': pageOf([WEBHOOK, { ...WEBHOOK, ...FAILING }, { ...WEBHOOK, ...FAILING, ...ENDED }]),
      [`GET /v1/organizations/${ME.organization_id}/usage`]: ok(USAGE),
    };
    await open('/account');
    await page.getByRole('link', { name: 'Usage' }).click();
    await headline('Usage');
    await page.getByText('10 of 10').waitFor();
    await page.getByText('210 MB of 1 GB').waitFor();
    await page.getByText('12, without limit').waitFor();
    await page.getByText('Counts of the month begin anew 1 Dec 2026, 00:00').waitFor();
    await page.getByRole('row', { name: '20 Nov 2026 10 10' }).waitFor();
    const chart = page.getByRole('img', {
      name: 'Checks and uploads from 21 Oct 2026 to 20 Nov 2026; most checks in a day: 10, on 20 Nov 2026',
    });
    // Two days of use, two bars each, of the highest 10.
    const heights = await chart.locator('rect').evaluateAll((bars) => bars.map((bar) => bar.getAttribute('height')));
    expect(heights).toHaveLength(62);
    expect(heights.slice(-4)).toEqual(['59', '23.6', '118', '118']);
    expect(new Set(heights.slice(0, -4))).toEqual(new Set(['0']));
    await page.getByText('Every attempt has failed since 10 Nov 2026, 10:00.').waitFor();
    await page.getByText('Switched off 15 Nov 2026, 10:00.').waitFor();
    expect(await page.getByRole('link', { name: FAILING.url }).count()).toBe(2);
    expect(await page.getByRole('link', { name: WEBHOOK.url }).count()).toBe(0);
    const last = page.getByRole('region', { name: 'Last checks' });
    expect(await last.getByRole('link').first().getAttribute('href')).toBe(`/r/${CHECKS[0]?.id}`);
    await inspect('usage');
  });

  test('usage: where nothing has happened yet it says what to begin with', async () => {
    const nothing = { ...USAGE, assets_count: 0, verifications_count: 0, verifications_today: 0, history: [] };
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/verify/history?page_size=5': pageOf([]),
      'GET /v1/webhooks/': refusal(403, 'FORBIDDEN', 'Your role may not read webhooks.'),
      [`GET /v1/organizations/${ME.organization_id}/usage`]: ok(nothing),
    };
    await open('/usage');
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.waitFor();
    const leads = await steps.getByRole('link').evaluateAll((links) => links.map((link) => link.getAttribute('href')));
    expect(leads).toEqual(['/upload', '/', '/keys']);
    await page.getByText('You have checked nothing so far.').waitFor();
    expect(await page.getByText('Webhooks that fail').count()).toBe(0);
    await inspect('usage-first-steps');
  });

  test('signed out, each of them leads to the sign-in', async () => {
    stub.answers = STRANGER;
    for (const path of ['/keys', '/history', '/usage', '/organization']) {
      await open(path);
      await headline('Sign in');
      expect(new URL(page.url()).searchParams.get('next')).toBe(path);
    }
  });
});
