/**
 * How soon pages are there: the largest contentful paint of cold loads of the built pages, served by the service on loopback,
 * with the processor slowed down four times for the page alone (DevTools' throttling).
 *
 *     npx tsx --conditions=assay-source bench/web/paint.ts [LOADS]
 * @module
 */
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import type { Browser } from 'playwright-core';
import { startServiceProcess } from '../../packages/service/test/process/serviceProcess.ts';
import { launchChromium } from '../../packages/web/test/e2e/browser.ts';
import { landscapePng } from '../../packages/web/test/e2e/landscape.ts';
import { saveResult } from '../machine.ts';

const LOADS = Number(process.argv[2] ?? 9);
const SLOWER = 4;
/** Nothing larger is painted once the network has been still that long, ms. */
const STILL_MS = 500;

interface Paint {
  readonly lcpMs: number;
  readonly fcpMs: number;
  /** Which element it was. */
  readonly element: string;
}

async function paintOf(browser: Browser, url: string, locale: string): Promise<Paint> {
  const context = await browser.newContext({ locale, viewport: { width: 1280, height: 900 } }); // nothing is cached in it
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.waitForTimeout(STILL_MS);
  const paint = await page.evaluate(
    () =>
      new Promise<Paint>((resolve) => {
        new PerformanceObserver((list) => {
          const last = list.getEntries().at(-1) as PerformanceEntry & { readonly element: Element | null };
          const [first] = performance.getEntriesByName('first-contentful-paint');
          const element = `${last.element?.tagName.toLowerCase()}.${last.element?.className}`;
          resolve({ lcpMs: last.startTime, fcpMs: first?.startTime ?? Number.NaN, element });
        }).observe({ type: 'largest-contentful-paint', buffered: true });
      }),
  );
  await context.close();
  return paint;
}

const quantile = (values: readonly number[], share: number): number =>
  Math.round([...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(share * values.length))] ?? 0);

const folder = await mkdtemp(path.join(os.tmpdir(), 'assay-paint-'));
const service = await startServiceProcess(folder);
const browser = await launchChromium();
try {
  const client = new AssayClient({ baseUrl: service.url });
  const { verification_id: id } = await client.verify(new File([new Uint8Array(landscapePng(3, 640, 480))], 'a.png'));
  const rows = [];
  for (const address of ['/', '/login', '/register', '/docs', `/r/${id}`])
    for (const locale of ['en-GB', 'de']) {
      const paints: Paint[] = [];
      for (let load = 0; load < LOADS; load += 1) paints.push(await paintOf(browser, service.url + address, locale));
      const lcp = paints.map(({ lcpMs }) => lcpMs);
      const row = {
        page: address.replace(String(id), 'ID'),
        locale,
        lcpMs: { median: quantile(lcp, 0.5), least: quantile(lcp, 0), most: quantile(lcp, 1) },
        fcpMsMedian: quantile(
          paints.map(({ fcpMs }) => fcpMs),
          0.5,
        ),
        element: paints.at(-1)?.element,
      };
      rows.push(row);
      process.stdout.write(`${JSON.stringify(row)}\n`);
    }
  saveResult('web/paint', { loads: LOADS, slower: SLOWER, browser: browser.version(), pages: rows });
} finally {
  await browser.close();
  await service.kill();
  await rm(folder, { recursive: true, force: true });
}
