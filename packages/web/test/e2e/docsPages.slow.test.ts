import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Page } from 'playwright-core';
import { CHROMIUM_PATH } from './browser.ts';
import { withStubPage } from './stubPage.ts';
import type { StubService } from './stubService.ts';

const OPENAPI = path.resolve(import.meta.dirname, '../../../../docs/reference/openapi.json');

describe.skipIf(!CHROMIUM_PATH)('documents in Chromium, against a stub', { timeout: 120_000 }, () => {
  const chromium = withStubPage();
  const { headline, inspect } = chromium;
  let page: Page;
  let stub: StubService;
  beforeEach(() => {
    [page, stub] = [chromium.page(), chromium.stub()];
  });

  test('docs: first steps as commands with the reader’s own address, verdicts, limits and errors', async () => {
    await page.goto(stub.url);
    await page.getByRole('navigation').getByRole('link', { name: 'API' }).click();
    await headline('Documentation');
    await page.getByText(`curl -F file=@picture.jpg ${stub.url}/v1/verify/`).waitFor();
    await page.getByText('A picture has at most 50 MB.').waitFor();
    await page.getByText('No registered original found.').waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy Check a picture' }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(stub.url);
    await inspect('docs');
  });

  test('reference: every operation as the service describes it, found by words, with a command', async () => {
    const body = await readFile(OPENAPI, 'utf8');
    await page.route('**/openapi.json', (route) => route.fulfill({ contentType: 'application/json', body }));
    await page.goto(`${stub.url}/docs/reference`);
    await headline('API reference');
    await page.getByLabel('Find').fill('post assets share');
    await page.getByText('1 operation', { exact: true }).waitFor();
    await page.getByText('/v1/assets/{asset_id}/share').click();
    await page.getByText(`"${stub.url}/v1/assets/$ASSET_ID/share"`).waitFor();
    await inspect('reference');
  });

  test('guides: read inside the service, with links, pictures and tables, and unknown ones are not found', async () => {
    await page.goto(`${stub.url}/docs`);
    await page.getByRole('link', { name: 'For a newsroom' }).click();
    await headline('For a newsroom');
    await inspect('docs-guide');
    await page.getByRole('link', { name: 'exit status' }).click();
    await headline('Command line and client');
    await page.waitForURL(/\/docs\/spec\/clients#exit-status$/);
    await expect
      .poll(() => page.locator('#exit-status').evaluate((heading) => heading.getBoundingClientRect().top))
      .toBeLessThan(200);

    await page.goto(`${stub.url}/docs/reference/verdicts`);
    await page.locator('.served').waitFor({ state: 'detached' });
    await page.locator('article img').first().scrollIntoViewIfNeeded();
    await expect
      .poll(() =>
        page
          .locator('article img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(100);
    await inspect('docs-verdicts');
    expect((await page.goto(`${stub.url}/docs/guides/nothing`))?.status()).toBe(404);
  });
});
