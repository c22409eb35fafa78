import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from '../browser.ts';
import { GENUINE_PNG } from '../pictures.ts';
import { ASSET, pageOf, SIGNED_IN } from '../replies.ts';
import { withStubPage } from '../stubPage.ts';
import type { StubService } from '../stubService.ts';

const picture = (i: number, more: object) => ({ ...ASSET, id: `01930c5e-8a2f-7c31-9f0a-5b6c7d8e9fa${i}`, ...more });
/** One as it should be, one withdrawn, one that is being marked and has neither preview nor mark nor name. */
const PICTURES = [
  picture(0, { preview_url: 'http://elsewhere.test/v1/storage/signed/preview?expires=1' }),
  picture(1, {
    title: 'Auction house, north façade, before the restoration of the year 1998',
    revoked_at: ASSET.created_at,
    file_size_bytes: 812,
  }),
  picture(2, { title: null, original_filename: null, processing_status: 'processing', watermark: null }),
];

describe.skipIf(!CHROMIUM_PATH)('days and views of the gallery, against a stub', { timeout: 120_000 }, () => {
  const chromium = withStubPage();
  const { headline, inspect } = chromium;
  let page: Page;
  let stub: StubService;
  beforeEach(() => {
    [page, stub] = [chromium.page(), chromium.stub()];
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/assets/': ({ name }) => pageOf(/created_to=2026-10/.test(name) ? [] : PICTURES),
      'GET /v1/storage/signed/preview': { status: 200, png: GENUINE_PNG },
    };
  });
  const open = async (search = '') => {
    await page.goto(`${stub.url}/gallery${search}`);
    await headline('Gallery');
  };
  const found = () => page.getByText('3 pictures', { exact: true }).waitFor();
  const find = () => page.getByRole('main').getByRole('button', { name: 'Find', exact: true }).click();
  const field = (name: string) => page.getByLabel(name, { exact: true });
  const lists = () => stub.calls.filter(({ name }) => name.startsWith('GET /v1/assets/'));
  const searched = () => new URL(page.url()).search;

  test('days of registration stand in the address and are asked for; nothing in them says so', async () => {
    await open('?view=list');
    await found();
    await field('Uploaded from').fill('2026-11-20');
    await field('Uploaded to').fill('2026-11-20');
    await find();
    await page.waitForURL(/\?from=2026-11-20&to=2026-11-20&order=newest&view=list$/);
    await expect
      .poll(() => lists().at(-1)?.name)
      .toContain('created_from=2026-11-20T00%3A00%3A00.000Z&created_to=2026-11-20T23%3A59%3A59.999Z');
    await found();
    await page.reload();
    await found();
    expect(await field('Uploaded from').inputValue()).toBe('2026-11-20');
    await field('Uploaded from').fill('');
    await field('Uploaded to').fill('2026-10-31');
    await find();
    await page.getByRole('heading', { name: 'No picture fits' }).waitFor();
    await inspect('gallery-days-nothing');
    await page.getByRole('button', { name: 'Show all pictures' }).click();
    await page.getByRole('table', { name: 'Gallery' }).waitFor();
    expect(searched()).toBe('?view=list');
  });

  test('in a narrow window a button unfolds the filters and says how many there are; a wide one shows them', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await open('?tags=harbour&status=failed');
    await found();
    const toggle = page.getByRole('button', { name: 'Filters: 2 active' });
    expect([await toggle.getAttribute('aria-expanded'), await field('Tags').isVisible()]).toEqual(['false', false]);
    await inspect('gallery-folded');
    await page.setViewportSize({ width: 360, height: 740 });
    await toggle.focus();
    await page.keyboard.press('Enter');
    expect([await toggle.getAttribute('aria-expanded'), await field('Tags').inputValue()]).toEqual(['true', 'harbour']);
    await inspect('gallery-unfolded');
    await page.setViewportSize({ width: 360, height: 740 });
    await field('Tags').fill('');
    await find();
    await page.waitForURL(/\?status=failed&order=newest$/);
    await page.getByRole('button', { name: 'Filters: 1 active' }).waitFor();
    expect(await field('Tags').isVisible()).toBe(false);
    await page.setViewportSize({ width: 768, height: 740 });
    expect([await field('Tags').isVisible(), await page.getByText('Filters: 1 active').isVisible()]).toEqual([
      true,
      false,
    ]);
    await page.setViewportSize({ width: 360, height: 740 });
    // What is wrong with an address is said where it can be mended.
    await open('?from=2026-11-21&to=2026-11-20');
    await page.getByText('The last day is before the first.').waitFor();
    expect(await field('Uploaded to').isVisible()).toBe(true);
  });

  test('a last day before the first is said beside its field, and not asked for', async () => {
    await open();
    await found();
    const asked = lists().length;
    await field('Uploaded from').fill('2026-11-21');
    await field('Uploaded to').fill('2026-11-20');
    await find();
    await page.getByText('The last day is before the first.').waitFor();
    expect(await field('Uploaded to').getAttribute('aria-invalid')).toBe('true');
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).name)).toBe('to');
    await inspect('gallery-days-turned');
    expect([searched(), lists().length]).toEqual(['', asked]);
    await open('?from=2026-11-21&to=2026-11-20');
    await page.getByText('The last day is before the first.').waitFor();
    expect(lists()).toHaveLength(asked);
    await field('Uploaded to').fill('2026-11-21');
    await find();
    await found();
  });

  test('a table of the same pictures, chosen by keyboard and kept in the address', async () => {
    await open();
    await found();
    await inspect('gallery-grid');
    const asked = lists().length;
    await page.getByRole('radio', { name: 'Grid' }).focus();
    await page.keyboard.press('ArrowRight');
    const table = page.getByRole('table', { name: 'Gallery' });
    await table.waitFor();
    expect(searched()).toBe('?view=list');
    expect(await page.getByRole('radio', { name: 'List' }).isChecked()).toBe(true);
    expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('list');
    expect(lists()).toHaveLength(asked);
    const heads = await table.getByRole('columnheader').allInnerTexts();
    expect(heads).toEqual(['Selection', 'Picture', 'Uploaded', 'Watermark tracks', 'State', 'Size']);
    const line = (name: string) => table.getByRole('row').filter({ has: page.getByRole('rowheader', { name }) });
    const cells = (name: string) => line(name).getByRole('cell').allInnerTexts();
    expect((await cells('Harbour at dawn')).slice(1)).toEqual(['20 Nov 2026', 'A · B', 'registered', '4.6 MB']);
    expect((await cells('Auction house')).slice(1)).toEqual(['20 Nov 2026', 'A · B', 'withdrawn', '812 bytes']);
    expect((await cells('Without a name')).slice(1)).toEqual(['20 Nov 2026', 'none', 'being marked', '4.6 MB']);
    await line('Harbour at dawn').getByRole('checkbox', { name: 'Select Harbour at dawn' }).focus();
    await page.keyboard.press('Space');
    await page.getByRole('status').filter({ hasText: '1 picture selected' }).waitFor();
    await inspect('gallery-list');
    await page.setViewportSize({ width: 360, height: 900 });
    expect(await table.getByRole('row').count()).toBe(4);
    expect((await cells('Harbour at dawn')).slice(1)).toEqual(['20 Nov 2026', 'A · B', 'registered', '4.6 MB']);
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.getByRole('radio', { name: 'Grid' }).check();
    expect(await page.getByRole('checkbox', { name: 'Select Harbour at dawn' }).isChecked()).toBe(true);
    expect(searched()).toBe('');
    await page.goBack();
    await line('Harbour at dawn').getByRole('link', { name: 'Harbour at dawn' }).waitFor();
  });

  test('the table runs from right to left in Arabic', async () => {
    await page.addInitScript(() => localStorage.setItem('assay.language', 'ar'));
    await page.goto(`${stub.url}/gallery?view=list`);
    const table = page.getByRole('table', { name: 'المعرض' });
    await table.waitFor();
    const edge = async (name: string) => (await table.getByRole('columnheader', { name }).boundingBox())!.x;
    expect(await edge('صورة')).toBeGreaterThan(await edge('الحجم'));
    await inspect('gallery-list-arabic');
  });
});
