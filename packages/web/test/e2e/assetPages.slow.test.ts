import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { C2PA, COPY, FILE_CHECK, OF_ASSET, OF_STORIED_ASSET, PROVENANCE } from './assetReplies.ts';
import { CHROMIUM_PATH } from './browser.ts';
import { GENUINE_PNG, SPLICED_PNG } from './pictures.ts';
import { ASSET, DONE, ok, pageOf, refusal, SIGNED_IN } from './replies.ts';
import { withStubPage } from './stubPage.ts';
import { type Reply, STRANGER, type StubService } from './stubService.ts';

const png = (name: string, buffer = GENUINE_PNG) => ({ name, mimeType: 'image/png', buffer });

describe.skipIf(!CHROMIUM_PATH)('pages of pictures in Chromium, against a stub', { timeout: 120_000 }, () => {
  const chromium = withStubPage();
  const { headline, inspect } = chromium;
  let page: Page;
  let stub: StubService;
  beforeEach(() => {
    [page, stub] = [chromium.page(), chromium.stub()];
  });
  const open = (path: string) => page.goto(stub.url + path);
  const press = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name }).click();
  const callsOf = (name: string) => stub.calls.filter((call) => call.name === name);
  const rowOf = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const choose = async (...files: { name: string; mimeType: string; buffer: Buffer }[]) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Choose pictures')]);
    await chooser.setFiles(files);
  };

  test('upload: several files with options, one at its end, one refused, one sent again', async () => {
    const replies: Reply[] = [
      { status: 201, json: ASSET },
      refusal(403, 'QUOTA_EXCEEDED', 'At most 100 uploads in a month.'),
    ];
    stub.answers = {
      ...SIGNED_IN,
      ...OF_ASSET,
      'GET /v1/assets/search/': pageOf([]),
      'POST /v1/assets/': () => replies.shift() ?? { status: 201, json: ASSET },
    };
    await open('/upload');
    await headline('Upload pictures');
    await page.getByText('at most 50 MB each').waitFor();
    await inspect('upload');
    await choose(png('harbour.png'), png('other.png', SPLICED_PNG), {
      ...png('notes.pdf'),
      mimeType: 'application/pdf',
    });
    await rowOf('notes.pdf').getByText('This file type cannot be checked').waitFor();
    await press('Remove notes.pdf');
    await page.getByLabel('Tags').fill('harbour, dawn');
    await page.getByText('Watermark tracks and strength').click();
    await page.getByRole('slider', { name: 'Strength: Watermark, track A' }).press('ArrowRight');
    await page.getByRole('checkbox', { name: 'Watermark, track C' }).uncheck();
    await inspect('upload-chosen');
    await press('Upload 2 pictures');
    await page.getByText('At most 100 uploads in a month.').waitFor();
    await page.getByText('41.2 dB (PSNR): not to be seen').waitFor();
    await inspect('upload-done-and-failed');
    const [form] = callsOf('POST /v1/assets/');
    expect(form?.body.toString('latin1')).toMatch(/name="tags"\r\n\r\nharbour,dawn\r\n/);
    expect(form?.body.toString('latin1')).toMatch(/name="track_a_strength"\r\n\r\n0\.35\r\n/);
    expect(form?.body.toString('latin1')).toMatch(/name="track_c_enabled"\r\n\r\nfalse\r\n/);
    expect(form?.headers.authorization).toBe('Bearer access-1');
    await press(/^Try again/);
    await expect.poll(() => page.getByText('41.2 dB (PSNR)').count()).toBe(2);
    const link = page.getByRole('link', { name: 'Download the marked picture' }).first();
    expect(await link.getAttribute('href')).toBe('/v1/storage/signed/marked?expires=1');
    await page.getByRole('link', { name: 'Open' }).first().click();
    await headline('Harbour at dawn');
  });

  test('upload: before, after and the difference, magnified; copies for recipients, one of which fails', async () => {
    const copies: Reply[] = [{ status: 201, json: COPY }, refusal(409, 'CONFLICT', 'Too plain to carry a mark.')];
    stub.answers = {
      ...SIGNED_IN,
      ...OF_ASSET,
      'GET /v1/assets/search/': pageOf([]),
      'POST /v1/assets/': { status: 201, json: ASSET },
      [`POST /v1/assets/${ASSET.id}/copies`]: () => copies.shift() ?? 'cut',
      'GET /v1/storage/signed/marked': { status: 200, png: SPLICED_PNG },
    };
    await open('/upload');
    await choose(png('harbour.png'));
    await page.getByText('Copies for recipients').click();
    await page.getByLabel('Who gets a copy').fill('Daily News\nEvening Post');
    await press('Upload 1 picture');
    await page.getByText('The copy for Daily News is ready').waitFor();
    await page.getByText('No copy for Evening Post: Too plain to carry a mark.').waitFor();
    expect(callsOf(`POST /v1/assets/${ASSET.id}/copies`).map(({ json }) => json)).toEqual([
      { recipient: 'Daily News' },
      { recipient: 'Evening Post' },
    ]);
    await page.getByText('See before, after and the difference').click();
    const picture = page.getByRole('img', { name: /What marking changed in harbour.png/ });
    await picture.waitFor();
    /** Mean of the drawn samples, 0..255. */
    const brightness = () =>
      page.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
        const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height);
        return data.reduce((sum, sample, i) => (i % 4 === 3 ? sum : sum + sample), 0) / (data.length * 0.75);
      });
    const all = await brightness();
    expect(all).toBeGreaterThan(1);
    // The box that was pasted in lies in the middle, and fills the view once that is magnified.
    await page.getByRole('slider', { name: 'Magnification' }).fill('8');
    await expect.poll(brightness).toBeGreaterThan(4 * all);
    await inspect('upload-difference');
    await page.getByRole('slider', { name: 'Position across' }).fill('0');
    await expect.poll(brightness).toBe(0);
    await page.getByRole('radio', { name: 'After', exact: true }).check();
    await page.getByRole('img', { name: 'harbour.png after marking' }).waitFor();
    expect(await brightness()).toBeGreaterThan(10);
  });

  test('upload: a file that was registered before is said so before it costs; one that is too large is not sent', async () => {
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/service': ok({ has_accounts: true, password_chars_min: 8, upload_bytes_max: GENUINE_PNG.length }),
      'GET /v1/assets/search/': (call) => {
        const hash = new URL(call.name.slice('GET '.length), stub.url).searchParams.get('q');
        return pageOf([{ ...ASSET, content_hash: hash }]);
      },
    };
    await open('/upload');
    await page.getByText(/at most .* each/).waitFor();
    await choose(png('again.png'), png('large.png', Buffer.concat([GENUINE_PNG, GENUINE_PNG])));
    await page.getByText('You registered the same file before.').waitFor();
    await rowOf('large.png').getByText('This picture is too large').waitFor();
    await page.getByRole('button', { name: 'Upload 1 picture' }).waitFor();
    expect(callsOf('POST /v1/assets/')).toHaveLength(0);
    await inspect('upload-duplicate');
  });

  test('upload: a file under way shows how far it is and can be cancelled; the others go on', async () => {
    stub.answers = { ...SIGNED_IN, 'GET /v1/assets/search/': pageOf([]), 'POST /v1/assets/': 'silent' };
    await open('/upload');
    await choose(png('one.png'), png('two.png'), png('three.png'));
    await press('Upload 3 pictures');
    await rowOf('three.png').getByText('waits for its turn').waitFor();
    await rowOf('one.png').getByText('is being marked').waitFor();
    await inspect('upload-under-way');
    await press('Cancel one.png');
    await rowOf('one.png').getByText('not sent yet').waitFor();
    await rowOf('three.png').getByText('is being').waitFor();
    await press('Cancel two.png');
    await press('Cancel three.png');
    await page.getByRole('button', { name: 'Upload 3 pictures' }).waitFor();
  });

  test('gallery: search, tags and state stand in the address; an empty one says what to do', async () => {
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/assets/': (call) =>
        /tags=/.test(call.name) ? pageOf([ASSET]) : pageOf([ASSET, PLAIN], { pages: 3, total: 60 }),
      'GET /v1/assets/search/': pageOf([]),
    };
    await open('/gallery');
    await headline('Gallery');
    await page.getByText('60 pictures').waitFor();
    await page.getByText('Page 1 of 3').waitFor();
    await inspect('gallery');
    await page.getByRole('link', { name: 'harbour', exact: true }).click();
    await page.getByText('1 picture', { exact: true }).waitFor();
    expect(new URL(page.url()).search).toBe('?tags=harbour');
    await page.getByLabel('Search', { exact: true }).fill('boats at night');
    await page.getByLabel('State').selectOption('failed');
    await press('Find');
    await page.getByRole('heading', { name: 'No picture fits' }).waitFor();
    const asked = new URL(stub.calls.at(-1)!.name.slice('GET '.length), stub.url).searchParams;
    expect([asked.get('q'), asked.get('tags'), asked.get('status')]).toEqual(['boats at night', 'harbour', 'failed']);
    await inspect('gallery-nothing');
    await page.reload();
    await page.getByRole('heading', { name: 'No picture fits' }).waitFor();
    expect(await page.getByLabel('Search', { exact: true }).inputValue()).toBe('boats at night');
    await page.goBack();
    await page.getByText('1 picture', { exact: true }).waitFor();
    stub.answers = { ...stub.answers, 'GET /v1/assets/': pageOf([]) };
    await open('/gallery');
    await page.getByRole('heading', { name: 'Nothing is registered yet' }).waitFor();
    await inspect('gallery-empty');
  });

  test('gallery: no right, and a service that fails, each say so in the page', async () => {
    stub.answers = { ...SIGNED_IN, 'GET /v1/assets/': refusal(403, 'FORBIDDEN', 'Your role may not do this.') };
    await open('/gallery');
    await page.getByRole('heading', { name: 'You may not do this' }).waitFor();
    await inspect('gallery-forbidden');
    stub.answers = { ...SIGNED_IN, 'GET /v1/assets/': refusal(500, 'INTERNAL_ERROR', 'It was logged.') };
    await page.reload();
    await page.getByText('req-4711').waitFor();
    stub.answers = { ...SIGNED_IN, 'GET /v1/assets/': pageOf([ASSET]) };
    await press('Try again');
    await page.getByRole('link', { name: 'Harbour at dawn' }).waitFor();
  });

  test('asset: files with hashes, metadata with the place behind a press, look-alikes and commitments', async () => {
    const other = { ...ASSET, id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f99', title: 'Nearly the same' };
    stub.answers = {
      ...SIGNED_IN,
      ...OF_ASSET,
      [`GET /v1/assets/${ASSET.id}/matches`]: pageOf([
        { asset: other, similarity: 0.981, measures: {}, is_match: true },
      ]),
      'POST /v1/blockchain/commit': ok({}),
      [`POST /v1/storage/assets/${ASSET.id}/signed-url`]: ok({
        url: 'http://elsewhere.test/v1/storage/signed/original',
      }),
    };
    await open(`/assets/${ASSET.id}`);
    await headline('Harbour at dawn');
    await page.getByText(ASSET.content_hash).waitFor();
    await page.getByText('98.1% alike').waitFor();
    await page.getByText('Same picture: they lie on each other').waitFor();
    expect(await page.getByText('GPSLatitude', { exact: true }).isVisible()).toBe(false);
    await inspect('asset');
    await page.getByText('Show where it was taken').click();
    expect(await page.getByText('GPSLatitude', { exact: true }).isVisible()).toBe(true);
    await press('Commit now');
    await expect.poll(() => callsOf('POST /v1/blockchain/commit').length).toBe(1);
  });

  test('asset: history, relatives, what the marks survived, credentials; the stored files are held against their hashes', async () => {
    stub.answers = { ...SIGNED_IN, ...OF_STORIED_ASSET };
    await open(`/assets/${ASSET.id}`);
    await page.getByText('all of them fit').waitFor();
    const steps = page.getByRole('region', { name: 'What was done with it' }).getByRole('listitem');
    expect(await steps.count()).toBe(3);
    await steps.nth(0).getByText('by you').waitFor();
    await steps.nth(2).getByText('by a member · the signature follows').waitFor();
    const marks = page.getByRole('region', { name: 'Marks and fingerprint' });
    expect(await marks.getByRole('listitem').allInnerTexts()).toEqual([
      expect.stringMatching(/JPEG, quality 75\s*survived/),
      expect.stringMatching(/Turned by 2 degrees\s*survived/),
      expect.stringMatching(/Screenshot\s*lost/),
    ]);
    await page.getByText('Show the fingerprint').click();
    await page.getByText('d8f8f0cce0f4a84f').waitFor();
    await page.getByText('Whole, but nobody vouches for the signer.').waitFor();
    await page.getByText('Show 1 statement').click();
    await page.getByText('c2pa.color_adjustments').waitFor();
    await page.getByText('By Ada Press, for whom nobody on the trust list vouches.').waitFor();
    await press('Hold the stored files against their hashes');
    await page.getByText('All 3 stored files are as they were.').waitFor();
    await inspect('asset-storied');
    const related = page.getByRole('region', { name: 'Where it comes from' });
    expect(await related.getByRole('link').allInnerTexts()).toEqual(['The whole harbour', 'Harbour, cropped']);
    const damaged = [...FILE_CHECK.files.slice(1), { variant: 'original', state: 'altered' }];
    stub.answers = {
      ...stub.answers,
      [`GET /v1/assets/${ASSET.id}`]: ok({ ...ASSET, c2pa_metadata: { ...C2PA, binding_broken: true } }),
      [`GET /v1/assets/${ASSET.id}/provenance`]: ok({
        ...PROVENANCE,
        chain: { valid: false, broken_at: 1, reason: 'hash' },
      }),
      [`POST /v1/storage/assets/${ASSET.id}/check`]: ok({ ...FILE_CHECK, intact: false, files: damaged }),
    };
    await page.reload();
    await page.getByText('Step 2 does not fit').waitFor();
    await page.getByText('The file was changed after they were signed.').waitFor();
    await press('Hold the stored files against their hashes');
    await page.getByText('original: was changed').waitFor();
    await inspect('asset-damaged');
  });

  test('asset: copies for recipients, and which of them turned up', async () => {
    stub.answers = { ...SIGNED_IN, ...OF_STORIED_ASSET };
    await open(`/assets/${ASSET.id}`);
    await rowOf('Evening Post').getByText('Turned up in 2 checks, the last one 21 Nov 2026, 09:00.').waitFor();
    await rowOf('Daily News').getByText('Has not turned up in a check.').waitFor();
    await press('Make a copy');
    await page.getByText('Say who gets the copy.').waitFor();
    await page.getByRole('textbox', { name: 'Recipient' }).fill('Morning Star');
    await page.getByLabel('Note, for your organization alone').fill('for review');
    await press('Make a copy');
    await page.getByText('The copy for Morning Star is ready.').waitFor();
    expect(await page.getByRole('textbox', { name: 'Recipient' }).inputValue()).toBe('');
    const [made] = callsOf(`POST /v1/assets/${ASSET.id}/copies`);
    expect(made?.json).toEqual({ recipient: 'Morning Star', note: 'for review' });
    await press('Delete Evening Post');
    await press(/^Really delete: its mark then names nobody/);
    await expect.poll(() => callsOf(`DELETE /v1/assets/${ASSET.id}/copies/${COPY.id}`).length).toBe(1);
    stub.answers = {
      ...stub.answers,
      [`GET /v1/assets/${ASSET.id}/copies`]: refusal(403, 'FORBIDDEN', 'Your role may not do this.'),
    };
    await page.reload();
    await page.getByRole('region', { name: 'Copies' }).getByText('You may not do this').waitFor();
  });

  test('asset: changed, withdrawn with a reason, restored', async () => {
    stub.answers = {
      ...SIGNED_IN,
      ...OF_ASSET,
      [`PATCH /v1/assets/${ASSET.id}`]: ok({ ...ASSET, title: 'Harbour at dusk' }),
      [`POST /v1/assets/${ASSET.id}/revoke`]: ok({
        ...ASSET,
        revoked_at: '2026-11-21T10:00:00.000Z',
        revoked_reason: 'Wrong caption',
      }),
      [`POST /v1/assets/${ASSET.id}/restore`]: ok(ASSET),
    };
    await open(`/assets/${ASSET.id}`);
    await page.getByLabel('Title', { exact: true }).fill('Harbour at dusk');
    await press('Save');
    await page.getByText('Saved.').waitFor();
    expect(callsOf(`PATCH /v1/assets/${ASSET.id}`)[0]?.json).toMatchObject({
      title: 'Harbour at dusk',
      tags: ['harbour', 'dawn'],
    });
    await press('Withdraw the picture');
    await page.getByText('Say why').waitFor();
    await page.getByLabel('Reason').fill('Wrong caption');
    const withdrawn = {
      ...stub.answers,
      [`GET /v1/assets/${ASSET.id}`]: stub.answers[`POST /v1/assets/${ASSET.id}/revoke`]!,
    };
    stub.answers = withdrawn;
    await press('Withdraw the picture');
    await page.getByText('Withdrawn since 21 Nov 2026').waitFor();
    await inspect('asset-withdrawn');
    stub.answers = { ...stub.answers, ...OF_ASSET };
    await press('Restore the picture');
    await page.getByRole('heading', { name: 'Withdraw' }).waitFor();
  });

  test('asset: deleting asks for the name to be typed, and ends in the gallery; a missing one says so', async () => {
    stub.answers = {
      ...SIGNED_IN,
      ...OF_ASSET,
      'GET /v1/assets/': pageOf([]),
      [`DELETE /v1/assets/${ASSET.id}`]: DONE,
    };
    await open(`/assets/${ASSET.id}`);
    const field = page.getByLabel('Type “Harbour at dawn” to delete it');
    await field.fill('harbour');
    await press('Delete the picture');
    await page.getByText('This is not “Harbour at dawn”.').waitFor();
    expect(callsOf(`DELETE /v1/assets/${ASSET.id}`)).toHaveLength(0);
    await inspect('asset-delete-mismatch');
    await field.fill('Harbour at dawn');
    await field.press('Enter');
    await headline('Gallery');
    await page.getByRole('heading', { name: 'Nothing is registered yet' }).waitFor(); // before the stub's answers change
    expect(callsOf(`DELETE /v1/assets/${ASSET.id}`)).toHaveLength(1);
    stub.answers = {
      ...SIGNED_IN,
      [`GET /v1/assets/${ASSET.id}`]: refusal(404, 'ASSET_NOT_FOUND', 'There is no such asset.'),
    };
    await open(`/assets/${ASSET.id}`);
    await page.getByRole('heading', { name: 'This is not here' }).waitFor();
    await inspect('asset-missing');
  });

  test('signed out, each of them leads to the sign-in', async () => {
    stub.answers = STRANGER;
    for (const path of ['/upload', '/gallery', `/assets/${ASSET.id}`]) {
      await open(path);
      await headline('Sign in');
      expect(new URL(page.url()).searchParams.get('next')).toBe(path);
    }
  });
});

const PLAIN = { ...ASSET, id: '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f55', title: null, tags: [], preview_url: null };
