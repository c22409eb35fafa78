import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { canonicalJson } from '@assay/core/encoding/canonicalJson';
import { hashOf, manifestBytes, signedText, writeBundle } from '@assay/core/evidence/bundle';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { bundlePage } from '../../../../tools/buildBundlePage.ts';
import { CHROMIUM_PATH } from './browser.ts';

const ID = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f01';
const AT = '2026-11-20T12:00:00.000Z';
const bytesOf = (text: string) => new TextEncoder().encode(text);

async function bundle(): Promise<Uint8Array> {
  const said = {
    verification: { verification_id: ID, verified_at: AT, verdict: 'unknown', details: 'Nothing found.' },
  };
  const report = { ...said, digest: hashOf(bytesOf(canonicalJson(said))) };
  const files = [{ name: 'report.json', bytes: bytesOf(canonicalJson(report)) }];
  const pair = (await crypto.subtle.generateKey('Ed25519', true, ['sign', 'verify'])) as CryptoKeyPair;
  const publicKey = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey));
  const signedBy = Buffer.from(publicKey).toString('base64');
  const manifest = manifestBytes(files, { verification_id: ID, created_at: AT, signed_by: signedBy });
  const signature = await crypto.subtle.sign('Ed25519', pair.privateKey, new Uint8Array(signedText(manifest)));
  return writeBundle(files, manifest, { publicKey, signature: new Uint8Array(signature) });
}

describe.skipIf(!CHROMIUM_PATH)(
  'the page in a bundle, opened from a folder without a network',
  { timeout: 60_000 },
  () => {
    let browser: Browser;
    let page: Page;
    let folder: string;
    const asked: string[] = [];
    beforeAll(async () => {
      folder = await mkdtemp(path.join(tmpdir(), 'assay-bundle-page-'));
      await writeFile(path.join(folder, 'verify.html'), await bundlePage());
      browser = await chromium.launch({ executablePath: CHROMIUM_PATH ?? '', args: ['--no-sandbox'] });
      const context = await browser.newContext();
      await context.setOffline(true);
      page = await context.newPage();
      page.on('request', (request) => asked.push(request.url()));
      await page.goto(pathToFileURL(path.join(folder, 'verify.html')).href);
    });
    afterAll(async () => {
      await browser.close();
      await rm(folder, { recursive: true });
    });
    const check = async (bytes: Uint8Array) => {
      await page
        .locator('#file')
        .setInputFiles({ name: 'e.zip', mimeType: 'application/zip', buffer: Buffer.from(bytes) });
      await page.locator('#verdict:not(:empty)').waitFor();
      await page.waitForFunction(() => document.getElementById('verdict')?.textContent !== '…');
      return page.locator('#verdict').textContent();
    };

    test('a good bundle holds, a changed one does not, and anything else is named', async () => {
      const good = await bundle();
      expect(await check(good)).toBe('All of it holds.');
      expect(await page.locator('#result').textContent()).toContain('Verdict: unknown. Nothing found.');
      const changed = good.slice();
      changed[Buffer.from(changed).indexOf('Nothing')]! ^= 1;
      expect(await check(changed)).toBe('It does not hold.');
      expect(await page.locator('li.bad').allTextContents()).toContainEqual(expect.stringContaining('report.json'));
      expect(await check(bytesOf('no zip'))).toContain('it is no ZIP file');
      expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
    });
  },
);
