import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { FORGED } from '../pages/verify/results.ts';
import { CHROMIUM_PATH } from './browser.ts';
import { GENUINE_PNG } from './pictures.ts';
import { ME, ok, pageOf, refusal, SIGNED_IN } from './replies.ts';
import { withStubPage } from './stubPage.ts';
import { STRANGER, type StubService } from './stubService.ts';

const ID = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f55';
const RESULT = { ...FORGED, verification_id: ID };
const DISPUTE = {
  id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f56',
  verification_id: ID,
  status: 'open',
  reason: 'not_altered',
  comment: 'I took it myself.',
  expected_verdict: 'authentic',
  corrected_verdict: null,
  note: null,
  picture: { size_bytes: 4096, kept_until: '2026-12-20T10:00:00.000Z', removed_at: null },
  created_at: '2026-11-20T10:00:00.000Z',
  resolved_at: null,
};
const NONE = refusal(404, 'DISPUTE_NOT_FOUND', 'This verification is not disputed.');

describe.skipIf(!CHROMIUM_PATH)('disputed verdicts in Chromium', { timeout: 120_000 }, () => {
  const { page: pageOfTest, stub: stubOf, inspect, headline } = withStubPage();
  let page: Page;
  let stub: StubService;
  beforeEach(() => {
    [page, stub] = [pageOfTest(), stubOf()];
  });
  const disputeAt = `/v1/verify/${ID}/dispute`;

  test('dispute: the form asks what is wrong, sends the picture by consent alone, and shows what was sent', async () => {
    stub.replies = [ok(RESULT)];
    stub.answers = { ...STRANGER, [`GET ${disputeAt}`]: NONE, [`POST ${disputeAt}`]: { status: 201, json: DISPUTE } };
    await page.goto(stub.url);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: /^Choose/ }).click(),
    ]);
    await chooser.setFiles({ name: 'harbour.png', mimeType: 'image/png', buffer: GENUINE_PNG });
    await headline('Altered or falsely marked');
    await page.getByRole('button', { name: 'Dispute it' }).press('Enter');
    await page.getByRole('group', { name: 'What is wrong?' }).waitFor();
    await inspect('dispute-form');
    await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await page.getByText('Choose what is wrong').waitFor();
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('reason');
    await inspect('dispute-missing');
    await page.getByRole('radio', { name: 'Nobody altered the picture' }).check();
    const right = page.getByRole('group', { name: 'What would be right?' });
    await right.getByRole('radio', { name: 'Matches a registered original' }).check();
    await page.getByLabel('In your words (optional)').fill('I took it myself.');
    await page.getByRole('checkbox', { name: /Send the picture along/ }).check();
    await page.getByRole('button', { name: 'Send', exact: true }).press('Enter');
    await page.getByText('Sent. Somebody will look at it.').waitFor();
    await inspect('dispute-open');
    const sent = String(stub.calls.find(({ name }) => name === `POST ${disputeAt}`)?.body.toString('latin1'));
    for (const part of ['name="consent_to_keep_picture"', 'name="file"', 'not_altered', 'name="expected_verdict"'])
      expect(sent).toContain(part);
  });

  test('dispute: without consent no picture is sent; a refused picture and too many disputes say what to do', async () => {
    stub.replies = [ok(RESULT)];
    const tooMany = refusal(429, 'RATE_LIMITED', 'You have disputed 10 verifications today.', {
      headers: { 'retry-after': '3600' },
    });
    stub.answers = { ...STRANGER, [`GET ${disputeAt}`]: NONE, [`POST ${disputeAt}`]: tooMany };
    stub.answers = { ...stub.answers, [`GET /v1/verify/${ID}`]: ok(RESULT) };
    await page.goto(`${stub.url}/r/${ID}`);
    await headline('Altered or falsely marked');
    await page.getByRole('button', { name: 'Dispute it' }).click();
    await page.getByText(/^The picture is not at hand any more/).waitFor();
    await page.getByRole('radio', { name: 'Something else' }).check();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('alert').waitFor({ timeout: 120_000 });
    await inspect('dispute-refused');
    const sent = String(stub.calls.find(({ name }) => name === `POST ${disputeAt}`)?.body.toString('latin1'));
    expect(sent).not.toContain('consent_to_keep_picture');
  });

  test.each([
    ['upheld', 'It was looked at: the verdict was right.'],
    ['overturned', 'It was looked at: the verdict was wrong.'],
    ['unclear', 'It was looked at: nobody can tell.'],
  ])('dispute: decided as %s it says so at once, with the way to dispute again', async (status, words) => {
    const corrected_verdict = status === 'overturned' ? 'authentic' : null;
    const decided = { ...DISPUTE, status, corrected_verdict, note: 'The frame was taken for an edit.' };
    stub.answers = {
      ...STRANGER,
      [`GET /v1/verify/${ID}`]: ok({ ...RESULT, disputed: true, corrected_verdict }),
      [`GET ${disputeAt}`]: ok(decided),
    };
    await page.goto(`${stub.url}/r/${ID}`);
    await page.getByText(words).waitFor();
    await page.getByText('The frame was taken for an edit.').waitFor();
    await inspect(`dispute-${status}`);
    await page.getByRole('button', { name: 'Dispute it again' }).click();
    await page.getByRole('group', { name: 'What is wrong?' }).waitFor();
  });

  test('operator: the queue of disputes shows each verdict with what is said against it, and decides it', async () => {
    const reviewed = {
      ...DISPUTE,
      verification: {
        verdict: 'forged',
        confidence: 0.93,
        rule: 'local-edit',
        details: 'A region differs from the original.',
        asset_id: null,
        organization_id: ME.organization_id,
        source_image_hash: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
        model_version: 'assay-0.1.0',
        created_at: DISPUTE.created_at,
      },
    };
    const more = { id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f57', comment: null, expected_verdict: null };
    const bare = { ...reviewed, ...more, picture: null, status: 'unclear' };
    const removed = {
      ...bare,
      id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f58',
      picture: { ...DISPUTE.picture, removed_at: '2026-12-20T10:00:00.000Z' },
    };
    const open = [reviewed];
    const base = {
      ...SIGNED_IN,
      'GET /v1/assets/': pageOf([]),
      'GET /v1/operator': refusal(403, 'FORBIDDEN', 'Not in this test.'),
      'GET /v1/operator/disputes': () => pageOf(open),
      'GET /v1/operator/disputes?status=all&page=1': pageOf([bare, removed]),
      [`POST /v1/operator/disputes/${DISPUTE.id}/decision`]: () => {
        open.pop();
        return ok({ ...reviewed, status: 'overturned', corrected_verdict: 'authentic' });
      },
      [`GET /v1/operator/disputes/${DISPUTE.id}/picture`]: refusal(410, 'GONE', 'No picture is kept.'),
    };
    stub.answers = base;
    await page.route('**/health', (route) =>
      route.fulfill({
        json: { status: 'healthy', version: '0.1.0', timestamp: DISPUTE.created_at, checks: {}, problems: [] },
      }),
    );
    await page.goto(`${stub.url}/operator`);
    await page.getByRole('heading', { name: 'Altered or falsely marked, 93%' }).waitFor();
    await inspect('operator-disputes');
    await page.getByRole('button', { name: /^Save the picture/ }).click();
    await page.getByText(/^The picture is gone/).waitFor();
    expect(await page.getByRole('button', { name: /^Save the picture/ }).count()).toBe(0);
    await page.getByRole('button', { name: /^Decide/ }).click();
    await page.getByRole('button', { name: 'Decide for good' }).click();
    await page.getByText('Choose a decision').waitFor();
    const decision = page.getByRole('group', { name: 'Decision' });
    await decision.getByRole('radio', { name: 'It was wrong; right is: Matches a registered original' }).check();
    await page.getByLabel('Note (optional)').fill('The frame was taken for an edit.');
    await inspect('operator-disputes-decide');
    await page.getByRole('button', { name: 'Decide for good' }).click();
    await page.getByText('No dispute is open.').waitFor();
    await inspect('operator-disputes-none');
    await page.getByRole('checkbox', { name: 'Show decided ones too' }).check();
    await page.getByText('No picture was sent along: whoever disputed').waitFor();
    await page.getByText('The picture was removed 20 Dec 2026').waitFor();
    await inspect('operator-disputes-decided');
    const decided = stub.calls.find(({ name }) => name.endsWith('/decision'));
    expect(decided?.json).toEqual({
      status: 'overturned',
      verdict: 'authentic',
      note: 'The frame was taken for an edit.',
    });
  });
});
