import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { AUTHENTIC, FORGED, UNKNOWN } from '../pages/verify/results.ts';
import { OF_STORIED_ASSET } from './assetReplies.ts';
import { CHROMIUM_PATH, draw } from './browser.ts';
import { GENUINE_PNG, tamperMapPng } from './pictures.ts';
import { ASSET, DONE, ok, pageOf, PUBLIC_ASSET as PUBLIC, refusal, shared, SIGNED_IN } from './replies.ts';
import { withStubPage } from './stubPage.ts';
import { STRANGER, type StubService } from './stubService.ts';

const ID = String(AUTHENTIC.verification_id);
const LINK = {
  id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f91',
  asset_id: null,
  verification_id: ID,
  created_by: ASSET.created_by,
  expires_at: '2126-12-20T10:00:00.000Z',
  revoked_at: null,
  created_at: '2026-11-20T10:00:00.000Z',
};

/** Browsers keep a 410 for good unless they are told not to. */
const NOT_KEPT = { headers: { 'cache-control': 'no-store' } };

/** 210 mm at 96 pixels an inch, without margins of 10 mm. */
const A4_PX = 718;

describe.skipIf(!CHROMIUM_PATH)('pages of links in Chromium, against a stub', { timeout: 120_000 }, () => {
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
  const choose = async (names: readonly string[]) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: /^(Choose pictures|Check another picture)/ }).click(),
    ]);
    await chooser.setFiles(names.map((name) => ({ name, mimeType: 'image/png', buffer: GENUINE_PNG })));
  };

  test('a shared result is read by everybody: verdict, evidence, address, code and badge', async () => {
    stub.answers = { ...STRANGER, 'GET /v1/shared/tok': shared(null, FORGED) };
    await open('/s/tok');
    await headline('Altered or falsely marked');
    expect(await page.title()).toBe('Altered or falsely marked – Assay');
    await page.getByRole('link', { name: `${stub.url}/s/tok` }).waitFor();
    await page.getByRole('img', { name: 'QR code of the address' }).waitFor();
    await page.locator('summary', { hasText: 'Badge for a web page' }).click();
    const code = page.getByRole('group', { name: 'HTML of the badge' });
    expect(await code.textContent()).toContain(`<a href="${stub.url}/s/tok"><img src="${stub.url}/s/tok/badge.svg"`);
    expect(callsOf('GET /v1/shared/tok')[0]?.headers.authorization).toBeUndefined();
    await inspect('shared-result');
    await page.emulateMedia({ media: 'print' });
    expect(await page.getByRole('button', { name: 'Print' }).isVisible()).toBe(false);
    expect(await page.getByRole('img', { name: 'QR code of the address' }).isVisible()).toBe(true);
    await page.emulateMedia({ media: 'screen' });
  });

  test('a map that was kept is shown by itself, with its regions in words: to whoever has a link, and to its maker again', async () => {
    const drawn = { ...FORGED, tamper_map: tamperMapPng().toString('base64') };
    stub.answers = { ...STRANGER, 'GET /v1/shared/tok': shared(null, drawn), [`GET /v1/verify/${ID}`]: ok(drawn) };
    for (const [address, name] of [
      ['/s/tok', 'shared-map'],
      [`/r/${ID}`, 'result-map'],
    ] as const) {
      await open(address);
      await page.getByRole('heading', { name: 'Where it was changed' }).waitFor();
      const canvas = page.getByRole('img', { name: /^Tamper map/ });
      await canvas.waitFor();
      // Drawn, not only placed.
      await expect.poll(() => canvas.evaluate((map) => (map as HTMLCanvasElement).width)).not.toBe(300);
      const regions = await page.getByRole('list', { name: 'Changed regions' }).getByRole('listitem').allTextContents();
      expect(regions).toHaveLength(FORGED.tamper_regions.length);
      expect(regions[0]).toMatch(/^Region 1 .* px at x /);
      await inspect(name);
    }
    stub.answers = { ...STRANGER, 'GET /v1/shared/tok': shared(null, FORGED) };
    await open('/s/tok');
    await headline('Altered or falsely marked');
    expect(await page.getByRole('heading', { name: 'Where it was changed' }).count()).toBe(0);
  });

  test('that a mark was removed is said in words when the result is opened again', async () => {
    const found = { asset_id: ASSET.id, honest_probability: 0.0031, subtracted: false };
    stub.answers = { ...STRANGER, [`GET /v1/verify/${ID}`]: ok({ ...FORGED, mark_removal: found }) };
    await open(`/r/${ID}`);
    await page.getByRole('heading', { name: 'Traces of removal' }).waitFor();
    await page.getByText('at most 0.4 % hold nothing of their mark').waitFor();
  });

  test.each([
    ['shared result', '/s/tok', 'Altered or falsely marked'],
    ['result', `/r/${ID}`, 'Altered or falsely marked'],
    ['registered picture', `/assets/${ASSET.id}`, 'Harbour at dawn'],
  ])('print: a %s fits on A4, without what paper cannot do', async (name, address, title) => {
    stub.answers = {
      ...(address.startsWith('/assets/') ? { ...SIGNED_IN, ...OF_STORIED_ASSET } : STRANGER),
      'GET /v1/shared/tok': shared(null, FORGED),
      [`GET /v1/verify/${ID}`]: ok(FORGED),
    };
    await open(address);
    await headline(title);
    await expect.poll(() => page.getByText('Loading …').count()).toBe(0);
    await page.emulateMedia({ media: 'print' });
    await page.setViewportSize({ width: A4_PX, height: 1000 });
    await draw(page, `print-${name.replaceAll(' ', '-')}`);
    const controls = await page.locator('button, input, select, textarea, nav').all();
    const seen = await Promise.all(controls.map(async (one) => ((await one.isVisible()) ? one.innerHTML() : null)));
    expect(seen.filter((one) => one !== null)).toEqual([]);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(wide).toBeLessThanOrEqual(0);
    await page.emulateMedia({ media: 'screen' });
  });

  test('a result that a person found wrong later says so beside its verdict', async () => {
    const corrected = { ...FORGED, corrected_verdict: 'authentic', revoked: true };
    stub.answers = { ...STRANGER, 'GET /v1/shared/tok': shared(null, corrected) };
    await open('/s/tok');
    await page.getByText('A person looked at this check again and found: Matches a registered original.').waitFor();
    await page.getByText('Its owner has withdrawn this picture').waitFor();
    await inspect('shared-corrected');
  });

  test('a shared picture shows its facts; withdrawn, that comes first', async () => {
    stub.answers = { ...STRANGER, 'GET /v1/shared/tok': shared(PUBLIC, null) };
    await open('/s/tok');
    await headline('Harbour at dawn');
    await page.getByText(ASSET.content_hash).waitFor();
    await inspect('shared-asset');
    const withdrawn = { ...PUBLIC, title: null, revoked_at: ASSET.created_at, revoked_reason: 'Wrong caption' };
    stub.answers = { ...STRANGER, 'GET /v1/shared/tok': shared(withdrawn, null) };
    await open('/s/tok');
    await headline('A registered picture');
    await page.getByText('Its owner has withdrawn this picture').waitFor();
    await page.getByText('Reason: Wrong caption').waitFor();
    await inspect('shared-withdrawn');
  });

  test('a link that ended, one that never was, and a service that is away each say what they are', async () => {
    for (const [reply, title] of [
      [refusal(410, 'GONE', 'This link was revoked.', NOT_KEPT), 'This link has ended'],
      [refusal(404, 'LINK_NOT_FOUND', 'There is no such link.'), 'There is no such link'],
    ] as const) {
      stub.answers = { ...STRANGER, 'GET /v1/shared/tok': reply };
      await open('/s/tok');
      await headline(title);
    }
    await inspect('shared-missing');
    stub.answers = { ...STRANGER, 'GET /v1/shared/tok': refusal(500, 'INTERNAL_ERROR', 'It was logged.') };
    await open('/s/tok');
    await page.getByText('It was logged.').waitFor();
    await inspect('shared-failed');
  });

  test('a result keeps its address: a reload finds it again, without its picture', async () => {
    stub.replies = [ok(AUTHENTIC)];
    stub.answers = { ...STRANGER, [`GET /v1/verify/${ID}`]: ok(AUTHENTIC) };
    await open('/');
    await choose(['a.png']);
    await headline('Matches a registered original');
    await page.waitForURL(`${stub.url}/r/${ID}`);
    await page.getByText('Whoever has this address can read the result:').waitFor();
    expect(callsOf(`GET /v1/verify/${ID}`)).toHaveLength(0);
    await page.reload();
    await headline('Matches a registered original');
    await page.getByText('The picture itself is not kept').waitFor();
    expect(page.url()).toBe(`${stub.url}/r/${ID}`);
    await inspect('result-again');
    // Its number is all that a stranger needs for the report, for people and for programs, and for the evidence.
    expect(await page.getByRole('button', { name: /^Download/ }).allTextContents()).toEqual([
      'Download the report (PDF)',
      'Download the report (JSON)',
      'Download the evidence (ZIP)',
    ]);
    stub.answers = { ...stub.answers, [`GET /v1/verify/${ID}/evidence.zip`]: ok({}) };
    const [evidence] = await Promise.all([page.waitForEvent('download'), press('Download the evidence (ZIP)')]);
    expect(evidence.suggestedFilename()).toBe(`assay-evidence-${ID}.zip`);
    await page.getByRole('navigation').getByRole('link', { name: 'Check' }).click();
    await headline('Is this the picture that was registered?');
  });

  test('the way back to an empty page is the link to it, also while a result is shown', async () => {
    stub.replies = [ok(UNKNOWN)];
    await open('/');
    await choose(['a.png']);
    await page.waitForURL(`${stub.url}/r/${UNKNOWN.verification_id}`);
    await page.getByRole('navigation').getByRole('link', { name: 'Check' }).click();
    await headline('Is this the picture that was registered?');
    expect(page.url()).toBe(`${stub.url}/`);
  });

  test('a result of somebody else is not here, and says how to get it', async () => {
    stub.answers = {
      ...STRANGER,
      [`GET /v1/verify/${ID}`]: refusal(404, 'VERIFICATION_NOT_FOUND', 'There is no such verification.'),
    };
    await open(`/r/${ID}`);
    await headline('This result is not here');
    const signIn = page.getByRole('main').getByRole('link', { name: 'Sign in' });
    expect(await signIn.getAttribute('href')).toBe(`/login?next=%2Fr%2F${ID}`);
    await inspect('result-missing');
  });

  test('several pictures: each with its verdict, one looked at and back, what failed tried again', async () => {
    // Longer than the page waits by itself: what comes back sooner, it asks again unasked.
    const busy = refusal(503, 'SERVICE_UNAVAILABLE', 'The queue is full', { headers: { 'retry-after': '600' } });
    stub.replies = [ok(AUTHENTIC), busy, ok(FORGED), ok(UNKNOWN)];
    await open('/');
    await choose(['a.png', 'b.png', 'c.png']);
    await headline('3 of 3 pictures checked');
    expect(await page.title()).toBe('3 of 3 pictures checked – Assay');
    await inspect('several');
    await press(/^Try again/);
    await headline('3 of 3 pictures checked');
    await page.getByText('No registered original found').waitFor();
    expect(stub.bodies).toHaveLength(4);
    await press('See the evidence a.png');
    await page.getByRole('heading', { name: 'Evidence, and how we know' }).waitFor();
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    await press('Back to all pictures');
    await headline('3 of 3 pictures checked');
  });

  test('signed in: which original matched, beside one’s own, under a slider and in turn', async () => {
    stub.replies = [ok({ ...AUTHENTIC, metadata: { exif_intact: true, modifications: [] }, asset_id: ASSET.id })];
    stub.answers = {
      ...SIGNED_IN,
      [`GET /v1/assets/${ASSET.id}`]: ok({ ...ASSET, preview_url: `${stub.url}/preview.png` }),
      'GET /v1/organizations/': pageOf([{ id: ASSET.organization_id, name: 'The Harbour Post' }]),
      [`GET /v1/verify/${ID}/share`]: pageOf([]),
    };
    await page.route('**/preview.png', (route) => route.fulfill({ contentType: 'image/png', body: GENUINE_PNG }));
    await open('/');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await choose(['a.png']);
    const matched = page.getByRole('region', { name: 'The original that it matched' });
    await matched.getByRole('link', { name: 'Harbour at dawn' }).waitFor();
    await matched.getByText('The Harbour Post').waitFor();
    await inspect('matched-side');
    await matched.getByLabel('Swipe').check();
    const slider = matched.getByRole('slider');
    await slider.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuetext')).toBe('51%');
    await inspect('matched-swipe');
    await matched.getByLabel('Flicker').check();
    await press('Show the other one');
    await matched.getByText('Yours', { exact: true }).waitFor();
    await inspect('matched-flicker');
  });

  test('signed in: a picture that is cropped is shown beside the original alone', async () => {
    stub.replies = [ok({ ...AUTHENTIC, asset_id: ASSET.id, recipient_copy: { id: ID, recipient: 'Ben' } })];
    stub.answers = {
      ...SIGNED_IN,
      [`GET /v1/assets/${ASSET.id}`]: ok({ ...ASSET, preview_url: `${stub.url}/preview.png` }),
      'GET /v1/organizations/': pageOf([]),
      [`GET /v1/verify/${ID}/share`]: pageOf([]),
    };
    await page.route('**/preview.png', (route) => route.fulfill({ contentType: 'image/png', body: GENUINE_PNG }));
    await open('/');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await choose(['a.png']);
    await page.getByText('This is the copy that was made for Ben.').waitFor();
    await page.getByText('the two cannot lie over each other here').waitFor();
    expect(await page.getByText('Swipe').count()).toBe(0);
  });

  test('signed in: a result is shared, its link shown once and revoked', async () => {
    const lists = [pageOf([]), pageOf([LINK]), pageOf([])];
    stub.replies = [ok({ ...AUTHENTIC, asset_id: null })];
    stub.answers = {
      ...SIGNED_IN,
      [`GET /v1/verify/${ID}/share`]: () => (lists.length > 1 ? lists.shift()! : lists[0]!),
      [`POST /v1/verify/${ID}/share`]: { status: 201, json: { ...LINK, token: 'tok', url: `${stub.url}/s/tok` } },
      [`DELETE /v1/verify/${ID}/share/${LINK.id}`]: DONE,
      [`GET /v1/verify/${ID}/report.json`]: ok({ report_version: 1 }),
      [`GET /v1/verify/${ID}/report.pdf`]: ok({}),
      [`GET /v1/verify/${ID}/evidence.zip`]: ok({}),
    };
    await open('/');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await choose(['a.png']);
    await page.getByText('Its owner does not show strangers which picture it is.').waitFor();
    await page.getByLabel('How long the link works').selectOption('A day');
    await press('Share');
    await page.getByRole('link', { name: `${stub.url}/s/tok` }).waitFor();
    expect(callsOf(`POST /v1/verify/${ID}/share`)[0]?.json).toEqual({ expires_in: 86_400 });
    await inspect('share-made');
    await press(/^Revoke/);
    await expect.poll(() => page.getByRole('link', { name: `${stub.url}/s/tok` }).count()).toBe(0);
    const [download] = await Promise.all([page.waitForEvent('download'), press('Download the report (JSON)')]);
    expect(download.suggestedFilename()).toBe(`assay-report-${ID}.json`);
    const [pdf] = await Promise.all([page.waitForEvent('download'), press('Download the report (PDF)')]);
    expect(pdf.suggestedFilename()).toBe(`assay-report-${ID}.pdf`);
    expect(callsOf(`GET /v1/verify/${ID}/report.pdf?lang=en`)).toHaveLength(1);
    const [zip] = await Promise.all([page.waitForEvent('download'), press('Download the evidence (ZIP)')]);
    expect(zip.suggestedFilename()).toBe(`assay-evidence-${ID}.zip`);
  });

  test('a picture of the web is fetched by the browser alone, and only where its site allows that', async () => {
    const asked: string[] = [];
    await page.route('https://pictures.test/**', async (route) => {
      asked.push(String(await route.request().headerValue('referer')));
      if (route.request().url().includes('closed')) return route.abort('failed');
      const headers = { 'access-control-allow-origin': '*' };
      return route.fulfill({ status: 200, contentType: 'image/png', headers, body: GENUINE_PNG });
    });
    stub.replies = [ok(UNKNOWN)];
    stub.answers = { ...STRANGER, [`GET /v1/verify/${UNKNOWN.verification_id}`]: ok(UNKNOWN) };
    await open('/');
    await page.getByRole('link', { name: 'Check a picture by its address on the web' }).click();
    await page.waitForURL('**/from-web');
    await press('Fetch and check');
    await page.getByText('Enter a whole address that begins with https://.').waitFor();
    await inspect('from-web');
    await page.getByLabel('Address of the picture').fill('https://pictures.test/closed.png');
    await press('Fetch and check');
    await page.getByText('Your browser may not read this address').waitFor();
    await page.getByLabel('Address of the picture').fill('https://pictures.test/harbour.png');
    await press('Fetch and check');
    await headline('No registered original found');
    expect(asked).toEqual(['null', 'null']);
    expect(stub.bodies.at(-1)?.includes(GENUINE_PNG)).toBe(true);
    expect(stub.bodies).toHaveLength(1);
  });

  test('who is signed in sees how far a check is', async () => {
    const event = (stage: string, skipped: boolean) => `event: stage\ndata: ${JSON.stringify({ stage, skipped })}\n\n`;
    let judged = false;
    stub.replies = [{ status: 202, json: { verification_id: ID } }];
    stub.answers = {
      ...SIGNED_IN,
      [`GET /v1/verify/${ID}/events`]: { status: 200, events: event('read', false) + event('searched', true) },
      [`GET /v1/verify/${ID}`]: () => (judged ? ok({ ...AUTHENTIC, asset_id: null }) : { status: 202, json: {} }),
      [`GET /v1/verify/${ID}/share`]: pageOf([]),
    };
    await open('/');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await choose(['a.png']);
    const stages = page.getByRole('main').getByRole('listitem');
    await stages.filter({ hasText: 'Originals searched' }).getByText('not needed').waitFor();
    await stages.filter({ hasText: 'Judged by the rules' }).getByText('to come').waitFor();
    await inspect('busy-stages');
    judged = true;
    await page.getByText('Its owner does not show strangers which picture it is.').waitFor();
  });
});
