/** A page in Chromium before a stub of the service, watched for everything that a page of ours must not do. @module */
import { mkdirSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import { accessibilityViolations, builtPage, draw, launchChromium, PLAIN_HOST, SCREENSHOTS } from './browser.ts';
import { STRANGER, type StubService, startStubService } from './stubService.ts';

/** 320 px is what 1280 px become at 400 % zoom (WCAG 1.4.10). Contrast does not depend on the width, so two looks do. */
const LOOKS = [
  ['light', 1280],
  ['dark', 320],
] as const;

/** A phone, a tablet, a desk. What could go wrong there beyond the two above is that something is too wide. */
const OTHER_WIDTHS = [360, 768, 1440] as const;

/** A site of pictures that tests answer for; no other is asked. */
const ALLOWED = /^https:\/\/pictures\.test\//;

export interface StubPage {
  page(): Page;
  stub(): StubService;
  /** The stub under a name that makes it no secure context. */
  plainUrl(): string;
  /** Waits for the page to say it, and to do what it says: the script has taken the place of what was served. */
  headline(text: string): Promise<void>;
  /**
   * The state as it stands, light and dark, wide and narrow: one heading, no violation, no sideways scrolling at any width.
   * With `ASSAY_SCREENSHOTS` it is drawn at every width in both themes.
   */
  inspect(name: string): Promise<void>;
}

/** Call it inside a `describe`. */
export function withStubPage(): StubPage {
  let browser: Browser;
  let stub: StubService;
  let page: Page;
  let complaints: string[];

  beforeAll(async () => {
    if (SCREENSHOTS) mkdirSync(SCREENSHOTS, { recursive: true });
    stub = await startStubService(await builtPage());
    browser = await launchChromium();
    await warmUp(browser, stub.url);
  });
  afterAll(async () => {
    await browser?.close();
    await stub?.close();
  });
  const plainUrl = () => stub.url.replace('127.0.0.1', PLAIN_HOST);
  beforeEach(async () => {
    stub.replies = [];
    stub.answers = STRANGER;
    for (const list of [stub.bodies, stub.calls, stub.missing]) list.length = 0;
    complaints = [];
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB', timezoneId: 'UTC' });
    context.setDefaultTimeout(30_000); // so that what is missing is named before the test itself times out
    page = await context.newPage();
    page.on('filechooser', () => {}); // from now on file dialogues are caught, also one that opens at once
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      // A refused check is a failed load to Chromium; everything else, policy violations above all, is a fault.
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        complaints.push(message.text());
    });
    page.on('request', (request) => {
      if (ALLOWED.test(request.url())) return;
      if (!/^(blob|data):/.test(request.url()) && ![stub.url, plainUrl()].includes(new URL(request.url()).origin))
        complaints.push(request.url());
    });
  });
  afterEach(async () => {
    await page.context().close();
    expect(complaints, 'script errors, policy violations, requests to elsewhere').toEqual([]);
    expect(stub.missing).toEqual([]);
  });

  return {
    page: () => page,
    stub: () => stub,
    plainUrl,
    headline: async (text) => {
      await page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();
      await page.locator('.served').waitFor({ state: 'detached' });
    },
    inspect: (name) => inspectState(page, name),
  };
}

/** On a busy machine the first page of a new browser takes longer than a test may wait for what it shows. */
async function warmUp(browser: Browser, url: string): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(url, { timeout: 120_000 });
  await page.locator('.served').waitFor({ state: 'detached', timeout: 120_000 });
  await context.close();
}

async function inspectState(page: Page, name: string): Promise<void> {
  expect(await page.getByRole('heading', { level: 1 }).count(), `${name}: headings of the first level`).toBe(1);
  for (const [colorScheme, width] of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.setViewportSize({ width, height: 900 });
    await page.evaluate(() => window.scrollTo(0, 0)); // or what sticks to the window is drawn far down
    const look = `${name}-${colorScheme}-${width}`;
    await draw(page, look);
    expect(await overflowOf(page), `${look} scrolls sideways`).toBeLessThanOrEqual(0);
    expect(await accessibilityViolations(page), look).toEqual([]);
  }
  for (const width of OTHER_WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    expect(await overflowOf(page), `${name}-${width} scrolls sideways`).toBeLessThanOrEqual(0);
    for (const colorScheme of SCREENSHOTS ? (['light', 'dark'] as const) : []) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await draw(page, `${name}-${colorScheme}-${width}`);
    }
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

const overflowOf = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
