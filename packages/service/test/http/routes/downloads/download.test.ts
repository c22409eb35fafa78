import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { attachment, parseRange } from '../../../../src/http/reply/fileReply.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';

let service: TestService;
let ada: Account;
let asset: { id: string; preview_url: string; watermarked_storage_url: string };
const ORIGINAL = toyPicture('harbour');

beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
  const form = formOf([{ name: 'file', value: ORIGINAL, fileName: 'Häfen (1).jpg' }]);
  const headers = { ...form.headers, ...ada.headers };
  asset = (await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers })).json();
});
afterAll(() => service.app.close());

const get = (url: string, headers: Record<string, string> = ada.headers) =>
  service.app.inject({ method: 'GET', url: url.replace('http://assay.test', ''), headers });
const codeOf = (answer: { json(): unknown }) => (answer.json() as { error_code: string }).error_code;

describe('download with a credential', () => {
  test('200: without a variant the marked file, with validators, digest and a safe name', async () => {
    for (const url of [`/v1/assets/${asset.id}/download`, `/v1/storage/assets/${asset.id}/download/`]) {
      const answer = await get(url);
      expect(answer.body).toBe(`${ORIGINAL.toString()} MARK ${asset.id}`);
      const sha256 = createHash('sha256').update(answer.rawPayload).digest();
      expect(answer.headers.etag).toBe(`"${sha256.toString('hex')}"`);
      expect(answer.headers['repr-digest']).toBe(`sha-256=:${sha256.toString('base64')}:`);
      expect(answer.headers['content-type']).toBe('image/jpeg');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['content-security-policy']).toContain('sandbox');
      expect(answer.headers['content-disposition']).toBe(
        `attachment; filename="H_fen (1).watermarked.jpg"; filename*=UTF-8''H%C3%A4fen%20%281%29.watermarked.jpg`,
      );
    }
  });

  test('200: the original byte for byte, and a preview with a digest of its own', async () => {
    const original = await get(`/v1/assets/${asset.id}/download?variant=original`);
    expect(original.rawPayload.equals(ORIGINAL)).toBe(true);
    const preview = await get(`/v1/assets/${asset.id}/download?variant=preview`);
    expect(preview.headers['content-type']).toBe('image/webp');
    expect(preview.headers.etag).toBe(`"${createHash('sha256').update(preview.rawPayload).digest('hex')}"`);
  });

  test('200: HEAD tells the headers of the file and sends none of it', async () => {
    const url = `/v1/assets/${asset.id}/download?variant=original`;
    const answer = await service.app.inject({ method: 'HEAD', url, headers: ada.headers });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
    expect(answer.headers['content-length']).toBe(String(ORIGINAL.length));
  });

  test('302: who asks for it is sent to the store, where that gives files itself; else the file comes as always', async () => {
    const url = `/v1/assets/${asset.id}/download?variant=original&redirect=true`;
    expect((await get(url)).body).toBe(ORIGINAL.toString());
    const { open } = service.ports.files;
    const asked: unknown[] = [];
    service.ports.files.open = async (...given) => {
      const file = await open(...given);
      const link = async (answer: object) => {
        asked.push(answer);
        return 'https://store.example.org/picture?signature=1';
      };
      return file && { ...file, link };
    };
    try {
      const sent = await get(url);
      expect([sent.statusCode, sent.headers.location, sent.headers['cache-control']]).toEqual([
        302,
        'https://store.example.org/picture?signature=1',
        'no-store',
      ]);
      expect(asked).toEqual([
        { mimeType: 'image/jpeg', disposition: expect.stringContaining('attachment; filename='), seconds: 60 },
      ]);
      expect((await get(url.replace('true', 'false'))).statusCode).toBe(200);
      // The permission is asked for as always.
      expect((await get(url, {})).statusCode).toBe(401);
    } finally {
      service.ports.files.open = open;
    }
  });

  test('422: an unknown variant', async () => {
    expect((await get(`/v1/assets/${asset.id}/download?variant=raw`)).statusCode).toBe(422);
  });

  test('304: unchanged since If-None-Match', async () => {
    const { etag } = (await get(`/v1/assets/${asset.id}/download`)).headers;
    const answer = await get(`/v1/assets/${asset.id}/download`, { ...ada.headers, 'if-none-match': String(etag) });
    expect([answer.statusCode, answer.body]).toEqual([304, '']);
  });

  test('206: parts put together give the whole; If-Range with an old tag gives all', async () => {
    const url = `/v1/assets/${asset.id}/download?variant=original`;
    const part = async (range: string) => get(url, { ...ada.headers, range });
    const head = await part('bytes=0-3');
    const tail = await part('bytes=4-');
    expect([head.statusCode, head.headers['content-range']]).toEqual([206, `bytes 0-3/${ORIGINAL.length}`]);
    expect(head.body + tail.body).toBe(ORIGINAL.toString());
    expect((await part('bytes=-4')).body).toBe(ORIGINAL.toString().slice(-4));
    const conditional = await get(url, { ...ada.headers, range: 'bytes=0-3', 'if-range': '"old"' });
    expect([conditional.statusCode, conditional.body]).toEqual([200, ORIGINAL.toString()]);
  });

  test('416: a range behind the end names the size', async () => {
    const answer = await get(`/v1/assets/${asset.id}/download?variant=original`, {
      ...ada.headers,
      range: 'bytes=999-',
    });
    expect([answer.statusCode, codeOf(answer)]).toEqual([416, 'RANGE_NOT_SATISFIABLE']);
    expect(answer.headers['content-range']).toBe(`bytes */${ORIGINAL.length}`);
  });
});

describe('signed links', () => {
  test('200: work without a credential and may be shown by other sites', async () => {
    const answer = await get(asset.watermarked_storage_url, {});
    expect(answer.statusCode).toBe(200);
    expect(answer.headers['cross-origin-resource-policy']).toBe('cross-origin');
    expect((await get(asset.preview_url, {})).headers['content-type']).toBe('image/webp');
  });

  test('a cache between may keep what they show, never longer than they work, and no original', async () => {
    const cached = async (url: string) => (await get(url, {})).headers['cache-control'];
    expect(await cached(asset.preview_url)).toBe('public, max-age=300');
    const { payload } = await service.app.inject({
      method: 'POST',
      url: `/v1/storage/assets/${asset.id}/signed-url`,
      headers: ada.headers,
      payload: { variant: 'original', expires_in: 60 },
    });
    const { url } = JSON.parse(payload) as { url: string };
    expect(await cached(url)).toMatch(/^private, max-age=(60|59)$/);
    expect((await get(`/v1/assets/${asset.id}/download`)).headers['cache-control']).toBe('private, max-age=300');
  });

  test('404: a changed link is none; 410: an old one has expired', async () => {
    const token = asset.preview_url.split('/').at(-1) as string;
    const changed = `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
    expect(codeOf(await get(`/v1/storage/signed/${changed}`, {}))).toBe('LINK_NOT_FOUND');
    service.ports.clock.advance(21 * 60_000);
    const expired = await get(asset.preview_url, {});
    expect([expired.statusCode, codeOf(expired)]).toEqual([410, 'GONE']);
  });
});

describe('parseRange', () => {
  test.each([
    [undefined, null],
    ['bytes=0-0', { start: 0, end: 0 }],
    ['bytes=5-999', { start: 5, end: 9 }],
    ['bytes=-3', { start: 7, end: 9 }],
    ['bytes=-99', { start: 0, end: 9 }],
    ['bytes=5-2', null],
    ['bytes=0-1,4-5', null],
    ['lines=0-1', null],
    ['bytes=-', null],
  ])('%s of ten bytes', (header, range) => {
    expect(parseRange(header, 10)).toEqual(range);
  });

  test.each(['bytes=10-', 'bytes=-0'])('%s of ten bytes cannot be satisfied', (header) => {
    expect(() => parseRange(header, 10)).toThrow('RANGE_NOT_SATISFIABLE');
  });
});

test('attachment: no name can break out of the header', () => {
  for (const name of ['a"; x=y', 'a\\b', 'a%22b', 'ü'])
    expect(attachment(name)).toMatch(/^attachment; filename="[^"\\%]*"; filename\*=UTF-8''[\w.%~!#$&+^`|-]*$/);
});
