/**
 * How soon pages are there: the largest contentful paint of cold loads of the built pages, served by the service on loopback,
 * with the processor slowed down four times for the page alone (DevTools' throttling), and how much of them jumps afterwards.
 *
 *     npx tsx --conditions=assay-source bench/web/paint.ts [LOADS] [NAME of the result]
 *
 * A service has accounts, except in the first row; what only a person who is signed in sees is loaded by one.
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { Connection } from '@assay/sdk/connection';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startServiceProcess } from '../../packages/service/test/process/serviceProcess.ts';
import { launchChromium } from '../../packages/web/test/e2e/browser.ts';
import { landscapePng } from '../../packages/web/test/e2e/landscape.ts';
import { saveResult } from '../machine.ts';

const LOADS = Number(process.argv[2] ?? 9);
const NAME = process.argv[3] ?? 'web/paint';
const SLOWER = 4;
/** Nothing larger is painted once the network has been still that long, ms. */
const STILL_MS = 500;
const VIEWPORT = { width: 1280, height: 900 };
const WHO = { email: 'paint@example.org', password: 'seventeen frogs' };

interface Paint {
  readonly lcpMs: number;
  readonly fcpMs: number;
  /** When the page answered to its reader, ms: its own script had drawn it. */
  readonly liveMs: number;
  /** Cumulative layout shift, https://web.dev/articles/cls: what moved without the reader's doing, by area and way. */
  readonly shift: number;
  /** Which element it was. */
  readonly element: string;
}

interface Entry {
  readonly name: string;
  readonly startMs: number;
  readonly size: number;
  readonly shift: number;
  readonly element: string;
}

/** What the browser has noted of a kind so far. */
const entriesOf = (page: Page, kind: string): Promise<readonly Entry[]> =>
  page.evaluate(
    (type) =>
      new Promise((resolve) => {
        type Any = PerformanceEntry & {
          readonly size?: number;
          readonly value?: number;
          readonly hadRecentInput?: boolean;
          readonly element?: Element | null;
        };
        new PerformanceObserver((list) =>
          resolve(
            (list.getEntries() as Any[]).map((entry) => ({
              name: entry.name,
              startMs: entry.startTime,
              size: entry.size ?? 0,
              shift: entry.hadRecentInput ? 0 : (entry.value ?? 0),
              // One that another has replaced since is told by its size alone.
              element: entry.element ? `${entry.element.tagName.toLowerCase()}.${entry.element.className}` : 'replaced',
            })),
          ),
        ).observe({ type, buffered: true });
        setTimeout(resolve, 300, []);
      }),
    kind,
  );

/** @param context nothing is cached in it, or what was is thrown away */
async function paintOf(context: BrowserContext, url: string): Promise<Paint> {
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(() => {
    const seen = setInterval(() => {
      if (!document.querySelector('#root .colophon select') || document.querySelector('.served')) return;
      clearInterval(seen);
      performance.mark('live');
    }, 5);
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(STILL_MS);
  const [last] = (await entriesOf(page, 'largest-contentful-paint')).slice(-1);
  const shifts = await entriesOf(page, 'layout-shift');
  const paint = {
    lcpMs: last?.startMs ?? Number.NaN,
    fcpMs:
      (await entriesOf(page, 'paint')).find(({ name }) => name === 'first-contentful-paint')?.startMs ?? Number.NaN,
    liveMs: (await entriesOf(page, 'mark')).find(({ name }) => name === 'live')?.startMs ?? Number.NaN,
    shift: shifts.reduce((sum, { shift }) => sum + shift, 0),
    element: `${last?.element} of ${last?.size} px`,
  };
  await page.close();
  return paint;
}

const quantile = (values: readonly number[], share: number): number =>
  Math.round([...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0);

async function signedIn(browser: Browser, url: string, locale: string): Promise<BrowserContext> {
  const context = await browser.newContext({ locale, viewport: VIEWPORT });
  const answer = await context.request.post(`${url}/v1/auth/browser-session`, {
    data: WHO,
    headers: { origin: url, 'x-assay-page': '1' },
  });
  if (!answer.ok()) throw new Error(`paint: the sign-in was refused: ${await answer.text()}`);
  return context;
}

async function rowOf(browser: Browser, url: string, page: string, address: string, locale: string, person = false) {
  const paints: Paint[] = [];
  const kept = person ? await signedIn(browser, url, locale) : null;
  for (let load = 0; load < LOADS; load += 1) {
    const context = kept ?? (await browser.newContext({ locale, viewport: VIEWPORT }));
    paints.push(await paintOf(context, url + address));
    if (!kept) await context.close();
  }
  await kept?.close();
  const lcp = paints.map(({ lcpMs }) => lcpMs);
  const medianOf = (name: 'fcpMs' | 'liveMs') =>
    quantile(
      paints.map((paint) => paint[name]),
      0.5,
    );
  const row = {
    page,
    locale,
    lcpMs: { median: quantile(lcp, 0.5), least: quantile(lcp, 0), most: quantile(lcp, 1) },
    fcpMsMedian: medianOf('fcpMs'),
    liveMsMedian: medianOf('liveMs'),
    shiftMost: Math.round(Math.max(...paints.map(({ shift }) => shift)) * 1e4) / 1e4,
    element: paints.at(-1)?.element,
  };
  process.stdout.write(`${JSON.stringify(row)}\n`);
  return row;
}

const folder = await mkdtemp(path.join(os.tmpdir(), 'assay-paint-'));
const service = await startServiceProcess(folder);
const browser = await launchChromium();
try {
  const connection = new Connection({ baseUrl: service.url });
  const client = new AssayClient(connection);
  const rows = [await rowOf(browser, service.url, '/ before the first account', '/', 'en-GB')];
  const { verification_id: id } = await client.verify(new File([new Uint8Array(landscapePng(3, 640, 480))], 'a.png'));
  await client.register(WHO);
  await client.login(WHO.email, WHO.password);
  const { id: assetId } = await client.upload(new File([new Uint8Array(landscapePng(4, 640, 480))], 'b.png'));
  const link = await connection.json<{ readonly url: string }>({
    method: 'POST',
    path: `/v1/assets/${assetId}/share`,
    json: {},
  });
  const token = String(new URL(link.url).pathname.split('/').at(-1));
  for (const address of ['/', '/login', '/register', '/docs', '/docs/guides/newsroom', `/r/${id}`, `/s/${token}`])
    for (const locale of ['en-GB', 'de'])
      rows.push(
        await rowOf(browser, service.url, address.replace(String(id), 'ID').replace(token, 'TOKEN'), address, locale),
      );
  for (const address of ['/upload', '/gallery', '/history', '/compare', '/keys', '/account'])
    rows.push(await rowOf(browser, service.url, address, address, 'en-GB', true));
  saveResult(NAME, { loads: LOADS, slower: SLOWER, browser: browser.version(), pages: rows });
} finally {
  await browser.close();
  await service.kill();
  await rm(folder, { recursive: true, force: true });
}
