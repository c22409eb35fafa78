import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { ADDRESS } from '../../../src/addresses.ts';
import { LANGUAGES } from '../../../src/i18n/language.ts';
import { accessibilityViolations, CHROMIUM_PATH, draw } from '../browser.ts';
import { ok, SIGNED_IN } from '../replies.ts';
import { withStubPage } from '../stubPage.ts';
import { STRANGER, type StubService } from '../stubService.ts';

/** Pages that begin alike for everybody who may open them. */
const OPEN = ['/', '/from-web', '/login', '/register', '/forgot-password', '/docs', '/docs/reference'] as const;
const OWN = ['/upload', '/imports', '/gallery', '/history', '/compare', '/keys', '/webhooks', '/device'] as const;

/** A service that says first where to begin. */
const NEW = ['/', '/from-web', '/login', '/register'] as const;
const FIRST = { ...STRANGER, 'GET /v1/service': ok({ has_accounts: false, password_chars_min: 8 }) };

/** What pages have to ask for, beside who reads them. */
const ASKED = [
  ...['assets/', 'imports', 'api-keys/', 'webhooks/', 'webhooks/events', 'organizations/', 'verify/history'],
  ...['organizations', 'imports/folders', 'usage'],
].map((place) => `GET /v1/${place}`);

/** A layout shift that nobody sees: a text of other width at the end of a line. */
const SHIFT_MAX = 0.005;

interface Place {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

describe.skipIf(!CHROMIUM_PATH)('what pages are before their script runs, in Chromium', { timeout: 300_000 }, () => {
  const chromium = withStubPage();
  let page: Page;
  let stub: StubService;
  beforeEach(() => {
    [page, stub] = [chromium.page(), chromium.stub()];
  });
  const taken = () => page.locator('.served').waitFor({ state: 'detached' });

  /** The script comes when it is let go. */
  async function holdScript(): Promise<() => void> {
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
      await held;
      await route.continue();
    });
    return letGo;
  }

  /** Where the heading and the first words lie that a reader sees. */
  const places = (): Promise<readonly Place[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll('main h1, main .lead, main h1 + p, main .note')].map((one) => {
        const { x, y, width } = one.getBoundingClientRect();
        return { text: one.textContent, x, y, width };
      }),
    );

  /** Each once, with a place that is there for those of documents. */
  const ADDRESSES = Object.values(ADDRESS).map((one) =>
    one.replace('$section/$name', 'guides/newsroom').replace('$', ''),
  );

  test.each(Object.keys(LANGUAGES))(
    'without script every page says in %s what it is, and what it needs',
    async (locale) => {
      const context = await page.context().browser()!.newContext({ locale, javaScriptEnabled: false });
      const still = await context.newPage();
      for (const address of ADDRESSES) {
        await still.goto(stub.url + address);
        expect(await still.locator('h1').count(), address).toBe(1);
        expect((await still.locator('h1').textContent())?.trim(), address).not.toBe('');
        expect(await still.locator('html').getAttribute('lang'), address).toBe(locale);
        expect(await still.locator('html').getAttribute('dir'), address).toBe(locale === 'ar' ? 'rtl' : 'ltr');
        expect(await still.locator('noscript a[href="/docs"]').isVisible(), address).toBe(true);
        expect(await still.locator('button:visible, input:visible, select:visible').count(), address).toBe(0);
        for (const width of [320, 1280]) {
          await still.setViewportSize({ width, height: 900 });
          const wide = await still.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
          expect(wide, `${address} scrolls sideways at ${width}`).toBeLessThanOrEqual(0);
        }
        if (address === '/') await draw(still, `without-script-${locale}`);
      }
      await context.close();
    },
  );

  test('what is served is as accessible as what the script makes of it', async () => {
    await page.route(/\.js$/, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }));
    for (const address of ADDRESSES) {
      await page.goto(stub.url + address);
      expect(await accessibilityViolations(page), address).toEqual([]);
    }
  });

  const WHO = [
    ...OPEN.map((address) => [address, 'a stranger', STRANGER] as const),
    ...NEW.map((address) => [address, 'whoever comes first', FIRST] as const),
    ...OWN.map((address) => [address, 'its owner', SIGNED_IN] as const),
  ];

  test.each(WHO)(
    '%s of %s: the script takes the place of what was served; nothing jumps, and there is one heading all the time',
    async (address, _who, answers) => {
      // Only who reads is known: what else there is to say comes later, and is no matter of this.
      stub.answers = {
        ...Object.fromEntries(ASKED.map((name) => [name, 'silent'])),
        ...answers,
      };
      await page.route('**/openapi.json', () => {});
      const letGo = await holdScript();
      await page.addInitScript(() => {
        const seen = Object.assign(globalThis, { headings: new Set<number>(), shift: 0 });
        new MutationObserver(() => {
          const count = document.querySelectorAll('h1').length;
          if (count > 0 || seen.headings.size > 0) seen.headings.add(count);
        }).observe(document, { childList: true, subtree: true });
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries()) seen.shift += (entry as PerformanceEntry & { value: number }).value;
        }).observe({ type: 'layout-shift', buffered: true });
      });
      await page.goto(stub.url + address, { waitUntil: 'commit' });
      await page.locator('.served footer').waitFor({ state: 'attached' });
      await expect.poll(() => page.evaluate(() => document.styleSheets.length)).toBeGreaterThan(0);
      const before = await places();
      const title = await page.title();
      letGo();
      await taken();
      await page.evaluate(() => new Promise((painted) => requestAnimationFrame(() => setTimeout(painted, 100))));
      expect(before.length).toBeGreaterThan(0);
      expect((await places()).slice(0, before.length)).toEqual(before);
      expect(await page.title()).toBe(title);
      const { headings, shift } = await page.evaluate(() => {
        const seen = globalThis as unknown as { headings: Set<number>; shift: number };
        return { headings: [...seen.headings], shift: seen.shift };
      });
      expect(headings).toEqual([1]);
      expect(shift).toBeLessThan(SHIFT_MAX);
    },
  );

  test('nothing can be typed or sent before the script is there, and the keyboard stays at the link where it was', async () => {
    const letGo = await holdScript();
    await page.goto(`${stub.url}/login`, { waitUntil: 'commit' });
    await page.locator('.served footer').waitFor({ state: 'attached' });
    expect(await page.locator('input[type="password"]').isVisible()).toBe(false);
    const link = page.getByRole('link', { name: 'Forgot your password?' });
    await link.focus();
    for (let stops = 0; stops < 12; stops += 1) {
      await page.keyboard.press('Tab');
      expect(await page.evaluate(() => document.activeElement?.matches('input, button, select'))).toBe(false);
    }
    await link.focus();
    letGo();
    await taken();
    expect(await link.evaluate((one) => one === document.activeElement)).toBe(true);
    expect(await page.locator('input[type="password"]').isVisible()).toBe(true);
  });

  test('a language that was chosen by hand is served from then on', async () => {
    await page.goto(stub.url);
    await taken();
    await page.getByLabel('Language').selectOption({ label: 'العربية' });
    await chromium.headline('هل هذه هي الصورة التي سُجلت؟');
    const letGo = await holdScript();
    await page.goto(`${stub.url}/docs`, { waitUntil: 'commit' });
    await page.locator('.served footer').waitFor({ state: 'attached' });
    expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('التوثيق');
    letGo();
    await taken();
  });
});
