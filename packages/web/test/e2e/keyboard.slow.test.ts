import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { FORGED } from '../pages/verify/results.ts';
import { OF_ASSET } from './assetReplies.ts';
import { CHROMIUM_PATH } from './browser.ts';
import { GENUINE_PNG } from './pictures.ts';
import { ASSET, ok, OPENED, pageOf, refusal, SIGNED_IN } from './replies.ts';
import { withStubPage } from './stubPage.ts';
import { STRANGER, type StubService } from './stubService.ts';

/** More than any page has before what a journey wants next. */
const STOPS_MAX = 80;

const ID = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f55';
const KEY = {
  id: ID,
  name: 'Desk',
  scopes: ['verify'],
  is_active: true,
  created_at: ASSET.created_at,
  revoked_at: null,
  last_used_at: null,
  expires_at: null,
};

describe.skipIf(!CHROMIUM_PATH)('journeys by keyboard alone, against a stub', { timeout: 120_000 }, () => {
  const chromium = withStubPage();
  const { headline } = chromium;
  let page: Page;
  let stub: StubService;
  beforeEach(() => {
    [page, stub] = [chromium.page(), chromium.stub()];
  });

  /** What a screen reader would call what has the focus, and whether the eye can tell. */
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement as HTMLInputElement;
      const own = element.getAttribute('aria-label') ?? element.labels?.[0]?.textContent ?? element.textContent;
      const label = element === document.body ? '' : own;
      const { top, bottom, width } = element.getBoundingClientRect();
      return {
        name: String(label).trim().replaceAll(/\s+/g, ' '),
        outline: getComputedStyle(element).outlineStyle,
        isInSight: width > 0 && bottom > 0 && top < window.innerHeight,
      };
    });

  /** Tab until something of this name has the focus. Every stop on the way shows it and lies in the window. */
  async function tabTo(name: RegExp): Promise<void> {
    const stops: string[] = [];
    while (stops.length < STOPS_MAX) {
      await page.keyboard.press('Tab');
      const stop = await focused();
      stops.push(stop.name);
      if (stop.name === '') continue; // between the end of the page and its begin
      expect(stop.outline, `${stop.name} shows its focus`).not.toBe('none');
      expect(stop.isInSight, `${stop.name} lies in the window`).toBe(true);
      if (name.test(stop.name)) return;
    }
    expect.fail(`${name} was not reached: ${stops.join(' | ')}`);
  }
  const fill = async (name: RegExp, text: string) => {
    await tabTo(name);
    await page.keyboard.type(text);
  };
  const press = async (name: RegExp, key = 'Enter') => {
    await tabTo(name);
    await page.keyboard.press(key);
  };
  const choose = async (name: RegExp) => {
    await tabTo(name);
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
    await chooser.setFiles({ name: 'harbour.png', mimeType: 'image/png', buffer: GENUINE_PNG });
  };

  test('sign in, upload a picture with tags, and download the marked file', async () => {
    stub.answers = {
      ...SIGNED_IN,
      ...OF_ASSET,
      'POST /v1/auth/browser-session/refresh': { status: 204 },
      'POST /v1/auth/browser-session': OPENED,
      'GET /v1/assets/search/': pageOf([]),
      'POST /v1/assets/': { status: 201, json: ASSET },
      'GET /v1/storage/signed/marked': {
        status: 200,
        png: GENUINE_PNG,
        headers: { 'content-disposition': 'attachment' },
      },
    };
    await page.goto(`${stub.url}/upload`);
    await headline('Sign in');
    await fill(/^E-mail/, 'ada@example.org');
    await fill(/^Password/, 'a long sentence of mine');
    await page.keyboard.press('Enter');
    await headline('Upload pictures');
    await choose(/^Choose pictures/);
    await fill(/^Tags/, 'harbour');
    await press(/^Upload 1 picture/);
    await page.getByText('41.2 dB (PSNR)').waitFor();
    await tabTo(/^Download the marked picture/);
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    expect(download.url()).toContain('/v1/storage/signed/marked');
  });

  test('check a picture, dispute its verdict, and check another', async () => {
    const disputeAt = `/v1/verify/${ID}/dispute`;
    stub.replies = [ok({ ...FORGED, verification_id: ID })];
    stub.answers = {
      ...STRANGER,
      [`GET ${disputeAt}`]: refusal(404, 'DISPUTE_NOT_FOUND', 'This verification is not disputed.'),
      [`POST ${disputeAt}`]: refusal(503, 'SERVICE_UNAVAILABLE', 'Try again.', { headers: { 'retry-after': '600' } }),
    };
    await page.goto(stub.url);
    await headline('Is this the picture that was registered?');
    await choose(/^Choose pictures/);
    await headline('Altered or falsely marked');
    await press(/^Dispute it/);
    await page.getByRole('group', { name: 'What is wrong?' }).waitFor();
    await press(/^Nobody altered the picture/, 'Space');
    await page.keyboard.press('ArrowDown');
    expect((await focused()).name).toBe('The picture was altered');
    await press(/^Send the picture along/, 'Space');
    await press(/^Send$/);
    await page.getByRole('alert').waitFor();
    const sent = String(stub.calls.find(({ name }) => name === `POST ${disputeAt}`)?.body.toString('latin1'));
    for (const part of ['altered', 'name="consent_to_keep_picture"']) expect(sent).toContain(part);
    // Around the end of the page back to its begin.
    await choose(/^Check another picture/);
    await headline('Altered or falsely marked');
  });

  test('make a key, keep it, and revoke it on a second press', async () => {
    const keys = [pageOf([]), pageOf([KEY])];
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/api-keys/': () => (keys.length > 1 ? keys.shift()! : keys[0]!),
      'POST /v1/api-keys/': { status: 201, json: { ...KEY, key: 'assay_pk_live_3f009c2a' } },
      [`DELETE /v1/api-keys/${ID}`]: { status: 204 },
    };
    await page.goto(`${stub.url}/keys`);
    await page.getByText('There is no key yet.').waitFor();
    await fill(/^Name/, 'Desk');
    await press(/^Create/);
    await page.getByText('assay_pk_live_3f009c2a', { exact: true }).waitFor();
    await press(/^I have kept it/);
    await press(/^Revoke Desk/);
    await press(/^Revoke for good/);
    await expect.poll(() => stub.calls.filter(({ name }) => name === `DELETE /v1/api-keys/${ID}`).length).toBe(1);
  });
});
