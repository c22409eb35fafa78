import type { Page } from 'playwright-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { AUTHENTIC, FORGED, UNKNOWN } from '../pages/verify/results.ts';
import { accessibilityViolations, CHROMIUM_PATH, draw, SKIP_REASON } from './browser.ts';
import { GENUINE_PNG, HEIGHT, SPLICED_PNG, tamperMapPng, WIDTH } from './pictures.ts';
import { withStubPage } from './stubPage.ts';
import type { StubService } from './stubService.ts';

const ok = (json: unknown) => ({ status: 200, json });
const refusal = (status: number, error_code: string, detail: string, headers: Record<string, string> = {}) => ({
  status,
  headers,
  json: { detail, error_code, timestamp: '2026-11-20T10:00:00.000Z', request_id: 'req-4711' },
});
/** The queue is full; come back after so many seconds. */
const busy = (retryAfter: string) =>
  refusal(503, 'SERVICE_UNAVAILABLE', 'The queue is full', { 'retry-after': retryAfter });
const file = (buffer: Buffer, name = 'harbour.png', mimeType = 'image/png') => ({ name, mimeType, buffer });

if (!CHROMIUM_PATH) process.stderr.write(`packages/web/test/e2e: ${SKIP_REASON}\n`);

describe.skipIf(!CHROMIUM_PATH)('the page in Chromium, against a stub of the service', { timeout: 120_000 }, () => {
  const { page: pageOf, stub: stubOf, plainUrl, inspect: inspectState, headline: seeHeadline } = withStubPage();
  let page: Page;
  let stub: StubService;
  beforeEach(async () => {
    [page, stub] = [pageOf(), stubOf()];
    await page.goto(stub.url);
    // Before it is drawn nothing listens to what is dropped or pasted.
    await seeHeadline('Is this the picture that was registered?');
  });

  const choose = async (picture = file(GENUINE_PNG)) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: /^(Choose|Check)/ }).click(),
    ]);
    await chooser.setFiles(picture);
  };
  const headline = () => page.getByRole('heading', { level: 1 });
  const transferOf = (buffer: Buffer, name: string, type: string) =>
    page.evaluateHandle(
      ([base64, name, type]) => {
        const transfer = new DataTransfer();
        const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
        transfer.items.add(new File([bytes], name, { type }));
        return transfer;
      },
      [buffer.toString('base64'), name, type] as const,
    );

  test('idle: invites, promises privacy, and says what a check does not prove', async () => {
    expect(await page.title()).toBe('Assay – check a picture');
    await page.getByText('The image is not kept').waitFor();
    await page.getByRole('heading', { name: 'What this does not prove' }).waitFor();
    await inspectState('idle');
  });

  test('authentic: the verdict in words, with confidence, reason, time, and each piece of evidence', async () => {
    stub.replies = [ok(AUTHENTIC)];
    await choose();
    await seeHeadline('Matches a registered original');
    expect(await page.getByRole('status').first().textContent()).toBe(
      'Verdict: Matches a registered original. Confidence Very high, 97%.',
    );
    await page.getByText(AUTHENTIC.details, { exact: true }).waitFor();
    await page.getByText('20 November 2026 at 10:15:30 UTC').waitFor();
    await page.getByText('This can change').waitFor();
    const evidence = page.getByRole('region', { name: 'Evidence, and how we know' });
    expect(await evidence.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Exact file',
      'Watermark, track A',
      'Watermark, track B',
      'Watermark, track C',
      'Fingerprint',
      'Changes to the picture',
      'Ledger',
      'Content Credentials (C2PA)',
      'Metadata',
    ]);
    expect(stub.bodies[0]?.toString('latin1')).toMatch(/name="include_tamper_map"\r\n\r\ntrue/);
    expect(stub.bodies[0]?.includes(GENUINE_PNG)).toBe(true);
    await inspectState('authentic');
  });

  test('authentic, byte for byte: there is no difference to draw, so there are no controls of a map', async () => {
    const exact = { ...AUTHENTIC, confidence: 1, tamper_map: tamperMapPng().toString('base64') };
    const said = {
      kind: 'exact_file',
      state: 'for',
      statement: 'Byte for byte the original.',
      asset_id: null,
    } as const;
    stub.replies = [ok({ ...exact, evidence: [said, ...AUTHENTIC.evidence] })];
    await choose();
    await seeHeadline('Matches a registered original');
    await page.getByText('There is no tamper map: there is no difference to show.').waitFor();
    expect(await page.getByRole('slider').count()).toBe(0);
    expect(await page.getByText('The tamper map marks no region.').count()).toBe(0);
  });

  test('forged: the map lies over the picture, the slider fades it, regions are listed and marked', async () => {
    stub.replies = [ok({ ...FORGED, tamper_map: tamperMapPng().toString('base64') })];
    await choose(file(SPLICED_PNG));
    await seeHeadline('Altered or falsely marked');
    const map = page.getByRole('img', { name: /Tamper map/ });
    const sizes = await page.evaluate(() => {
      const [image, canvas] = [document.querySelector('.picture img')!, document.querySelector('canvas')!];
      return [image.getBoundingClientRect(), canvas.getBoundingClientRect()].map(({ x, y, width, height }) => ({
        x,
        y,
        width,
        height,
      }));
    });
    for (const side of ['x', 'y', 'width', 'height'] as const) expect(sizes[1]![side]).toBeCloseTo(sizes[0]![side], 0);
    const alphaAt = (x: number, y: number) =>
      map.evaluate(
        (canvas: HTMLCanvasElement, [x, y]) => canvas.getContext('2d')!.getImageData(x!, y!, 1, 1).data[3],
        [x / 2, y / 2],
      );
    expect(await alphaAt(380, 270)).toBe(255);
    expect(await alphaAt(WIDTH - 10, HEIGHT - 10)).toBe(0);

    const opacity = () => map.evaluate((canvas) => Number(getComputedStyle(canvas).opacity));
    const slider = page.getByRole('slider', { name: 'Tamper map opacity' });
    expect(await opacity()).toBe(0.8);
    await slider.press('ArrowLeft');
    expect(await opacity()).toBe(0.75);
    expect(await slider.getAttribute('aria-valuetext')).toBe('75%');
    await slider.press('Home');
    expect(await opacity()).toBe(0);
    await slider.fill('80');

    const region = page.getByRole('button', { name: /Region 1/ });
    expect(await region.textContent()).toContain('160 × 120 px at x 300, y 210');
    await region.press('Enter');
    expect(await region.getAttribute('aria-pressed')).toBe('true');
    expect(await page.locator('.region-marked').count()).toBe(1);
    await inspectState('forged');
    await page.getByLabel('Show the picture in grey').check();
    expect(await page.locator('.picture img').evaluate((image) => getComputedStyle(image).filter)).toBe('grayscale(1)');
    await draw(page, 'forged-grey');
  });

  test('forged, in a format that the browser cannot show: the map stands alone and the rest is there', async () => {
    stub.replies = [ok({ ...FORGED, tamper_map: tamperMapPng().toString('base64') })];
    await choose(file(Buffer.from('II*\0 a TIFF to Chromium'), 'scan.tif', 'image/tiff'));
    await page.getByText('This browser cannot show this file.').waitFor();
    const box = await page.getByRole('img', { name: /Tamper map/ }).boundingBox();
    expect(box!.width / box!.height).toBeCloseTo(WIDTH / HEIGHT, 1);
    await page.getByRole('button', { name: /Region 1/ }).waitFor();
    expect(await accessibilityViolations(page)).toEqual([]);
  });

  test('unknown, from a file dropped on the page: never called fake, and says what to do next', async () => {
    stub.replies = [ok(UNKNOWN)];
    const dataTransfer = await transferOf(GENUINE_PNG, 'dropped.png', 'image/png');
    await page.dispatchEvent('footer', 'dragover', { dataTransfer });
    await page.getByText('Drop pictures to check them').waitFor();
    await draw(page, 'dragging', false);
    await page.dispatchEvent('footer', 'drop', { dataTransfer });
    await seeHeadline('No registered original found');
    expect(await page.getByText('Drop pictures to check them').count()).toBe(0);
    await page.getByText('This does not mean that the picture is fake').waitFor();
    await page.getByText('There is no tamper map').waitFor();
    expect(await page.title()).toBe('No registered original found – Assay');
    await inspectState('unknown');
  });

  test('a pasted picture is checked, pasted text is not', async () => {
    stub.replies = [ok(UNKNOWN)];
    const paste = async (clipboardData: Awaited<ReturnType<typeof transferOf>>) =>
      page.evaluate(
        (clipboardData) => document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true })),
        clipboardData,
      );
    await paste(await page.evaluateHandle(() => new DataTransfer()));
    expect(await headline().textContent()).toBe('Is this the picture that was registered?');
    await paste(await transferOf(GENUINE_PNG, 'image.png', 'image/png'));
    await seeHeadline('No registered original found');
  });

  test('a file that is no picture is refused before it is sent; a text named .jpg by the service', async () => {
    const dataTransfer = await transferOf(Buffer.from('%PDF'), 'a.pdf', 'application/pdf');
    await page.dispatchEvent('body', 'drop', { dataTransfer });
    await seeHeadline('This file type cannot be checked');
    expect(stub.bodies).toHaveLength(0);
    stub.replies = [refusal(400, 'INVALID_FILE_TYPE', 'The file is no JPEG, PNG, TIFF or WebP')];
    await choose(file(Buffer.from('text'), 'text.jpg', 'image/jpeg'));
    await page.getByText('The file is no JPEG, PNG, TIFF or WebP').waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0);
    await inspectState('wrong-type');
  });

  test('too large, said by the service or by a proxy that knows no JSON', async () => {
    stub.replies = [refusal(400, 'FILE_TOO_LARGE', 'At most 50 MiB'), { status: 413, json: 'Entity too large' }];
    for (let i = 0; i < 2; i += 1) {
      await choose();
      await seeHeadline('This picture is too large');
      await page.reload();
    }
  });

  test('busy: waits and asks again by itself; when it stays busy, says so and offers another try', async () => {
    stub.replies = [busy('2'), busy('3600'), ok(UNKNOWN)];
    await choose();
    await page.getByRole('status').filter({ hasText: 'The service is busy. Trying again in 2 seconds.' }).waitFor();
    await seeHeadline('The service is busy');
    await page.getByText('req-4711').waitFor();
    // In an hour: a time of today, or after 23:00 one with its date (format.test.ts reads both exactly).
    await page.getByText(/Try again after .*\d\d:\d\d/).waitFor();
    await inspectState('busy');
    await page.getByRole('button', { name: 'Try again' }).click();
    await seeHeadline('No registered original found');
    expect(stub.bodies).toHaveLength(3);
  });

  test('rate limited, and a service that is gone: what to do is said for each', async () => {
    stub.replies = [refusal(429, 'RATE_LIMITED', 'Too many requests', { 'retry-after': '3600' })];
    await choose();
    await seeHeadline('Too many requests in a short time');
    await page.context().setOffline(true);
    await choose();
    await page.getByRole('status').filter({ hasText: 'The connection broke.' }).waitFor();
    await page.getByRole('button', { name: 'Cancel' }).waitFor();
    await seeHeadline('You are offline');
  });

  test('progress: the uploaded share, then judging; cancel goes back to the beginning', async () => {
    stub.replies = ['silent'];
    const network = await page.context().newCDPSession(page);
    const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: GENUINE_PNG.length / 3 };
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', slow);
    await choose(file(GENUINE_PNG, 'large.png'));
    await page.getByText(/^([2-8]\d)% uploaded$/).waitFor();
    const shown = await page.getByRole('progressbar').evaluate((bar: HTMLProgressElement) => bar.value);
    expect(shown).toBeGreaterThan(0.1);
    expect(shown).toBeLessThan(1);
    await draw(page, 'sending', false);
    await page.getByText('Judging.').waitFor();
    await inspectState('judging');
    await page.getByRole('button', { name: 'Cancel' }).click();
    await seeHeadline('Is this the picture that was registered?');
    expect(await headline().evaluate((heading) => heading === document.activeElement)).toBe(true);
  });

  test('a keyboard alone gets from the top to the result and through it', async () => {
    const focused = () =>
      page.evaluate(() => {
        const element = document.activeElement!;
        const label = element.getAttribute('aria-label') ?? (element as HTMLInputElement).labels?.[0]?.textContent;
        return label ?? element.textContent;
      });
    // Before the page is drawn there is nothing to walk to.
    await seeHeadline('Is this the picture that was registered?');
    const walk: (string | null)[] = [];
    for (let i = 0; i < 7; i += 1) {
      await page.keyboard.press('Tab');
      walk.push(await focused());
      const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle);
      expect(outline, `${walk.at(-1)} shows its focus`).toBe('solid');
    }
    expect(walk).toEqual(['Skip to the content', 'Assay', 'Check', 'API', 'Sign in', 'Sign up', 'Choose pictures']);

    stub.replies = [ok({ ...FORGED, tamper_map: tamperMapPng().toString('base64') })];
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')]);
    await chooser.setFiles(file(SPLICED_PNG));
    await seeHeadline('Altered or falsely marked');
    await page.waitForFunction(() => document.activeElement?.tagName === 'H1');
    expect(await focused()).toBe('Altered or falsely marked');
    const rest: (string | null)[] = [];
    for (let i = 0; i < 6; i += 1) {
      await page.keyboard.press('Tab');
      rest.push(await focused());
    }
    expect(rest).toEqual([
      'Check another picture',
      'Tamper map opacity',
      'Show the picture in grey under the map',
      'Region 1160 × 120 px at x 300, y 210certainty 96%',
      'Region 260 × 48 px at x 90, y 330certainty 71%',
      `${stub.url}/r/${FORGED.verification_id}`,
    ]);
  });

  test('the JSON can be copied whole and downloaded', async () => {
    const result = { ...FORGED, tamper_map: tamperMapPng().toString('base64') };
    stub.replies = [ok(result)];
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await choose(file(SPLICED_PNG));
    await page.getByText('Result as JSON').click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied').waitFor();
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toEqual(result);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(`assay-${FORGED.verification_id}.json`);
    await inspectState('json');
  });

  test('over plain http from another host, where browsers hold back some functions, all but copying works', async () => {
    stub.replies = [ok(UNKNOWN)];
    await page.goto(plainUrl());
    expect(await page.evaluate(() => window.isSecureContext)).toBe(false);
    await choose();
    await seeHeadline('No registered original found');
    await page.getByText('Result as JSON').click();
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copying was refused; use Download').waitFor();
  });

  test('dragged text is left alone; a picture of another page without its file is explained', async () => {
    const dropOf = (type: string) =>
      page.evaluateHandle((type) => {
        const transfer = new DataTransfer();
        transfer.setData(type, 'https://example.org/a.jpg');
        return transfer;
      }, type);
    await page.dispatchEvent('body', 'drop', { dataTransfer: await dropOf('text/plain') });
    expect(await headline().textContent()).toBe('Is this the picture that was registered?');
    await page.dispatchEvent('body', 'drop', { dataTransfer: await dropOf('text/uri-list') });
    await seeHeadline('That was not a picture file');
  });
});
