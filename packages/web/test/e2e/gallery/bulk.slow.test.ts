import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from '../browser.ts';
import { GENUINE_PNG } from '../pictures.ts';
import { ASSET, DONE, ok, pageOf, refusal, SIGNED_IN } from '../replies.ts';
import { withStubPage } from '../stubPage.ts';
import type { Reply, StubService } from '../stubService.ts';

/** Of seven pictures; the third is withdrawn. */
const IDS = Array.from({ length: 7 }, (_, i) => `01930c5e-8a2f-7c31-9f0a-5b6c7d8e9fa${i}`);
const picture = (i: number) => ({
  ...ASSET,
  id: IDS[i]!,
  title: `Harbour ${i + 1}`,
  revoked_at: i === 2 ? ASSET.created_at : null,
});
const PAGE_SIZE = 4;

describe.skipIf(!CHROMIUM_PATH)('several pictures of the gallery at once, against a stub', { timeout: 120_000 }, () => {
  const chromium = withStubPage();
  const { headline, inspect } = chromium;
  let page: Page;
  let stub: StubService;
  /** Numbers of those that exist. */
  let there: number[];
  beforeEach(async () => {
    [page, stub] = [chromium.page(), chromium.stub()];
    there = [0, 1, 2, 3, 4, 5, 6];
    stub.answers = { ...SIGNED_IN, 'GET /v1/assets/': ({ name }) => listed(name) };
  });
  const listed = (name: string): Reply => {
    const number = Number(new URL(name.slice('GET '.length), stub.url).searchParams.get('page'));
    const items = there.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE).map(picture);
    const pages = Math.ceil(there.length / PAGE_SIZE);
    return pageOf(items, { total: there.length, page: number, page_size: PAGE_SIZE, pages });
  };
  const open = async () => {
    await page.goto(`${stub.url}/gallery`);
    await headline('Gallery');
    await page.getByText('7 pictures', { exact: true }).waitFor();
  };
  const box = (name: string) => page.getByRole('checkbox', { name, exact: true });
  const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
  const callsTo = (start: string) => stub.calls.filter(({ name }) => name.startsWith(start));
  const said = (text: string) => page.getByRole('status').filter({ hasText: text }).waitFor();

  test('selected with mouse and keyboard, all of a page at once, over pages; other filters end the selection', async () => {
    await open();
    expect(await page.getByRole('region', { name: 'With the selected pictures' }).count()).toBe(0);
    await box('Select Harbour 1').focus();
    await page.keyboard.press('Space');
    await said('1 picture selected');
    const all = box('Select all on this page');
    expect(await all.evaluate((input: HTMLInputElement) => input.indeterminate)).toBe(true);
    await all.click();
    await said('4 pictures selected');
    await box('Select Harbour 2').click();
    await said('3 pictures selected');
    await inspect('gallery-selected');
    await press('Next');
    await box('Select Harbour 6').click();
    await said('4 pictures selected');
    await press('Back');
    expect(await box('Select Harbour 1').isChecked()).toBe(true);
    await press('Clear the selection');
    expect(await box('Select Harbour 1').isChecked()).toBe(false);
    await all.click();
    await page.getByLabel('State').selectOption('completed');
    await press('Find');
    await expect.poll(() => page.url()).toContain('status=completed');
    expect(await box('Select Harbour 1').isChecked()).toBe(false);
  });

  test('downloads come one after the other; one that fails is named with its reason and stays selected', async () => {
    stub.answers = {
      ...stub.answers,
      ...Object.fromEntries(
        IDS.slice(0, 3).map((id, i) => [
          `GET /v1/storage/assets/${id}/download`,
          i === 1
            ? refusal(404, 'ASSET_NOT_FOUND', 'There is no such asset.')
            : {
                status: 200,
                png: GENUINE_PNG,
                headers: { 'content-disposition': `attachment; filename="marked-${i}.png"` },
              },
        ]),
      ),
    };
    await open();
    for (const i of [1, 2, 3]) await box(`Select Harbour ${i}`).click();
    const names: string[] = [];
    page.on('download', (download) => names.push(download.suggestedFilename()));
    await press('Download the marked files');
    await said('2 pictures done. 1 failed and stays selected:');
    await expect.poll(() => names.sort()).toEqual(['marked-0.png', 'marked-2.png']);
    await page.getByRole('listitem').filter({ hasText: 'Harbour 2: ' }).getByText('There is no such asset.').waitFor();
    await said('1 picture selected');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toContain('2 pictures done.');
    await inspect('gallery-bulk-failed');
    await press('Close');
    expect(await box('Select Harbour 2').isChecked()).toBe(true);
  });

  test('tags are added beside those that a picture has by now, in its version', async () => {
    const tagged = { ...picture(0), tags: ['dawn', 'spring'] };
    stub.answers = {
      ...stub.answers,
      [`GET /v1/assets/${IDS[0]}`]: { ...(ok(tagged) as object), status: 200, headers: { etag: '"v7"' } } as Reply,
      [`GET /v1/assets/${IDS[1]}`]: ok({ ...picture(1), tags: ['spring', 'sea'] }),
      [`PATCH /v1/assets/${IDS[0]}`]: ok(tagged),
    };
    await open();
    await box('Select Harbour 1').click();
    await box('Select Harbour 2').click();
    await press('Add tags');
    await press('Add to the selected pictures');
    await page.getByText('Name at least one tag.').waitFor();
    await inspect('gallery-bulk-tags');
    await page.getByLabel('Tags to add').fill('spring, sea');
    await press('Add to the selected pictures');
    await said('2 pictures done.');
    const [patch, ...none] = callsTo('PATCH ');
    expect([patch?.json, patch?.headers['if-match']]).toEqual([{ tags: ['dawn', 'spring', 'sea'] }, '"v7"']);
    expect(none).toEqual([]); // the second has both
  });

  test('those without a commitment get one, each on its own', async () => {
    stub.answers = {
      ...stub.answers,
      'GET /v1/blockchain/commitments': ({ name }) => pageOf(name.includes(IDS[0]!) ? [{}] : []),
      'POST /v1/blockchain/commit': ok({}),
    };
    await open();
    await box('Select Harbour 1').click();
    await box('Select Harbour 2').click();
    await press('Commit to the ledger');
    await said('2 pictures done.');
    expect(callsTo('POST /v1/blockchain/commit').map(({ json }) => json)).toEqual([{ asset_id: IDS[1] }]);
  });

  test('a withdrawal gives its reason to each; those that are withdrawn already stay as they are', async () => {
    stub.answers = { ...stub.answers, [`POST /v1/assets/${IDS[3]}/revoke`]: ok(picture(3)) };
    await open();
    await box('Select Harbour 3').click();
    await box('Select Harbour 4').click();
    await press('Withdraw');
    await press('Withdraw the selected pictures');
    await page.getByText('Say why: the reason is shown with the picture.').waitFor();
    await page.getByLabel('Reason').fill('Wrong caption');
    await press('Withdraw the selected pictures');
    await said('2 pictures done.');
    expect(callsTo('POST /v1/assets/').map(({ json }) => json)).toEqual([{ reason: 'Wrong caption' }]);
  });

  test('deleting asks for the number; the last page being gone, the one before is shown', async () => {
    stub.answers = {
      ...stub.answers,
      ...Object.fromEntries(
        IDS.slice(4).map((id, i) => [
          `DELETE /v1/assets/${id}`,
          () => {
            there = there.filter((number) => number !== i + 4);
            return i === 1 ? refusal(404, 'ASSET_NOT_FOUND', 'Gone.') : DONE; // somebody else was faster
          },
        ]),
      ),
    };
    await open();
    await press('Next');
    await box('Select all on this page').click();
    await said('3 pictures selected');
    await press('Delete');
    await page.getByLabel(/^Type 3, the number/).fill('4');
    await press('Delete the selected pictures');
    await page.getByText('This is not 3.').waitFor();
    await inspect('gallery-bulk-delete');
    expect(callsTo('DELETE ')).toEqual([]);
    await page.getByLabel(/^Type 3, the number/).fill('3');
    await press('Delete the selected pictures');
    await said('3 pictures done.');
    await page.getByText('4 pictures', { exact: true }).waitFor();
    await box('Select Harbour 1').waitFor();
    expect(callsTo('DELETE ')).toHaveLength(3);
  });

  test('stopped, the one under way breaks off and the others stay selected and untouched', async () => {
    stub.answers = {
      ...stub.answers,
      [`DELETE /v1/assets/${IDS[0]}`]: DONE,
      [`DELETE /v1/assets/${IDS[1]}`]: 'silent',
    };
    await open();
    for (const i of [1, 2, 3]) await box(`Select Harbour ${i}`).click();
    await press('Delete');
    await page.getByLabel(/^Type 3, the number/).fill('3');
    await press('Delete the selected pictures');
    await said('2 of 3: Harbour 2');
    expect(await page.getByRole('progressbar').getAttribute('value')).toBe('1');
    await inspect('gallery-bulk-running');
    await press('Stop');
    await said('1 picture done. 2 were not reached and stay selected.');
    expect(callsTo('DELETE ')).toHaveLength(2);
    await said('2 pictures selected');
  });
});
