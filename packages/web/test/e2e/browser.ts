/** Debian's Chromium, and what every test of the page needs of it. @module */
import { execFile } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { mkdtemp, readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';

const WANTED = process.env['ASSAY_CHROMIUM'] || '/usr/bin/chromium';

/** Null if this machine has none; then tests of the page are skipped. */
export const CHROMIUM_PATH = existsSync(WANTED) ? WANTED : null;

export const SKIP_REASON = 'skipped: no Chromium (set ASSAY_CHROMIUM or install /usr/bin/chromium)';

/** Folder for pictures of every state, to be looked at by a person; without it none is taken, which halves the time of a state. */
export const SCREENSHOTS = process.env['ASSAY_SCREENSHOTS'] || null;

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

const WEB = path.join(import.meta.dirname, '../..');
const VITE = path.join(path.dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin/vite.js');

/** As it is shipped, by a process of its own: libraries take the one that runs tests for a place of development. */
async function buildShipped(...options: readonly string[]): Promise<void> {
  const env = { PATH: process.env['PATH'], NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [VITE, 'build', '--logLevel', 'warn', ...options], { cwd: WEB, env });
}

/** Where the service looks for the page. */
const SERVED = path.join(import.meta.dirname, '../../dist');

/** `npm test` has just built what is stale and says so; another build of the same would cost every file some seconds. */
const isBuilt = process.env['ASSAY_TEST_BUILT'] === '1';

let built: Promise<string> | null = null;

/** The folder of the page as its sources are now. Built into a temporary one, once a worker, where nobody has just built it. */
export function builtPage(): Promise<string> {
  built ??= isBuilt ? Promise.resolve(SERVED) : buildTemporary();
  return built;
}

async function buildTemporary(): Promise<string> {
  const outDir = await mkdtemp(path.join(os.tmpdir(), 'assay-web-'));
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await buildShipped('--outDir', outDir, '--emptyOutDir');
  return outDir;
}

/** Builds the page where the service looks for it, unless that was just done. */
export async function buildServedPage(): Promise<void> {
  if (!isBuilt) await buildShipped();
}

/** Pictures for people, of which no test depends: taken only where `ASSAY_SCREENSHOTS` names their folder. */
export async function draw(page: Page, name: string, fullPage = true): Promise<void> {
  if (SCREENSHOTS) await page.screenshot({ path: path.join(SCREENSHOTS, `${name}.png`), fullPage });
}

const axeSource = readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Violation {
  readonly id: string;
  readonly targets: readonly string[];
}

/** axe-core over the whole page as it stands, with the rules of WCAG 2.2 A and AA and the best practices. */
export async function accessibilityViolations(page: Page): Promise<readonly Violation[]> {
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  if (!isThere) await page.evaluate(await axeSource); // through the debugger, which the page's policy does not bind
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

/** The same on a light and a dark screen, for states that are visited once; the page is left light. */
export async function violationsInBothThemes(page: Page): Promise<readonly Violation[]> {
  const found: Violation[] = [];
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    found.push(...(await accessibilityViolations(page)));
  }
  return found;
}
