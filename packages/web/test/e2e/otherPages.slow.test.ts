import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from './browser.ts';
import { GENUINE_PNG, HEIGHT, SPLICED_PNG, tamperMapPng, WIDTH } from './pictures.ts';
import { DONE, ME, ok, pageOf, refusal, SIGNED_IN } from './replies.ts';
import { withStubPage } from './stubPage.ts';
import { STRANGER, type StubService } from './stubService.ts';

const WEBHOOK = {
  id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f61',
  organization_id: ME.organization_id,
  url: 'https://hooks.example.org/assay',
  events: ['*'],
  active: true,
  description: 'The newsroom’s desk',
  failing_since: null,
  disabled_at: null,
  disabled_reason: null,
  previous_secret_until: null,
  created_at: '2026-11-01T10:00:00.000Z',
  updated_at: null,
};
const FAILING = {
  ...WEBHOOK,
  id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f62',
  url: 'https://old.example.org/hook',
  events: ['asset.processed', 'asset.matched'],
  active: false,
  description: null,
  failing_since: '2026-11-10T10:00:00.000Z',
  disabled_at: '2026-11-15T10:00:00.000Z',
  disabled_reason: 'failing',
};
const EVENTS = pageOf([
  { event: 'asset.processed', sent_when: 'the processing of an upload has ended', sent: true, data: {} },
  { event: 'later.event', sent_when: 'some day', sent: false, data: {} },
]);
const LINE = {
  id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f63',
  event: 'asset.processed',
  status: 'failed',
  attempt: 2,
  response_status: 500,
  duration_ms: 120,
  created_at: '2026-11-20T10:00:00.000Z',
};
const DELIVERY = {
  ...LINE,
  webhook_id: WEBHOOK.id,
  event_id: LINE.id,
  redelivery: 0,
  request_body: '{"event":"asset.processed","data":{"status":"completed"}}',
  response_body: 'Internal Server Error',
  error: null,
  next_attempt_at: null,
  delivered_at: null,
  attempts: [
    { attempt: 1, started_at: LINE.created_at, duration_ms: null, response_status: null, error: 'connection refused' },
    { attempt: 2, started_at: LINE.created_at, duration_ms: 120, response_status: 500, error: null },
  ],
};
const COMPARISON = {
  a: { sha256: 'a', mime_type: 'image/png', width: WIDTH, height: HEIGHT, size_bytes: 1 },
  b: { sha256: 'b', mime_type: 'image/png', width: WIDTH, height: HEIGHT, size_bytes: 1 },
  identical: false,
  similarity: { average: 0.97, clip: 0.97, dino: 0.96, pdq: 0.98 },
  registration: { inliers: 977, residual_px: 0.3, mirrored: false, homography: [1, 0, 0, 0, 1, 0, 0, 0, 1] },
  coverage: 1,
  changed_fraction: 0.056,
  same_picture: true,
  modifications: [{ type: 'local_edit', severity: 'high', region: { x: 300, y: 210, w: 160, h: 120, score: 0.96 } }],
  tamper_map: tamperMapPng().toString('base64'),
  tamper_score: 0.96,
  tamper_regions: [{ x: 300, y: 210, w: 160, h: 120, score: 0.96 }],
  processing_time_ms: 812,
  compared_at: '2026-11-20T10:00:00.000Z',
};
/** What the service or a person calls something. */
const KNOWN_NAMES: ReadonlySet<string> = new Set([ME.email]);
const OPERATOR = {
  waiting: {
    uploads: 1,
    verifications: 0,
    import_files: 1234,
    fingerprints: 0,
    deliveries: 2,
    mails: 0,
    commitments: 1,
    pins: 0,
  },
  failed: { uploads: 0, verifications: 0, import_files: 1, deliveries: 0, mails: 2, pins: 0, archives: 0 },
  index: { pictures: 8, fingerprints: 8, local_features: 7 },
  models: {
    version: 'assay-0.1.0/models',
    embedding: 'built-in',
    files: [{ name: 'track-c.onnx', sha256: 'ab'.repeat(32) }],
  },
  files_aside: [{ reason: 'no row in the database', assets: 2, oldest: '2026-11-20T10:00:00.000Z' }],
  quarantine_days: 30,
};
const HEALTH = {
  status: 'healthy',
  version: '0.1.0',
  timestamp: '2026-11-20T10:00:00.000Z',
  checks: { database: 'healthy', cache: 'disabled', ml_models: 'healthy', transparency_log: 'healthy' },
  problems: [],
};

describe.skipIf(!CHROMIUM_PATH)('webhooks, comparison and operator in Chromium', { timeout: 120_000 }, () => {
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
  const path = `/v1/webhooks/${WEBHOOK.id}`;

  test('webhooks: an address is told of everything, and its secret is shown once', async () => {
    const lists = [pageOf([]), pageOf([WEBHOOK])];
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/webhooks/': () => (lists.length > 1 ? lists.shift()! : lists[0]!),
      'GET /v1/webhooks/events': EVENTS,
      'POST /v1/webhooks/': refusal(422, 'WEBHOOK_URL_BLOCKED', 'This host leads to a private address.'),
    };
    await open('/webhooks');
    await page.getByText('There is no webhook yet.').waitFor();
    await inspect('webhooks-none');
    await press('Create');
    await page.getByText('Enter a whole address').waitFor();
    await page.getByLabel('Address').fill('https://10.0.0.1/hook');
    await press('Create');
    await page.getByText('does not take this address: This host leads to a private address.').waitFor();
    stub.answers = {
      ...stub.answers,
      'POST /v1/webhooks/': { status: 201, json: { ...WEBHOOK, secret: 'whsec_abc' } },
    };
    await page.getByLabel('Address').fill(WEBHOOK.url);
    await press('Create');
    await page.getByText('whsec_abc').waitFor();
    expect(callsOf('POST /v1/webhooks/').at(-1)?.json).toEqual({ url: WEBHOOK.url, events: ['*'], description: null });
    await inspect('webhooks-secret');
    await press('I have kept it');
    await page.getByRole('heading', { name: /^https:\/\/hooks.example.org/ }).waitFor();
    expect(await page.getByText('whsec_abc').count()).toBe(0);
  });

  test('webhooks: only some events, of those that are sent', async () => {
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/webhooks/': pageOf([]),
      'GET /v1/webhooks/events': EVENTS,
      'POST /v1/webhooks/': { status: 201, json: { ...WEBHOOK, secret: 'whsec_abc' } },
    };
    await open('/webhooks');
    await page.getByLabel('Address').fill(WEBHOOK.url);
    await page.getByLabel('everything that happens').uncheck();
    await press('Create');
    await page.getByText('Choose at least one event.').waitFor();
    await page.getByText('Only some events').click();
    expect(await page.getByLabel('later.event').count()).toBe(0);
    await page.getByLabel('asset.processed').check();
    await press('Create');
    await page.getByText('whsec_abc').waitFor();
    expect(callsOf('POST /v1/webhooks/')[0]?.json).toMatchObject({ events: ['asset.processed'] });
  });

  test('webhooks: tested, paused, given a new secret, and deleted on a second press', async () => {
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/webhooks/': pageOf([WEBHOOK, FAILING]),
      'GET /v1/webhooks/events': EVENTS,
      [`POST ${path}/test`]: { status: 202, json: { data: { delivery_id: LINE.id } } },
      [`PATCH ${path}`]: ok(WEBHOOK),
      [`POST ${path}/rotate-secret`]: ok({ ...WEBHOOK, secret: 'whsec_new' }),
      [`DELETE ${path}`]: DONE,
    };
    await open('/webhooks');
    await page.getByText('switched off: nothing arrived for five days').waitFor();
    await inspect('webhooks');
    await press(`Test ${WEBHOOK.url}`);
    await page.getByText('A test event is on its way.').waitFor();
    await press(`Pause ${WEBHOOK.url}`);
    await expect.poll(() => callsOf(`PATCH ${path}`)[0]?.json).toEqual({ active: false });
    await press(`New secret ${WEBHOOK.url}`);
    await page.getByText('whsec_new').waitFor();
    await press(`Delete ${WEBHOOK.url}`);
    expect(callsOf(`DELETE ${path}`)).toHaveLength(0);
    await press(`Delete for good ${WEBHOOK.url}`);
    await expect.poll(() => callsOf(`DELETE ${path}`).length).toBe(1);
  });

  test('deliveries: every attempt with what was sent and answered, and once more', async () => {
    stub.answers = {
      ...SIGNED_IN,
      [`GET ${path}`]: ok(WEBHOOK),
      [`GET ${path}/deliveries`]: pageOf([LINE]),
      [`GET ${path}/deliveries/${LINE.id}`]: ok(DELIVERY),
      [`POST ${path}/deliveries/${LINE.id}/redeliver`]: { status: 202, json: {} },
    };
    await open(`/webhooks/${WEBHOOK.id}`);
    await headline('What was sent');
    await page.getByText('2 attempts').waitFor();
    await press(/^Details/);
    await page.getByText('connection refused').waitFor();
    await page.getByText('Internal Server Error').waitFor();
    await inspect('deliveries');
    await press(/^Send again/);
    await expect.poll(() => callsOf(`POST ${path}/deliveries/${LINE.id}/redeliver`).length).toBe(1);
    await page.getByLabel('State').selectOption('failed');
    await press('Find');
    await page.waitForURL(`${stub.url}/webhooks/${WEBHOOK.id}?status=failed`);
    await expect.poll(() => callsOf(`GET ${path}/deliveries?status=failed&page=1&page_size=20`).length).toBe(1);
  });

  test('compare: two files by choice, then the map, the numbers and both pictures', async () => {
    stub.answers = { ...SIGNED_IN, 'POST /v1/verify/compare': ok(COMPARISON) };
    await open('/compare');
    await headline('Compare two pictures');
    await page.getByText('Choose both pictures first.').waitFor();
    await inspect('compare');
    for (const [name, buffer] of [
      ['Choose The picture in question', SPLICED_PNG],
      ['Choose The picture it is held against', GENUINE_PNG],
    ] as const) {
      const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(name)]);
      await chooser.setFiles({ name: 'a.png', mimeType: 'image/png', buffer });
    }
    await press('Compare');
    const heading = page.getByRole('heading', { name: 'The same picture, with changed regions' });
    await heading.waitFor();
    expect(await heading.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByText('977').waitFor();
    await page.getByRole('button', { name: /Region 1/ }).waitFor();
    await inspect('compared');
    const body = callsOf('POST /v1/verify/compare')[0]?.body;
    expect([body?.includes(SPLICED_PNG), body?.includes(GENUINE_PNG)]).toEqual([true, true]);
  });

  test('compare: two dropped at once; other pictures, a wrong file and a used-up quota each say what they are', async () => {
    stub.answers = {
      ...SIGNED_IN,
      'POST /v1/verify/compare': ok({
        ...COMPARISON,
        same_picture: null,
        registration: null,
        coverage: null,
        changed_fraction: null,
        modifications: [],
        tamper_map: null,
        tamper_regions: [],
      }),
    };
    await open('/compare');
    await headline('Compare two pictures');
    const drop = async (types: readonly string[]) =>
      page.dispatchEvent('body', 'drop', {
        dataTransfer: await page.evaluateHandle((types) => {
          const transfer = new DataTransfer();
          for (const type of types) transfer.items.add(new File(['x'], 'x', { type }));
          return transfer;
        }, types),
      });
    await drop(['image/png', 'image/png']);
    await press('Compare');
    await page.getByRole('heading', { name: 'These are different pictures' }).waitFor();
    expect(await page.getByRole('slider').count()).toBe(0);
    // Neither is a picture that the browser can show.
    await expect.poll(() => page.getByRole('heading', { name: 'Beside each other' }).count()).toBe(0);
    await inspect('compared-different');
    stub.answers = { ...SIGNED_IN, 'POST /v1/verify/compare': refusal(403, 'QUOTA_EXCEEDED', 'Used up.') };
    await press('Compare');
    await page.getByRole('heading', { name: 'The quota of this period is used up' }).waitFor();
    await drop(['application/pdf', 'image/png']);
    await page.getByRole('heading', { name: 'This file type cannot be checked' }).waitFor();
    expect(await page.getByRole('button', { name: 'Compare', exact: true }).count()).toBe(0);
  });

  test('operator: the parts of the service, what needs a look, and uploads that failed', async () => {
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/assets/': pageOf([], { total: 3 }),
      'GET /v1/operator': ok(OPERATOR),
      'GET /v1/operator/disputes': pageOf([]),
    };
    const sick = {
      ...HEALTH,
      status: 'unhealthy',
      checks: { ...HEALTH.checks, database: 'unhealthy' },
      problems: ['Mails could not be sent since 10:00.'],
    };
    const answers = [HEALTH, sick];
    await page.route('**/health', (route) => {
      const json = answers.length > 1 ? answers.shift() : answers[0];
      return route.fulfill({ json, status: json?.status === 'healthy' ? 200 : 503 });
    });
    await open('/operator');
    await headline('How the service is');
    await page.getByText('All is well').waitFor();
    await page.getByText('Of the organization in which you work: 3.').waitFor();
    const queue = page.getByRole('table', { name: 'Queue' });
    await queue.getByRole('row', { name: 'Files of imports 1,234' }).waitFor();
    await page.getByRole('table', { name: 'Failed jobs' }).getByRole('row', { name: 'Mails 2' }).waitFor();
    await page.getByRole('table', { name: 'Index' }).getByRole('row', { name: 'Fingerprints 8' }).waitFor();
    await page.getByText('assay-0.1.0/models').waitFor();
    await page.getByText(/^Pictures: 2; the oldest was moved/).waitFor();
    await inspect('operator');
    await open('/operator');
    await page.getByText('Something is broken').waitFor();
    await page.getByText('Mails could not be sent since 10:00.').waitFor();
    await inspect('operator-broken');
    const forbidden = refusal(403, 'FORBIDDEN', 'This is for operators.');
    stub.answers = { ...stub.answers, 'GET /v1/operator': forbidden, 'GET /v1/operator/disputes': forbidden };
    await open('/operator');
    await page.getByText(/is shown to operators of the service/).waitFor();
    await inspect('operator-member');
  });

  test('in the language of tests nothing is said that is no message, and nothing is too wide', async () => {
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/webhooks/': pageOf([]),
      'GET /v1/webhooks/events': pageOf([]),
      'GET /v1/api-keys/': pageOf([]),
      'GET /v1/assets/': pageOf([]),
      'GET /v1/auth/sessions': pageOf([]),
      'GET /v1/verify/history': pageOf([]),
      'GET /v1/organizations/': pageOf([]),
      'GET /v1/operator': ok({ ...OPERATOR, models: { version: '1', embedding: '2', files: [] } }),
      'GET /v1/operator/disputes': pageOf([]),
    };
    await page.route('**/health', (route) => route.fulfill({ json: HEALTH }));
    await open('/');
    await page.evaluate(() => localStorage.setItem('assay.language', 'zz'));
    for (const address of [
      '/',
      '/upload',
      '/gallery',
      '/history',
      '/compare',
      '/account',
      '/keys',
      '/webhooks',
      '/operator',
    ]) {
      await open(address);
      await page.getByRole('heading', { level: 1, name: /^⟦/ }).waitFor();
      await expect.poll(() => page.getByText('Lóádíng', { exact: false }).count()).toBe(0);
      const plain = await page.evaluate(() => {
        const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        const found: string[] = [];
        for (let node = walker.nextNode(); node; node = walker.nextNode()) {
          const text = node.textContent?.trim() ?? '';
          // Codes, addresses and names of languages are the same everywhere.
          if (
            !node.parentElement?.closest('code, option, noscript, script') &&
            /[a-z]{3}/i.test(text.replaceAll(/⟦[^⟧]*⟧/g, ''))
          )
            found.push(text);
        }
        return found;
      });
      expect(
        plain.filter((text) => !KNOWN_NAMES.has(text) && Number.isNaN(Date.parse(text))),
        address,
      ).toEqual([]);
      await inspect(`pseudo${address.replace('/', '-')}`);
    }
  });

  test('signed out, each of them leads to the sign-in', async () => {
    stub.answers = STRANGER;
    for (const address of ['/webhooks', '/compare', '/operator']) {
      await open(address);
      await headline('Sign in');
      expect(new URL(page.url()).searchParams.get('next')).toBe(address);
    }
  });
});
