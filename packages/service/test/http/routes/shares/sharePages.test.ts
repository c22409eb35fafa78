import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { builtPages } from '../../builtPages.ts';

type Json = Record<string, unknown>;
const BROWSER = { accept: 'text/html,application/xhtml+xml' };
const TITLE = 'Harbour <b>"at" dawn</b>';

let folder: string;
let service: TestService;
let ada: Account;
let assetId: string;

const open = (url: string, headers: Record<string, string> = BROWSER) =>
  service.app.inject({ method: 'GET', url, headers });
const post = async (url: string, who: Account | null, picture: string | null, payload: Json = {}): Promise<Json> => {
  const form =
    picture === null
      ? null
      : formOf([
          { name: 'title', value: TITLE },
          { name: 'file', value: toyPicture(picture), fileName: 'a.jpg' },
        ]);
  const answer = await service.app.inject({
    method: 'POST',
    url,
    payload: form?.payload ?? payload,
    headers: { ...form?.headers, ...who?.headers },
  });
  return answer.json();
};
const linkTo = async (place: string): Promise<Json & { path: string }> => {
  const made = await post(place, ada, null);
  return { ...made, path: new URL(String(made.url)).pathname };
};

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-shown-'));
  const webPages = await builtPages(folder, ['/', '/s/:token', '/r/:verificationId']);
  service = await startTestService({ webPages });
  ada = await openAccount(service, 'ada@example.org');
  assetId = String((await post('/v1/assets/', ada, 'harbour')).id);
});
afterAll(async () => {
  await service.app.close();
  await rm(folder, { recursive: true, force: true });
});

describe('pages of links', () => {
  test('200: a shared result says its verdict without script, and to what shows links', async () => {
    const { verification_id } = await post('/v1/verify/', ada, 'harbour');
    const link = await linkTo(`/v1/verify/${verification_id}/share`);
    const page = await open(link.path);
    expect(page.statusCode, page.body).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.body).toContain('<h1>Matches a registered original</h1>');
    expect(page.body).toContain('<meta property="og:title" content="Matches a registered original">');
    expect(page.body).toContain(`<meta property="og:url" content="${link.url}">`);
    expect(page.body).toContain('<title>Matches a registered original – Assay</title>');
    expect(page.headers['cache-control']).toBe('no-store');
    expect(page.headers['x-robots-tag']).toBe('noindex');
  });

  test('200: without script it speaks the language of the browser, from right to left where that is so', async () => {
    const { verification_id } = await post('/v1/verify/', ada, 'harbour');
    const link = await linkTo(`/v1/verify/${verification_id}/share`);
    const german = await open(link.path, { ...BROWSER, 'accept-language': 'de-AT, en;q=0.5' });
    expect(german.body).toContain('<h1>Stimmt mit einem registrierten Original überein</h1>');
    expect(german.body).toContain('<html lang="de" dir="ltr">');
    expect(german.body).toContain(
      '<p class="lead">Die Datei ist Byte für Byte eine, die dieser Dienst aufbewahrt oder ausgeliefert hat.</p>',
    );
    expect([german.headers['content-language'], german.headers.vary]).toEqual([
      'de',
      expect.stringMatching(/language/),
    ]);
    const arabic = await open('/s/nonsense', { ...BROWSER, 'accept-language': 'ar' });
    expect(arabic.body).toContain('<h1>لا يوجد رابط كهذا</h1>');
    expect(arabic.body).toContain('<html lang="ar" dir="rtl"');
  });

  test('200: a shared picture, whose title is text and no markup, with its preview; withdrawn, it says so first', async () => {
    const link = await linkTo(`/v1/assets/${assetId}/share`);
    const page = (await open(link.path)).body;
    expect(page).toContain('<h1>Harbour &lt;b&gt;&quot;at&quot; dawn&lt;/b&gt;</h1>');
    expect(page).toContain('This picture is registered here.');
    expect(page).toMatch(/<dd><code>[\da-f]{64}<\/code><\/dd>/);
    expect(page).toMatch(/<meta property="og:image" content="http:\/\/assay\.test\/v1\/storage\/signed\/[^"]+">/);
    expect(page).not.toMatch(/example\.org|a\.jpg/);
    await post(`/v1/assets/${assetId}/revoke`, ada, null, { reason: 'Wrong caption' });
    expect((await open(link.path)).body).toMatch(
      /withdrawn this picture on \d{4}-\d\d-\d\d \d\d:\d\d UTC: Wrong caption/,
    );
    expect((await open(`${link.path}/badge.svg`)).body).toContain('Withdrawn by its owner');
    await post(`/v1/assets/${assetId}/restore`, ada, null);
  });

  test('200: the same address is JSON to programs', async () => {
    const link = await linkTo(`/v1/assets/${assetId}/share`);
    const answer = await open(link.path, { accept: '*/*' });
    expect(answer.json()).toMatchObject({ kind: 'asset', asset: { id: assetId } });
    expect(answer.headers.vary).toContain('accept');
  });

  test('410 and 404: a revoked link and one that never was say so as pages, and as JSON', async () => {
    const link = await linkTo(`/v1/assets/${assetId}/share`);
    const headers = ada.headers;
    await service.app.inject({ method: 'DELETE', url: `/v1/assets/${assetId}/share/${link.id}`, headers });
    const gone = await open(link.path);
    expect([gone.statusCode, /<h1>(.*)<\/h1>/.exec(gone.body)?.[1]]).toEqual([410, 'This link has ended']);
    expect((await open(link.path, {})).json()).toMatchObject({ error_code: 'GONE' });
    const missing = await open('/s/nonsense');
    expect([missing.statusCode, /<h1>(.*)<\/h1>/.exec(missing.body)?.[1]]).toEqual([404, 'There is no such link']);
    expect((await open('/s/nonsense/badge.svg')).statusCode).toBe(404);
  });

  test('200: a check without an account is read again by whoever has its id, one of a person by nobody else', async () => {
    const strangers = (await post('/v1/verify/', null, 'harbour')).verification_id;
    const page = await open(`/r/${strangers}`);
    expect([page.statusCode, /<h1>(.*)<\/h1>/.exec(page.body)?.[1]]).toEqual([200, 'Matches a registered original']);
    expect((await open(`/r/${strangers}`, {})).json()).toMatchObject({ verification_id: strangers, asset_id: null });
    expect((await open(`/v1/verify/${strangers}`, {})).json()).toMatchObject({ verification_id: strangers });

    const own = (await post('/v1/verify/', ada, 'harbour')).verification_id;
    expect((await open(`/r/${own}`, {})).statusCode).toBe(404);
    expect((await open(`/v1/verify/${own}`, {})).statusCode).toBe(404);
    // Its script knows the reader; what comes before it tells nothing.
    const unread = await open(`/r/${own}`);
    expect([unread.statusCode, /<h1>(.*)<\/h1>/.exec(unread.body)?.[1]]).toEqual([404, 'No such result here']);
    expect(unread.body).not.toContain('Matches');
    // One that was never made answers the same.
    const never = await open('/r/018f0000-0000-7000-8000-000000000000');
    expect([never.statusCode, never.body]).toEqual([404, unread.body]);
    expect((await open('/r/nonsense')).statusCode).toBe(404);
  });

  test('200: badge and QR code are pictures that other sites may show', async () => {
    const link = await linkTo(`/v1/assets/${assetId}/share`);
    for (const [name, words] of [
      ['badge.svg', 'Registered picture'],
      ['qr.svg', '<path'],
    ] as const) {
      const picture = await open(`${link.path}/${name}`);
      expect(picture.headers['content-type']).toBe('image/svg+xml');
      expect(picture.headers['cross-origin-resource-policy']).toBe('cross-origin');
      expect(picture.body).toContain(words);
    }
  });
});
