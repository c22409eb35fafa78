import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { chromium, type Browser, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hostileBundles } from '../../../core/test/evidence/hostileBundles.ts';
import { signedBundle } from '../../../core/test/evidence/signedBundle.ts';
import { bundlePage } from '../../../../tools/buildBundlePage.ts';
import { CHROMIUM_PATH } from './browser.ts';

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
    let number = 0;
    /** A browser tells the page nothing of a file that it has chosen already, so each has a name of its own. */
    const checkBytes = async (bytes: Uint8Array) => {
      const file = path.join(folder, `${++number}.zip`);
      await writeFile(file, bytes);
      return checkFile(file);
    };
    const checkFile = async (file: string) => {
      await page.locator('#file').setInputFiles(file);
      await page.locator('#verdict:not(:empty)').waitFor();
      await page.waitForFunction(() => document.getElementById('verdict')?.textContent !== '…');
      return page.locator('#verdict').textContent();
    };

    test('a good bundle holds, a changed one does not, and anything else is named', async () => {
      const good = signedBundle();
      expect(await checkBytes(good)).toBe('All of it holds.');
      expect(await page.locator('#result').textContent()).toContain('Verdict: unknown. Nothing was found.');
      const changed = good.slice();
      changed[Buffer.from(changed).indexOf('Nothing')]! ^= 1;
      expect(await checkBytes(changed)).toBe('It does not hold.');
      expect(await page.locator('li.bad').allTextContents()).toContainEqual(expect.stringContaining('report.json'));
      expect(await checkBytes(Buffer.from('no zip'))).toContain('it is no ZIP file');
      expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
    });

    test.each(hostileBundles())('$what: the page says it', async ({ bytes, says, isRefused }) => {
      const verdict = await checkBytes(bytes);
      if (isRefused) {
        expect(verdict).toContain('This is no bundle that can be checked');
        expect(verdict).toMatch(says);
        return expect(await page.locator('#claims li').count()).toBe(0);
      }
      expect(verdict).toBe('It does not hold.');
      expect(await page.locator('li.bad').allTextContents()).toContainEqual(expect.stringMatching(says));
    });

    test('a file that is larger than any bundle is refused before it is read', async () => {
      const large = path.join(folder, 'large.zip');
      const file = await open(large, 'w');
      await file.truncate(3 * 2 ** 30).finally(() => file.close());
      expect(await checkFile(large)).toMatch(/it has 3221225472 bytes, and at most/);
    });
  },
);
