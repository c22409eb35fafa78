import { mkdirSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Browser, BrowserContext, Page } from 'playwright-core';
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

const PASSWORD = 'seventeen frogs';

const run = promisify(execFile);
const ASSAY = path.resolve(import.meta.dirname, '../../../cli/bin/assay.mjs');

/** Seed of the picture that is followed; the next two are uploaded beside it. */
const VALLEY = 11;
/** Part of another picture is pasted there, px of 640 x 480. */
const PATCH = { x: 380, y: 200, side: 130 };

/** One newcomer, from an empty service on; each test goes on where the one before ended. */
describe.skipIf(!CHROMIUM_PATH)('a newcomer in Chromium, on the real service', { timeout: 120_000 }, () => {
  let folder: string;
  let service: ServiceProcess;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let delivered: Buffer;
  let key: string;
  let receiver: Server;
  const received: { readonly signature: string; readonly body: string }[] = [];
  const complaints: string[] = [];

  beforeAll(async () => {
    if (SCREENSHOTS) mkdirSync(SCREENSHOTS, { recursive: true });
    folder = await mkdtemp(path.join(os.tmpdir(), 'assay-journey-'));
    await buildServedPage();
    receiver = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      received.push({
        signature: String(request.headers['webhook-signature']),
        body: Buffer.concat(chunks).toString(),
      });
      response.writeHead(204).end();
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    // The receiver is on this machine, where webhooks of others must not lead.
    service = await startServiceProcess(folder, { ASSAY_ALLOW_PRIVATE_WEBHOOKS: '1' });
    browser = await launchChromium();
    context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
    context.setDefaultTimeout(60_000);
    page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('console', (message) => {
      if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
        complaints.push(message.text());
    });
  }, 240_000);
  afterAll(async () => {
    await browser?.close();
    await service?.kill();
    receiver?.close();
    receiver?.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  });

  const headline = (text: string) => page.getByRole('heading', { level: 1, name: text, exact: true }).waitFor();
  const press = (name: string) => page.getByRole('main').getByRole('button', { name, exact: true }).click();
  const follow = (name: string) => page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name }).click();
  /** The first link of this kind in any mail; waits until one has come. */
  const linkOfMail = async (pattern: RegExp): Promise<string> => {
    const mails = path.join(folder, 'mail');
    const find = async (): Promise<string> => {
      // A mail that is still being written is `.eml.partial`, and gone under that name a moment later.
      for (const name of (await readdir(mails).catch(() => [])).filter((file) => file.endsWith('.eml'))) {
        const mail = await readFile(path.join(mails, name), 'utf8');
        const [link] = pattern.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '=')) ?? [];
        if (link) return link;
      }
      return '';
    };
    await expect.poll(find, { timeout: 30_000 }).not.toBe('');
    return find();
  };
  const seen = async (name: string) => {
    await draw(page, `journey-${name}`);
    expect(await violationsInBothThemes(page), name).toEqual([]);
    expect(complaints).toEqual([]);
  };

  test('the first visitor makes the first account and is signed in', async () => {
    await page.goto(service.url);
    await page.getByRole('link', { name: 'Make the first account' }).waitFor();
    await seen('empty-service');
    await page.getByRole('link', { name: 'Make the first account' }).click();
    await headline('Make the first account');
    await seen('sign-up');
    await page.getByLabel('Name').fill('Ada Lovelace');
    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByLabel('Password').fill(PASSWORD);
    await press('Sign up');
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    await headline('Usage');
    const steps = page.getByRole('region', { name: 'First steps' });
    await steps.getByRole('link', { name: 'Upload a picture.' }).waitFor();
    await seen('first-steps');
  });

  test('a reload stays signed in, by a cookie that no script reads; no token lies in the browser’s storage', async () => {
    await page.reload();
    await page.getByRole('button', { name: 'Sign out' }).waitFor();
    const cookies = await context.cookies();
    expect(cookies.map(({ name, httpOnly, sameSite }) => ({ name, httpOnly, sameSite }))).toEqual([
      { name: 'assay_session', httpOnly: true, sameSite: 'Strict' },
    ]);
    const readable = await page.evaluate(() =>
      JSON.stringify([document.cookie, { ...localStorage }, { ...sessionStorage }]),
    );
    expect(readable).not.toMatch(/eyJ|assay_session/);
  });

  test('the mail confirms the address on a page that works without script', async () => {
    const link = await linkOfMail(/http:\/\/\S+\/v1\/auth\/verify-email\?token=[\w-]+/);
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const letter = await plain.newPage();
    await letter.goto(link);
    await draw(letter, 'journey-mail', false);
    await letter.getByRole('button', { name: 'Confirm' }).click();
    await letter.getByText('Your e-mail address is confirmed.').waitFor();
    await plain.close();
    await follow('Account');
    await headline('Your account');
    // What the pages before knew is shown until the answer comes.
    await expect.poll(() => page.getByText('Confirm your e-mail address').count()).toBe(0);
    await seen('account');
  });

  test('a change of address that was asked for is stopped by the mail to the present one, and leads to a new password', async () => {
    const change = page.getByRole('region', { name: 'E-mail', exact: true });
    await change.getByLabel('New e-mail address').fill('thief@example.org');
    await change.getByLabel('Password').fill(PASSWORD);
    await change.getByRole('button', { name: 'Ask for the change' }).click();
    await change.getByText(/and a warning to ada@example\.org/).waitFor();
    await seen('address-asked');
    const link = await linkOfMail(/http:\/\/\S+\/v1\/auth\/cancel-email-change\?token=[\w-]+/);
    const letter = await context.newPage();
    await letter.goto(link);
    expect(await violationsInBothThemes(letter), 'cancel').toEqual([]);
    await draw(letter, 'journey-cancel', false);
    await letter.getByRole('button', { name: 'Stop the change' }).click();
    await letter.getByRole('heading', { level: 1, name: 'The change was stopped' }).waitFor();
    expect(await violationsInBothThemes(letter), 'cancelled').toEqual([]);
    await draw(letter, 'journey-cancelled', false);
    await letter.goto(link);
    await letter.getByRole('button', { name: 'Stop the change' }).click();
    await letter.getByRole('heading', { level: 1, name: 'The change was not stopped' }).waitFor();
    expect(await violationsInBothThemes(letter), 'cancelled before').toEqual([]);
    await letter.getByRole('link', { name: 'Reset your password' }).click();
    await letter.getByRole('heading', { level: 1, name: 'Set a new password' }).waitFor();
    await letter.close();
  });

  test('three pictures are uploaded, show what their marks did, and one is downloaded', async () => {
    await follow('Upload');
    await headline('Upload pictures');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Choose pictures')]);
    await chooser.setFiles(
      ['valley.png', 'ridge.png', 'lake.png'].map((name, i) => ({
        name,
        mimeType: 'image/png',
        buffer: landscapePng(VALLEY + i, 640, 480),
      })),
    );
    await page.getByLabel('Tags').fill('valley');
    await page.getByRole('button', { name: 'Upload 3 pictures' }).click();
    await page.getByText('3 pictures are registered.').waitFor();
    expect(await page.getByText(/dB \(PSNR\)/).count()).toBe(3);
    const link = page.getByRole('link', { name: 'Download the marked picture valley.png' });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    delivered = await readFile(await download.path());
    await seen('uploaded');
  });

  test('the same file chosen again is said to be registered already', async () => {
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Choose pictures')]);
    await chooser.setFiles({ name: 'again.png', mimeType: 'image/png', buffer: landscapePng(VALLEY, 640, 480) });
    await page.getByText('You registered the same file before.').waitFor();
    await seen('registered-before');
  });

  test('they stand in the gallery with their previews, and each on a page of its own', async () => {
    await follow('Gallery');
    await headline('Gallery');
    await page.getByText('3 pictures', { exact: true }).waitFor();
    const preview = page.locator('.card-picture img').first();
    await expect.poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100);
    await seen('gallery');
    await page.getByRole('link', { name: 'valley.png' }).click();
    await headline('valley.png');
    await page.getByText('No other picture of this organization looks like it.').waitFor();
    await seen('asset');
  });

  test('checked by its owner it matches, is shared with who has no script, and stands in the history', async () => {
    await follow('Check');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Choose pictures')]);
    await chooser.setFiles({ name: 'delivered.png', mimeType: 'image/png', buffer: delivered });
    await headline('Matches a registered original');
    await seen('checked');
    await press('Share');
    const link = page.getByRole('link', { name: /\/s\/[\w-]+$/ });
    await link.waitFor();
    await seen('share');
    const plain = await browser.newContext({ javaScriptEnabled: false });
    const stranger = await plain.newPage();
    await stranger.goto(String(await link.getAttribute('href')));
    await stranger.getByRole('heading', { level: 1 }).getByText('Matches a registered original').waitFor();
    await draw(stranger, 'journey-shared');
    await plain.close();
    await follow('History');
    await page.getByRole('cell', { name: 'Matches a registered original' }).waitFor();
    await seen('history');
  });

  test('edited, it is called altered, and the map shows where', async () => {
    const other = landscapePng(VALLEY + 20, 640, 480);
    const edited = await page.evaluate(
      async ({ pictures, patch: { x, y, side } }) => {
        const [valley, foreign] = await Promise.all(
          pictures.map((data) =>
            createImageBitmap(new Blob([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))])),
          ),
        );
        const canvas = document.createElement('canvas');
        [canvas.width, canvas.height] = [valley!.width, valley!.height];
        const context = canvas.getContext('2d')!;
        context.drawImage(valley!, 0, 0);
        context.drawImage(foreign!, 40, 300, side, side, x, y, side, side);
        return canvas.toDataURL('image/png');
      },
      { pictures: [delivered, other].map((png) => png.toString('base64')), patch: PATCH },
    );
    await follow('Check');
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), press('Choose pictures')]);
    const buffer = Buffer.from(edited.slice(edited.indexOf(',') + 1), 'base64');
    const answer = page.waitForResponse((response) => /\/v1\/verify/.test(response.url()) && response.ok());
    await chooser.setFiles({ name: 'edited.png', mimeType: 'image/png', buffer });
    await headline('Altered or falsely marked');
    await answer;
    await page.getByRole('img', { name: /^Tamper map/ }).waitFor();
    await seen('edited');
  });

  test('a key is made, shown once, and works from the command line', async () => {
    await follow('Account');
    await page.getByRole('link', { name: 'API keys' }).click();
    await headline('API keys'); // the page before has a field of the same name
    await page.getByLabel('Name').fill('importer');
    await press('Create');
    key = String(await page.locator('.secret').first().textContent());
    await writeFile(path.join(folder, 'delivered.png'), delivered);
    const { stdout } = await run(process.execPath, [ASSAY, 'verify', path.join(folder, 'delivered.png'), '--json'], {
      env: { ...process.env, ASSAY_SERVER: service.url, ASSAY_API_KEY: key, ASSAY_CONFIG_DIR: folder },
    });
    expect(JSON.parse(stdout)).toMatchObject({ verdict: 'authentic' });
    await press('I have kept it');
    await page.getByRole('heading', { name: /^importer/ }).waitFor();
    await seen('keys');
    await page.getByRole('link', { name: 'Usage' }).click();
    await page
      .getByText(/^3 of /)
      .first()
      .waitFor();
    await seen('usage');
  });

  test('a webhook of one’s own is told of a test and of a check, signed, and its log says so', async () => {
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await headline('Webhooks');
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    await page.getByLabel('Address').fill(address);
    await press('Create');
    await page.getByRole('heading', { name: 'The secret of the webhook' }).waitFor();
    await press('I have kept it');
    await page
      .getByRole('main')
      .getByRole('button', { name: `Test ${address}` })
      .click();
    await expect.poll(() => received.length, { timeout: 60_000 }).toBeGreaterThan(0);
    expect(received[0]?.signature).toMatch(/^v1,[\w+/]+=*$/);
    expect(JSON.parse(String(received[0]?.body))).toMatchObject({ event: 'webhook.test' });
    // A check by the key: its event comes too.
    await run(process.execPath, [ASSAY, 'verify', path.join(folder, 'delivered.png')], {
      env: { ...process.env, ASSAY_SERVER: service.url, ASSAY_API_KEY: key, ASSAY_CONFIG_DIR: folder },
    });
    const events = () => received.map(({ body }) => String(JSON.parse(body).event));
    await expect.poll(events, { timeout: 60_000 }).toContain('verification.completed');
    await page.getByRole('link', { name: `What was sent ${address}` }).click();
    await headline('What was sent');
    await page.getByText('webhook.test').first().waitFor();
    await seen('webhook');
  });

  test('a colleague is invited once the plan has room, follows the mail and accepts', async () => {
    await follow('Account');
    await page.getByRole('link', { name: 'Organization' }).click();
    await headline('Organization');
    await page.getByText('All places of the plan are taken.').waitFor();
    await seen('organization-full');
    await page.getByLabel('Plan').selectOption('pro');
    await press('Save');
    await page.getByText('All places of the plan are taken.').waitFor({ state: 'detached' });
    const invitations = page.getByRole('region', { name: 'Invitations' });
    await invitations.getByLabel('E-mail').fill('bob@example.org');
    await invitations.getByRole('button', { name: 'Invite' }).click();
    await invitations.getByRole('heading', { name: 'bob@example.org' }).waitFor();
    await seen('organization');
    const link = await linkOfMail(/http:\/\/\S+\/invitations\/accept\?token=[\w-]+/);
    const other = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
    const colleague = await other.newPage();
    await colleague.goto(link);
    await colleague.getByRole('main').getByRole('link', { name: 'Sign up' }).waitFor();
    expect(await violationsInBothThemes(colleague), 'invited').toEqual([]);
    await colleague.getByRole('main').getByRole('link', { name: 'Sign up' }).click();
    await colleague.getByLabel('Name').fill('Bob Hopper');
    await colleague.getByLabel('E-mail').fill('bob@example.org');
    await colleague.getByLabel('Password').fill(PASSWORD);
    await colleague.getByRole('button', { name: 'Sign up' }).click();
    await colleague.getByRole('button', { name: 'Accept the invitation' }).click();
    await colleague.getByRole('heading', { level: 1, name: 'You are a member now' }).waitFor();
    expect(await violationsInBothThemes(colleague), 'member').toEqual([]);
    await other.close();
    await page.reload();
    await page.getByRole('heading', { name: 'Bob Hopper' }).waitFor();
  });

  test('signed out, a page of one’s own leads to the sign-in and back', async () => {
    await page.getByRole('button', { name: 'Sign out' }).click();
    await headline('Sign in');
    expect(await context.cookies()).toEqual([]);
    // The language may stay: it is the browser's, not the person's.
    const kept = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)]);
    expect(kept.filter((key) => key !== 'assay.language')).toEqual([]);
    await page.goto(`${service.url}/gallery?tags=valley`);
    await headline('Sign in');
    await page.getByLabel('E-mail').fill('ada@example.org');
    await page.getByLabel('Password').fill('eighteen frogs');
    await press('Sign in');
    await page.getByText('The e-mail address or the password is wrong.').waitFor();
    await seen('wrong-password');
    await page.getByLabel('Password').fill(PASSWORD);
    await press('Sign in');
    await headline('Gallery');
    expect(page.url()).toBe(`${service.url}/gallery?tags=valley`);
    await page.getByText('3 pictures', { exact: true }).waitFor();
  });

  test('an address that nobody knows has status 404 and our page', async () => {
    const answer = await page.goto(`${service.url}/nothing/here`);
    expect(answer?.status()).toBe(404);
    await headline('There is no such page');
    await seen('no-such-page');
  });

  test('withdrawn, the picture is still found, with the words of its owner’s doubt; deleted, it is not', async () => {
    await page.goto(`${service.url}/gallery`);
    await page.getByRole('link', { name: 'valley.png' }).click();
    await page.getByLabel('Reason').fill('Wrong caption');
    await press('Withdraw the picture');
    await page.getByText(/^Withdrawn since/).waitFor();
    await seen('withdrawn');
    await page.getByLabel('Type “valley.png” to delete it').fill('valley.png');
    await press('Delete the picture');
    await headline('Gallery');
    await page.getByText('2 pictures', { exact: true }).waitFor();
    await seen('gallery-after-deletion');
  });
});
