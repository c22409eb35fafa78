import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ADDRESS } from '../../src/addresses.ts';
import { AUTHENTIC } from '../pages/verify/results.ts';
import { OF_STORIED_ASSET } from './assetReplies.ts';
import { builtPage, CHROMIUM_PATH, launchChromium } from './browser.ts';
import { ASSET, ok, pageOf, PUBLIC_ASSET, shared, SIGNED_IN } from './replies.ts';
import { STRANGER, type StubService, startStubService } from './stubService.ts';

/** docs/spec/web.md#addresses. */
const START_BYTES_MAX = 120_000;

describe.skipIf(!CHROMIUM_PATH)('what pages load', { timeout: 180_000 }, () => {
  let folder: string;
  let stub: StubService;
  let browser: Browser;
  beforeAll(async () => {
    folder = await builtPage();
    stub = await startStubService(folder);
    browser = await launchChromium();
  });
  afterAll(async () => {
    await browser?.close();
    await stub?.close();
  });

  /** Bytes of script, as brotli leaves them. */
  async function scriptBytes(address: string, locale = 'en-GB'): Promise<number> {
    const page = await browser.newPage({ locale });
    const names = new Set<string>();
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.endsWith('.js')) names.add(pathname);
    });
    await page.goto(stub.url + address, { waitUntil: 'networkidle' });
    await page.locator('.served').waitFor({ state: 'detached' });
    await page.close();
    const files = await Promise.all([...names].map((name) => compressedOf(path.join(folder, name))));
    return files.reduce((sum, bytes) => sum + bytes, 0);
  }

  /** A file too small to be compressed counts whole. */
  const compressedOf = async (file: string) => (await readFile(`${file}.br`).catch(() => readFile(file))).length;

  test('the start loads at most 120 KB of compressed script, and so does every other page that is opened first', async () => {
    const sizes = new Map<string, number>();
    for (const [answers, addresses] of [
      [
        STRANGER,
        [ADDRESS.verify, ADDRESS.login, ADDRESS.register, ADDRESS.forgotPassword, ADDRESS.invitation, '/s/tok'],
      ],
      [SIGNED_IN, [ADDRESS.verify, ADDRESS.account, ADDRESS.upload, ADDRESS.gallery, ADDRESS.keys, ADDRESS.history]],
      [SIGNED_IN, [ADDRESS.usage, ADDRESS.asset.replace('$assetId', ASSET.id)]],
    ] as const) {
      stub.answers = {
        ...answers,
        'GET /v1/shared/tok': shared(PUBLIC_ASSET, null),
        'GET /v1/webhooks/': pageOf([]),
        'GET /v1/verify/history': pageOf([]),
      };
      for (const address of addresses) sizes.set(address, await scriptBytes(address));
    }
    expect(Math.min(...sizes.values())).toBeGreaterThan(10_000);
    expect(Object.fromEntries([...sizes].filter(([, bytes]) => bytes > START_BYTES_MAX))).toEqual({});
  });

  test.each(['en-GB', 'de', 'zh', 'ar'])(
    'a result at its own address too, for strangers and its maker, in %s',
    async (locale) => {
      for (const answers of [STRANGER, SIGNED_IN]) {
        const more = { 'GET /v1/verify/id/share': pageOf([]) };
        stub.answers = {
          ...answers,
          ...more,
          'GET /v1/verify/id': ok(AUTHENTIC),
          'GET /v1/shared/tok': shared(null, AUTHENTIC),
        };
        for (const address of ['/r/id', '/s/tok'])
          expect(await scriptBytes(address, locale)).toBeLessThanOrEqual(START_BYTES_MAX);
      }
    },
  );

  test.each(['en-GB', 'de', 'zh', 'ar'])('a registered picture too, in %s', async (locale) => {
    stub.answers = { ...SIGNED_IN, ...OF_STORIED_ASSET };
    const address = ADDRESS.asset.replace('$assetId', ASSET.id);
    expect(await scriptBytes(address, locale)).toBeLessThanOrEqual(START_BYTES_MAX);
  });

  test('what lies compressed beside a file is that file', async () => {
    const html = await readFile(path.join(folder, 'served/en/start.html'), 'utf8');
    const [, script] = /href="(\/assets\/base-[^"]+\.js)"/.exec(html) ?? [];
    const file = path.join(folder, String(script));
    const content = await readFile(file);
    expect(brotliDecompressSync(await readFile(`${file}.br`)).equals(content)).toBe(true);
    expect(gunzipSync(await readFile(`${file}.gz`)).equals(content)).toBe(true);
  });
});
