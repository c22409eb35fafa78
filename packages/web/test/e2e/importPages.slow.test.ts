import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { CHROMIUM_PATH } from './browser.ts';
import { ASSET, ME, ok, pageOf, refusal, SIGNED_IN } from './replies.ts';
import { withStubPage } from './stubPage.ts';
import { type Call, STRANGER, type StubService } from './stubService.ts';

const ID = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f91';
const IMPORT = {
  id: ID,
  organization_id: ME.organization_id,
  kind: 'zip',
  source: 'archive of 2019.zip',
  state: 'running',
  problem: null as string | null,
  total: 1240,
  done: 310,
  created: 300,
  duplicates: 8,
  failed: 2,
  created_at: '2026-11-20T10:00:00.000Z',
  ended_at: null as string | null,
};
const ENDED = { state: 'done', done: 1240, created: 1228, duplicates: 10, ended_at: '2026-11-20T11:30:00.000Z' };
const FILE = { index: 0, size_bytes: 4_812_345, state: 'created', asset_id: ASSET.id, duplicate_of: null, error: null };
const FILES = [
  { ...FILE, name: '2019/05/harbour.jpg' },
  { ...FILE, index: 1, name: '2019/05/harbour (1).jpg', state: 'duplicate', duplicate_of: ASSET.id },
  {
    ...FILE,
    index: 2,
    name: '2019/05/minutes-of-the-meeting-of-the-editorial-board-with-a-long-name.pdf',
    state: 'failed',
    asset_id: null,
    error: { error_code: 'INVALID_FILE_TYPE', detail: 'This is no JPEG, PNG, TIFF or WebP.' },
  },
  { ...FILE, index: 3, name: '2019/06/lighthouse.jpg', state: 'waiting', asset_id: null },
];
const PATH = `/v1/imports/${ID}`;

describe.skipIf(!CHROMIUM_PATH)('imports in Chromium, against a stub', { timeout: 120_000 }, () => {
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
  const choose = async (name: string, buffer: Buffer) => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press(/archive$/)]);
    await chooser.setFiles({ name, mimeType: 'application/zip', buffer });
  };

  test('imports: what cannot be taken is said before it is sent; an archive leads to what becomes of its files', async () => {
    const facts = { has_accounts: true, password_chars_min: 8, upload_bytes_max: 1, import_bytes_max: 2048 };
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/service': ok(facts),
      'GET /v1/imports': pageOf([]),
      'POST /v1/assets/import': refusal(422, 'VALIDATION_ERROR', 'The archive was cut off: its last entry is missing.'),
      [`GET ${PATH}`]: ok(IMPORT),
      [`GET ${PATH}/files`]: pageOf(FILES),
    };
    await open('/imports');
    await headline('Import many pictures');
    await page.getByText('Nothing was imported so far.').waitFor();
    await page.getByText('ZIP or CAR, at most 2 kB.').waitFor();
    await press('Start the import');
    await page.getByText('Choose an archive first, or name a folder.').waitFor();
    await inspect('imports-none');
    await choose('pictures.rar', Buffer.alloc(10));
    await press('Start the import');
    await page.getByText('This is no archive that can be imported.').waitFor();
    await choose('pictures.zip', Buffer.alloc(4096));
    await press('Start the import');
    await page.getByText('This archive has 4 kB; at most 2 kB are taken.').waitFor();
    expect(callsOf('POST /v1/assets/import')).toHaveLength(0);
    await choose('pictures.zip', Buffer.alloc(1024, 'pk'));
    await page.getByLabel('Tags').fill('archive, 2019');
    await press('Start the import');
    await page.getByText('The archive was cut off').waitFor();
    await inspect('imports-refused');
    stub.answers = { ...stub.answers, 'POST /v1/assets/import': { status: 202, json: IMPORT } };
    await press('Start the import');
    await page.waitForURL(`${stub.url}/imports/${ID}`);
    await headline(IMPORT.source);
    const sent = String(callsOf('POST /v1/assets/import').at(-1)?.body.toString('latin1'));
    for (const part of ['archive,2019', 'filename="pictures.zip"', 'pkpk']) expect(sent).toContain(part);
  });

  test('imports: a folder that the operator named, without a file', async () => {
    stub.answers = {
      ...SIGNED_IN,
      'GET /v1/imports': pageOf([IMPORT, { ...IMPORT, ...ENDED, id: ASSET.id, source: null }]),
      'POST /v1/assets/import': refusal(404, 'NOT_FOUND', 'There is no source of this name.'),
    };
    await open('/imports');
    await page.getByText('310 of 1,240 files: 300 new pictures, 8 registered before, 2 refused.').waitFor();
    await inspect('imports');
    await page.getByText('From a folder of the service').click();
    await page.getByLabel('Folder').fill('wire/2019');
    await press('Start the import');
    await page.getByText('There is no source of this name.').waitFor();
    expect(String(callsOf('POST /v1/assets/import')[0]?.body)).toContain('wire/2019');
    expect(String(callsOf('POST /v1/assets/import')[0]?.body)).not.toContain('filename');
  });

  test('import: it is looked after until its end; each file says what became of it, or why nothing', async () => {
    const states = [IMPORT, IMPORT, { ...IMPORT, ...ENDED }];
    stub.answers = {
      ...SIGNED_IN,
      [`GET ${PATH}`]: () => ok(states.length > 1 ? states.shift() : states[0]),
      [`GET ${PATH}/files`]: pageOf(FILES),
      [`GET ${PATH}/files?state=failed&page=1&page_size=50`]: pageOf([FILES[2]]),
    };
    await open(`/imports/${ID}`);
    await page.getByText('under way').waitFor();
    const refused = page.getByRole('listitem').filter({ hasText: 'minutes-of-the-meeting' });
    await refused.getByText('This is no JPEG, PNG, TIFF or WebP.').waitFor();
    for (const name of ['See the picture 2019/05/harbour.jpg', 'See the picture 2019/05/harbour (1).jpg'])
      expect(await page.getByRole('link', { name, exact: true }).getAttribute('href')).toBe(`/assets/${ASSET.id}`);
    await page.getByText('1,240 of 1,240 files').waitFor();
    expect(await page.getByRole('progressbar').count()).toBe(0);
    const asked = callsOf(`GET ${PATH}`).length;
    await inspect('import-done');
    await page.getByLabel('What became of it').selectOption('failed');
    await press('Find');
    await page.waitForURL(`${stub.url}/imports/${ID}?state=failed`);
    await expect.poll(() => page.getByRole('link', { name: /^See the picture/ }).count()).toBe(0);
    await refused.waitFor();
    expect(callsOf(`GET ${PATH}`).length, 'an import that has ended is not asked for again').toBe(asked);
  });

  test('import: a used-up quota pauses it, and a press lets it go on; cancelling takes two', async () => {
    let given: object = { ...IMPORT, state: 'paused', problem: 'The uploads of this month are used up (100).' };
    const answer = (state: string, ended_at: string | null) => (_call: Call) => {
      given = { ...IMPORT, state, ended_at };
      return ok(given);
    };
    stub.answers = {
      ...SIGNED_IN,
      [`GET ${PATH}`]: () => ok(given),
      [`GET ${PATH}/files`]: pageOf(FILES),
      [`POST ${PATH}/resume`]: answer('waiting', null),
      [`POST ${PATH}/cancel`]: answer('cancelled', IMPORT.created_at),
    };
    await open(`/imports/${ID}`);
    await page.getByText('The uploads of this month are used up (100).').waitFor();
    await inspect('import-paused');
    await press('Go on');
    await page.getByText('waits for its turn').waitFor();
    expect(await page.getByRole('button', { name: 'Go on' }).count()).toBe(0);
    await press(/^Cancel the import/);
    expect(callsOf(`POST ${PATH}/cancel`)).toHaveLength(0);
    await press(/^Cancel for good/);
    await page.getByText('cancelled', { exact: true }).waitFor();
    expect(await page.getByRole('button', { name: /^Cancel/ }).count()).toBe(0);
  });

  test('import: somebody else’s is not there; signed out, both pages lead to the sign-in', async () => {
    stub.answers = { ...SIGNED_IN, [`GET ${PATH}`]: refusal(404, 'IMPORT_NOT_FOUND', 'There is no such import.') };
    await open(`/imports/${ID}`);
    await page.getByRole('heading', { name: 'This is not here' }).waitFor();
    await inspect('import-missing');
    stub.answers = STRANGER;
    for (const address of ['/imports', `/imports/${ID}`]) {
      await open(address);
      await headline('Sign in');
      expect(new URL(page.url()).searchParams.get('next')).toBe(address);
    }
  });
});
