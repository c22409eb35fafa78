/** Debian's Chromium, and what every test of the page needs of it. @module */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { build } from 'vite';

const WANTED = process.env['ASSAY_CHROMIUM'] || '/usr/bin/chromium';

/** Null if this machine has none; then tests of the page are skipped. */
export const CHROMIUM_PATH = existsSync(WANTED) ? WANTED : null;

export const SKIP_REASON = 'skipped: no Chromium (set ASSAY_CHROMIUM or install /usr/bin/chromium)';

/** Pictures of every state, to be looked at by a person; overwritten by each run. */
export const SCREENSHOTS = process.env['ASSAY_SCREENSHOTS'] || path.join(os.tmpdir(), 'assay-screenshots');

/** A name that the browser takes for this machine without asking anybody, so a page from it is no secure context. */
export const PLAIN_HOST = 'assay.test';

export function launchChromium(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM_PATH!,
    args: [
      `--host-resolver-rules=MAP ${PLAIN_HOST} 127.0.0.1`,
      '--no-sandbox',
      '--disable-dev-shm-usage',
      '--disable-gpu',
      '--disable-background-networking',
    ],
  });
}

const configFile = path.join(import.meta.dirname, '../../vite.config.ts');

/** As it is shipped: libraries leave out of a test build what a page must be watched for. */
async function buildShipped(options: Parameters<typeof build>[0]): Promise<void> {
  const before = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ configFile, logLevel: 'warn', ...options });
  } finally {
    process.env['NODE_ENV'] = before;
  }
}

/** Builds the page into a temporary folder, so that no stale build is tested. */
export async function buildPage(): Promise<string> {
  const outDir = await mkdtemp(path.join(os.tmpdir(), 'assay-web-'));
  await buildShipped({ build: { outDir, emptyOutDir: true } });
  return outDir;
}

/** Builds the page where the service looks for it. */
export async function buildServedPage(): Promise<void> {
  await buildShipped({});
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Violation {
  readonly id: string;
  readonly targets: readonly string[];
}

/** axe-core over the whole page as it stands, with the rules of WCAG 2.2 A and AA and the best practices. */
export async function accessibilityViolations(page: Page): Promise<readonly Violation[]> {
  await page.evaluate(await axeSource); // through the debugger, which the page's policy does not bind
  return page.evaluate(async () => {
    interface AxeResults {
      readonly violations: { readonly id: string; readonly nodes: { readonly target: unknown }[] }[];
    }
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } };
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
    const { violations } = await axe.run({ runOnly: tags });
    return violations.map(({ id, nodes }) => ({ id, targets: nodes.map((node) => String(node.target)) }));
  });
}
