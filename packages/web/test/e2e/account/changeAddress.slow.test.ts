import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from '../browser.ts';
import { ME, ok, pageOf, refusal, SIGNED_IN } from '../replies.ts';
import { withStubPage } from '../stubPage.ts';
import type { StubService } from '../stubService.ts';

describe.skipIf(!CHROMIUM_PATH)(
  'a new address of an account, against a stub of the service',
  { timeout: 120_000 },
  () => {
    const chromium = withStubPage();
    const { inspect } = chromium;
    let page: Page;
    let stub: StubService;
    beforeEach(() => {
      [page, stub] = [chromium.page(), chromium.stub()];
    });
    const asked = () => stub.calls.filter(({ name }) => name === 'PATCH /v1/auth/me');

    test('account: a new address needs the password, and says where the mails went', async () => {
      const refusals = [refusal(401, 'INVALID_CREDENTIALS', 'd'), refusal(409, 'EMAIL_ALREADY_EXISTS', 'd')];
      stub.answers = {
        ...SIGNED_IN,
        'GET /v1/auth/sessions': pageOf([]),
        'PATCH /v1/auth/me': () => refusals.shift() ?? ok(ME),
      };
      await page.goto(`${stub.url}/account`);
      const change = page.getByRole('region', { name: 'E-mail', exact: true });
      const ask = () => change.getByRole('button', { name: 'Ask for the change' }).click();
      await change.getByLabel('New e-mail address').fill(ME.email);
      await ask();
      await change.getByText('This is your address already.').waitFor();
      await change.getByText('Enter the password.').waitFor();
      expect(asked()).toEqual([]);
      await change.getByLabel('New e-mail address').fill('king@example.org');
      await change.getByLabel('Password').fill('seventeen frogs');
      await ask();
      await change.getByText('This is not your present password.').waitFor();
      await ask();
      await change.getByText('Another account has this e-mail address.').waitFor();
      await inspect('account-address-taken');
      await ask();
      await change.getByText('We sent a mail with a link to king@example.org, and a warning to ada@').waitFor();
      expect(asked().at(-1)?.json).toEqual({
        email: 'king@example.org',
        current_password: 'seventeen frogs',
      });
    });
  },
);
