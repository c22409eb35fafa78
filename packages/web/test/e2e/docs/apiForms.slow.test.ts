import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Account,
  openAccount,
  startTestService,
  type TestService,
} from '../../../../service/test/fakes/testService.ts';
import { CHROMIUM_PATH, launchChromium } from '../browser.ts';

describe.skipIf(!CHROMIUM_PATH)('the forms of /docs/api in Chromium', { timeout: 240_000 }, () => {
  let service: TestService;
  let url = '';
  let ada: Account;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    service = await startTestService({ publicBaseUrl: () => url });
    ada = await openAccount(service, 'ada@example.org');
    url = await service.app.listen({ port: 0, host: '127.0.0.1' });
    browser = await launchChromium();
    const context = await browser.newContext();
    // Swagger lays out every operation, which takes long on a busy machine.
    context.setDefaultTimeout(90_000);
    page = await context.newPage();
    await page.route('**/v1/**', (route) =>
      route.continue({ headers: { ...route.request().headers(), ...ada.headers } }),
    );
  }, 120_000);
  afterAll(async () => {
    await browser?.close();
    await service?.app.close();
  });

  /** What a newcomer does: opens the operation, chooses a file, presses Execute. */
  async function execute(operationId: string, tag: string) {
    await page.goto(`${url}/docs/api/#/${tag}/${operationId}`);
    await page.reload();
    const operation = page.locator(`#operations-${tag}-${operationId}`);
    await operation.getByRole('button', { name: 'Try it out' }).click();
    const file = { name: 'harbour.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('TOY harbour') };
    await operation.locator('input[type=file]').first().setInputFiles(file);
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    await operation.getByRole('button', { name: 'Execute' }).click();
    const answer = await answered;
    return { status: answer.status(), body: (await answer.json()) as Record<string, unknown> };
  }

  test('201: an upload of which nothing but the file was chosen is one of the caller’s own organization', async () => {
    const me = await service.app.inject({ url: '/v1/auth/me', headers: ada.headers });
    const { status, body } = await execute('uploadAsset', 'Assets');
    expect([status, body]).toMatchObject([201, { title: null, organization_id: me.json().organization_id }]);
  });

  test('200: a check of which nothing but the file was chosen', async () => {
    const { status, body } = await execute('verify', 'Verification');
    expect([status, body]).toMatchObject([200, { verdict: 'authentic' }]);
  });
});
