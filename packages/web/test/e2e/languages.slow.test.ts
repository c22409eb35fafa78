import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { AUTHENTIC, FORGED } from '../pages/verify/results.ts';
import { CHROMIUM_PATH } from './browser.ts';
import { SPLICED_PNG, tamperMapPng } from './pictures.ts';
import { ok, pageOf, SIGNED_IN } from './replies.ts';
import { withStubPage } from './stubPage.ts';
import type { StubService } from './stubService.ts';

describe.skipIf(!CHROMIUM_PATH)('languages in Chromium, against a stub', { timeout: 120_000 }, () => {
  const chromium = withStubPage();
  const { headline, inspect } = chromium;
  let page: Page;
  let stub: StubService;
  beforeEach(() => {
    [page, stub] = [chromium.page(), chromium.stub()];
  });
  const root = () => page.evaluate(() => ({ lang: document.documentElement.lang, dir: document.documentElement.dir }));
  const check = async (button: string) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: button }).click(),
    ]);
    await chooser.setFiles({ name: 'a.png', mimeType: 'image/png', buffer: SPLICED_PNG });
  };

  test('Arabic is chosen at the foot of the page: it is read from right to left, and a reload keeps it', async () => {
    stub.replies = [ok({ ...FORGED, tamper_map: tamperMapPng().toString('base64') })];
    await page.goto(stub.url);
    await page.getByLabel('Language').selectOption({ label: 'العربية' });
    await headline('هل هذه هي الصورة التي سُجلت؟');
    expect(await root()).toEqual({ lang: 'ar', dir: 'rtl' });
    await inspect('ar-start');
    await page.reload();
    await headline('هل هذه هي الصورة التي سُجلت؟');
    await check('اختر صورًا');
    await headline('معدّلة أو موسومة زورًا');
    await page.getByRole('heading', { name: 'الأدلة، وكيف نعرف' }).waitFor();
    await inspect('ar-forged');
    // The map lies over the picture, whichever way the words run.
    const [picture, map] = await page.evaluate(() =>
      ['.picture img', '.picture canvas'].map((name) => document.querySelector(name)!.getBoundingClientRect().x),
    );
    expect(map).toBeCloseTo(picture!, 0);
  });

  test('another language while a result is shown changes its words and nothing else', async () => {
    stub.replies = [ok(AUTHENTIC)];
    await page.goto(stub.url);
    await check('Choose pictures');
    await headline('Matches a registered original');
    await page.getByLabel('Language').selectOption({ label: 'Deutsch' });
    await headline('Stimmt mit einem registrierten Original überein');
    await page.locator('dd', { hasText: 'Sehr hoch, 97' }).waitFor();
    await inspect('de-authentic');
    await page.getByLabel('Sprache').selectOption({ label: '中文' });
    await headline('与已登记的原件一致');
    expect(await root()).toEqual({ lang: 'zh', dir: 'ltr' });
    await inspect('zh-authentic');
    expect(stub.bodies).toHaveLength(1);
  });

  test('the browser’s language is taken', async () => {
    const browser = page.context().browser()!;
    const context = await browser.newContext({ locale: 'de-AT' });
    const german = await context.newPage();
    stub.answers = { ...SIGNED_IN, 'GET /v1/api-keys/': pageOf([]) };
    await german.goto(`${stub.url}/keys`);
    await german.getByRole('heading', { level: 1, name: 'API-Schlüssel' }).waitFor();
    expect(await german.title()).toBe('API-Schlüssel – Assay');
    await context.close();
  });
});
