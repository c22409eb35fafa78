import { describe, expect, test } from 'vitest';
import { COPY, FILE_CHECK, OF_ASSET } from './assetReplies.ts';
import { CHROMIUM_PATH } from './browser.ts';
import { GENUINE_PNG } from './pictures.ts';
import { ASSET, pageOf, SIGNED_IN } from './replies.ts';
import { withStubPage } from './stubPage.ts';

describe.skipIf(!CHROMIUM_PATH)('near-duplicates in Chromium, against a stub', { timeout: 120_000 }, () => {
  const chromium = withStubPage();
  const { headline, inspect } = chromium;

  test('upload: a picture that lies on one of before is said so as soon as it is known, and on its own page', async () => {
    const [page, stub] = [chromium.page(), chromium.stub()];
    const id = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f90';
    const asset = { ...ASSET, id, title: 'Harbour, from the wire', created_at: '2025-03-02T10:00:00.000Z' };
    const later = { ...asset, id: COPY.id, title: 'Harbour, later', created_at: '2026-11-21T10:00:00.000Z' };
    const alike = { similarity: 0.97, measures: { clip: 0.97, dino: 0.97, pdq: 0.97 } };
    const found = [
      { asset, is_match: true, ...alike },
      { asset: { ...asset, id: FILE_CHECK.asset_id, title: 'Another harbour' }, is_match: false, ...alike },
      { asset: later, is_match: true, ...alike },
    ];
    const matches = [pageOf([]), pageOf(found)];
    stub.answers = {
      ...SIGNED_IN,
      ...OF_ASSET,
      'GET /v1/assets/search/': pageOf([]),
      'POST /v1/assets/': { status: 201, json: ASSET },
      [`GET /v1/assets/${ASSET.id}/matches`]: () => (matches.length > 1 ? matches.shift()! : matches[0]!),
    };
    await page.goto(`${stub.url}/upload`);
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Choose pictures' }).click(),
    ]);
    await chooser.setFiles({ name: 'harbour.png', mimeType: 'image/png', buffer: GENUINE_PNG });
    await page.getByRole('button', { name: 'Upload 1 picture' }).click();
    const alert = page.getByText('The same picture is registered already, in another file, since 2 Mar 2025:');
    await alert.waitFor();
    expect(await alert.getByRole('link').allTextContents()).toEqual(['Harbour, from the wire']);
    await inspect('upload-near-duplicate');
    await page.getByRole('link', { name: 'Open' }).first().click();
    await headline('Harbour at dawn');
    await alert.waitFor();
    await inspect('asset-near-duplicate');
  });
});
