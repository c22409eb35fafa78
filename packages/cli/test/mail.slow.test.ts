import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { insertMails } from '@assay/service/adapters/db/mail/mailRows';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServiceProcess } from '../../service/test/process/serviceProcess.ts';
import { testMail } from '../../service/test/support/testMail.ts';
import { EXIT } from '../src/exitCode.ts';
import { fakeTerminal } from './fakeTerminal.ts';
import { inStoppedService } from './inStoppedService.ts';
import { runAssay } from './runAssay.ts';

const OPEN_TIMEOUT_MS = 180_000;
let folder: string;

/** One mail was given up, one waits. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-mails-'));
  await inStoppedService(folder, async ({ database, settings, repositories: { mails } }) => {
    await database.write((transaction) => insertMails(transaction, settings, testMail('ada@example.org')));
    const [claimed] = await mails.claim(1, 60_000);
    await mails.settle(claimed!, { status: 'failed', error: 'mailbox unavailable' });
    await database.write((transaction) => insertMails(transaction, settings, testMail('eve@example.org')));
  });
}, OPEN_TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The mails that the service has sent, one after the other. */
async function sentTo(): Promise<string> {
  const mails = path.join(folder, 'mail');
  const names = (await readdir(mails).catch(() => [])).filter((name) => name.endsWith('.eml'));
  return (await Promise.all(names.map((name) => readFile(path.join(mails, name), 'utf8')))).join('\n');
}

const run = async (...args: string[]) => {
  const terminal = fakeTerminal({ environment: { ASSAY_DATA_DIR: folder } });
  const code = await runAssay(['mail', ...args], terminal);
  return { code, out: terminal.printed.join('\n'), notes: terminal.notes.join('\n') };
};

test('mails that were given up are listed with their reason, and sent again when the operator says so', async () => {
  const listed = await run('list', '--json');
  expect(listed.code).toBe(EXIT.ok);
  const [dead, ...others] = JSON.parse(listed.out) as { id: string }[];
  expect(dead).toMatchObject({ to: 'ada@example.org', attempts: 1, error: 'mailbox unavailable', has_text: true });
  expect(others).toEqual([]);
  expect((await run('list')).out).toContain('mailbox unavailable');

  expect((await run('again')).code).toBe(EXIT.usage);
  expect(await run('again', 'no-such-mail')).toMatchObject({ code: EXIT.notFound, out: expect.stringMatching(/^0 /) });
  expect(await run('again', dead!.id)).toMatchObject({ code: EXIT.ok, out: expect.stringMatching(/^1 mail is sent/) });
  expect(await run('list')).toMatchObject({ code: EXIT.ok, out: '', notes: 'No mail was given up.' });
  await inStoppedService(folder, async ({ repositories: { mails } }) => {
    expect((await mails.claim(10, 60_000)).map(({ mail }) => mail?.to).toSorted()).toEqual([
      'ada@example.org',
      'eve@example.org',
    ]);
  });
});

test('beside a running service too, which sends them at once', async () => {
  await inStoppedService(folder, async ({ database, settings, repositories: { mails } }) => {
    await database.write((transaction) => insertMails(transaction, settings, testMail('finn@example.org')));
    for (const claimed of await mails.claim(10, 60_000))
      await mails.settle(claimed, { status: 'failed', error: 'mailbox unavailable' });
  });
  const service = await startServiceProcess(folder);
  try {
    const { code, out } = await run('list', '--json');
    expect(code).toBe(EXIT.ok);
    const dead = JSON.parse(out) as { id: string; to: string; created_at: string }[];
    const finn = dead.find(({ to }) => to === 'finn@example.org');
    expect(finn?.created_at).toMatch(/^\d{4}-.*Z$/);
    expect(await run('again', finn!.id)).toMatchObject({
      code: EXIT.ok,
      out: expect.stringMatching(/^1 mail is sent/),
    });
    await expect.poll(sentTo, { timeout: 60_000 }).toContain('To: finn@example.org');
    expect(await run('again', finn!.id)).toMatchObject({ code: EXIT.notFound });
  } finally {
    await service.terminate();
  }
}, 180_000);
