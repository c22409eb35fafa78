import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { ORGANIZATION_KEY } from '../../../src/session/actingOrganization.ts';
import { accessibilityViolations, CHROMIUM_PATH } from '../browser.ts';
import { ASSET, pageOf, refusal, SIGNED_IN } from '../replies.ts';
import { withStubPage } from '../stubPage.ts';
import { STRANGER, type StubService } from '../stubService.ts';

const ID = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9fb1';
const HARBOUR = { ...ASSET, id: ID, title: 'Harbour' };
const REFRESH = 'POST /v1/auth/browser-session/refresh';
const LIST = 'GET /v1/assets/';

describe.skipIf(!CHROMIUM_PATH)('the gallery before its script has started', { timeout: 120_000 }, () => {
  const chromium = withStubPage();
  let page: Page;
  let stub: StubService;
  beforeEach(() => {
    [page, stub] = [chromium.page(), chromium.stub()];
    stub.answers = { ...SIGNED_IN, [LIST]: pageOf([HARBOUR]) };
  });
  const ahead = () => page.locator('.served .card');
  const callsTo = (start: string) => stub.calls.filter(({ name }) => name.startsWith(start)).length;

  /** What all pages share is not there until it is let go. */
  async function holdBase(): Promise<() => void> {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(/\/assets\/base-[^/]+\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    return letGo;
  }

  test('its pictures are there, lead to their pages, and stay; nothing is asked for twice', async () => {
    const letGo = await holdBase();
    await page.goto(`${stub.url}/gallery`);
    await ahead().getByText('Harbour').waitFor();
    expect(await ahead().getByRole('link').getAttribute('href')).toBe(`/assets/${ID}`);
    expect(await accessibilityViolations(page)).toEqual([]);
    // A gap between the two would be seen as a flicker.
    await page.evaluate(() => {
      const gaps: number[] = ((globalThis as unknown as { gaps: number[] }).gaps = []);
      new MutationObserver(() => {
        if (!document.querySelector('.card')) gaps.push(performance.now());
      }).observe(document.body, { childList: true, subtree: true });
    });
    letGo();
    await chromium.headline('Gallery');
    await page.getByText('1 picture', { exact: true }).waitFor();
    expect(await page.evaluate(() => (globalThis as unknown as { gaps: number[] }).gaps)).toEqual([]);
    expect([callsTo(REFRESH), callsTo(LIST)]).toEqual([1, 1]);
  });

  test('one without a name is no link yet: nothing could say where it leads', async () => {
    stub.answers = { ...SIGNED_IN, [LIST]: pageOf([{ ...HARBOUR, title: null, original_filename: null }]) };
    await holdBase();
    await page.goto(`${stub.url}/gallery`);
    await ahead().waitFor();
    expect(await ahead().getByRole('link').count()).toBe(0);
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('they are those of the organization in which one works', async () => {
    await page.addInitScript(([key, id]) => localStorage.setItem(key!, id!), [ORGANIZATION_KEY, ID]);
    const asked = page.waitForRequest(/\/v1\/assets\//);
    await holdBase();
    await page.goto(`${stub.url}/gallery`);
    expect((await asked).headers()).toMatchObject({ 'x-organization-id': ID });
    await ahead().waitFor();
  });

  test('an address that filters shows only what the filter lets through', async () => {
    const letGo = await holdBase();
    const asked = page.waitForResponse(/refresh$/);
    await page.goto(`${stub.url}/gallery?tags=sea`);
    await asked;
    letGo();
    await chromium.headline('Gallery');
    await page.getByText('1 picture', { exact: true }).waitFor();
    expect(stub.calls.filter(({ name }) => name.startsWith(LIST)).map(({ name }) => name)).toEqual([
      expect.stringContaining('tags=sea'),
    ]);
  });

  test('what fails is told by the page, with a way on', async () => {
    stub.answers = { ...SIGNED_IN, [LIST]: refusal(500, 'INTERNAL_ERROR', 'It failed.') };
    await page.goto(`${stub.url}/gallery`);
    await chromium.headline('Gallery');
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.locator('.card').count()).toBe(0);
  });

  test('who is not signed in is led to the sign-in, and sees nothing before', async () => {
    stub.answers = { ...STRANGER, [LIST]: pageOf([HARBOUR]) };
    await page.goto(`${stub.url}/gallery`);
    await page.waitForURL(/\/login\?next=%2Fgallery$/);
    expect(callsTo(LIST)).toBe(0);
  });
});
