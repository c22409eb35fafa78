import { mkdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { verifyReceipt } from '@assay/sdk/receipt';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ServiceProcess, startServiceProcess } from '../../../service/test/process/serviceProcess.ts';
import {
  buildServedPage,
  CHROMIUM_PATH,
  draw,
  launchChromium,
  SCREENSHOTS,
  violationsInBothThemes,
} from './browser.ts';
import { landscapePng } from './landscape.ts';

const [WIDTH, HEIGHT] = [900, 600];
/** What is laid over the picture, and what is copied there, in its pixels: 4 % of the area. */
const EDIT = { x: 380, y: 280, w: 160, h: 135, fromX: 45, fromY: 30 };

const scenePng = (seed: number) => landscapePng(seed, WIDTH, HEIGHT);

describe.skipIf(!CHROMIUM_PATH)('the page in Chromium, on the real service', { timeout: 120_000 }, () => {
  let folder: string;
  let service: ServiceProcess;
  let browser: Browser;
  let page: Page;
  let delivered: Buffer;

  beforeAll(async () => {
    if (SCREENSHOTS) mkdirSync(SCREENSHOTS, { recursive: true });
    folder = await mkdtemp(path.join(os.tmpdir(), 'assay-page-'));
    await buildServedPage();
    service = await startServiceProcess(folder);
    const client = new AssayClient({ baseUrl: service.url });
    await client.register({ email: 'page@example.org', password: 'seventeen frogs' });
    const { access_token: token } = await client.login('page@example.org', 'seventeen frogs');
    const picture = new File([new Uint8Array(scenePng(11))], 'valley.png');
    const asset = await client.upload(picture, { blockchainCommit: true });
    // The page asks as a stranger; the record is shown to strangers whose asset may be named.
    const named = await fetch(`${service.url}/v1/organizations/${asset.organization_id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ public_asset_ids: true }),
    });
    expect(named.status, await named.text()).toBe(200);
    delivered = Buffer.from(await (await client.download(asset.id)).blob.arrayBuffer());
    browser = await launchChromium();
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
    context.setDefaultTimeout(60_000);
    page = await context.newPage();
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.kill();
    await rm(folder, { recursive: true, force: true });
  });

  const seeHeadline = (text: string) => page.getByRole('heading', { level: 1, name: text }).waitFor();

  /** Drops these bytes on a fresh page; with `edit`, a copy in which a piece of the picture lies over another. */
  async function drop(bytes: Buffer, edit: typeof EDIT | null = null): Promise<void> {
    await page.goto(service.url);
    await seeHeadline('Is this the picture that was registered?'); // until then nobody listens for what is dropped
    const dataTransfer = await page.evaluateHandle(
      async ([base64, edit]) => {
        const original = new Blob([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))]);
        const transfer = new DataTransfer();
        const bitmap = await createImageBitmap(original);
        const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
        const context = canvas.getContext('2d')!;
        context.drawImage(bitmap, 0, 0);
        if (edit) context.drawImage(bitmap, edit.fromX, edit.fromY, edit.w, edit.h, edit.x, edit.y, edit.w, edit.h);
        const blob = edit ? await canvas.convertToBlob({ type: 'image/png' }) : original;
        transfer.items.add(new File([blob], 'dropped.png', { type: 'image/png' }));
        return transfer;
      },
      [bytes.toString('base64'), edit] as const,
    );
    await page.dispatchEvent('body', 'drop', { dataTransfer });
  }
  const finish = async (name: string) => {
    await page.evaluate(() => window.scrollTo(0, 0)); // or what sticks to the window is drawn far down
    await draw(page, `real-${name}`);
    expect(await violationsInBothThemes(page)).toEqual([]);
  };

  test('the delivered file matches, with certainty', async () => {
    await drop(delivered);
    await seeHeadline('Matches a registered original');
    await page.getByText('Certain, 100%', { exact: true }).waitFor();
    await page.getByText('Same bytes as a registered file').waitFor();
    // Nothing was compared, so there is no map to speak of.
    expect(await page.getByText('The tamper map marks no region.').count()).toBe(0);
    await page.getByText('Recorded, and the signature is valid').waitFor();
    await page.getByRole('button', { name: 'Look at the record' }).click();
    await page.getByText('Your browser checked the proof by itself: all of it holds.').waitFor();
    await page.getByText('Ledger: kept by this service itself, no public chain').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the proof (JSON)' }).click(),
    ]);
    const proof = JSON.parse(await readFile(await download.path(), 'utf8')) as unknown;
    expect(await verifyReceipt(proof, { picture: new Uint8Array(delivered) })).toMatchObject({
      holds: true,
      missing: [],
    });
    await finish('authentic');
  });

  test('a copy with a region pasted over is called altered, and the map shines there', async () => {
    await drop(delivered, EDIT);
    await seeHeadline('Altered or falsely marked');
    const map = page.getByRole('img', { name: /Tamper map/ });
    await page.waitForFunction(() => document.querySelector('canvas')!.width > 0);
    const alphaAt = (x: number, y: number) =>
      map.evaluate(
        (canvas: HTMLCanvasElement, [x, y]) =>
          canvas.getContext('2d')!.getImageData(x! * canvas.width, y! * canvas.height, 1, 1).data[3]!,
        [x / WIDTH, y / HEIGHT],
      );
    const inside = await alphaAt(EDIT.x + EDIT.w / 2, EDIT.y + EDIT.h / 2);
    expect(inside).toBeGreaterThan(128);
    expect(await alphaAt(100, HEIGHT - 100)).toBeLessThan(inside / 2);
    await page.getByRole('button', { name: /Region 1/ }).click();
    await finish('forged');
  });

  test('a picture that nobody registered is unknown, not fake', async () => {
    await drop(scenePng(12));
    await seeHeadline('No registered original found');
    await finish('unknown');
  });

  test('a text is refused with what to do', async () => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'Check another picture' }).click(),
    ]);
    await chooser.setFiles({ name: 'notes.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no picture') });
    await seeHeadline('This file type cannot be checked');
    await finish('refused');
  });
});
