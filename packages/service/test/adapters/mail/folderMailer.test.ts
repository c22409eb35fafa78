import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createFolderMailer } from '../../../src/adapters/mail/folderMailer.ts';

let place: string;
beforeEach(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'assay-mail-'));
});
afterEach(() => rm(place, { recursive: true }));

const mailer = (folder = path.join(place, 'mail')) => createFolderMailer({ folder, from: 'Assay <assay@localhost>' });
const mails = async (): Promise<string[]> => {
  const folder = path.join(place, 'mail');
  const names = (await readdir(folder)).sort();
  return Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
};

const MAIL = {
  id: '0190b5c4-0000-7000-8000-000000000001',
  date: new Date('2026-11-20T12:00:00Z'),
  to: 'ada@example.org',
  subject: 'Your invitation',
  text: 'Follow\nhttps://a.test/?token=x=y\n',
};
const ANOTHER = { ...MAIL, id: '0190b5c4-0000-7000-8000-000000000002' };

test('each mail is one .eml file with its header fields and its text, links unchanged', async () => {
  await mailer().send(MAIL);
  await mailer().send(ANOTHER);
  // As after a crash before the row said so.
  await mailer().send(MAIL);
  const names = await readdir(path.join(place, 'mail'));
  expect(names.sort()).toEqual([MAIL, ANOTHER].map(({ id }) => `20261120T120000000Z-${id}.eml`));
  const [head, body] = (await mails())[0]!.split('\r\n\r\n');
  expect(head).toContain('To: ada@example.org\r\nSubject: Your invitation\r\nDate: Fri, 20 Nov 2026 12:00:00 +0000');
  expect(body).toBe('Follow\r\nhttps://a.test/?token=x=y\r\n');
});

test('folder and file are for their owner alone: the links in them are secrets', async () => {
  await mailer().send(MAIL);
  const folder = path.join(place, 'mail');
  const [name] = await readdir(folder);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(path.join(folder, name!))).mode & 0o777).toBe(0o600);
});

test('a subject outside ASCII travels as encoded words of at most 75 characters that decode to it', async () => {
  const subject = 'Einladung nach Überlingen, 図書館 und noch viel weiter als fünfundsiebzig Zeichen reichen';
  await mailer().send({ ...MAIL, subject });
  const [, field] = /\r\nSubject: ((?:.|\r\n )*?)\r\nDate/.exec((await mails())[0]!) as RegExpExecArray;
  const words = field!.split('\r\n ');
  for (const word of words) expect(word.length).toBeLessThanOrEqual(75);
  const texts = words.map((word) => Buffer.from(/^=\?utf-8\?B\?(.*)\?=$/.exec(word)![1]!, 'base64').toString());
  expect(texts.join('')).toBe(subject);
});

test('a line end in address or subject is refused: it would begin a header field', async () => {
  for (const bad of [{ to: 'a@b.c\r\nBcc: x@y.z' }, { subject: 'a\nBcc: x@y.z' }])
    await expect(mailer().send({ ...MAIL, ...bad })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('what is older than the age goes, and nothing that is no mail', async () => {
  expect(await mailer().forget(MAIL.date)).toBe(0);
  await mailer().send(MAIL);
  await mailer().send({ ...ANOTHER, date: new Date(MAIL.date.getTime() + 1) });
  const folder = path.join(place, 'mail');
  await writeFile(path.join(folder, '19990101-notes.txt'), '');
  expect(await mailer().forget(new Date(MAIL.date.getTime() + 1))).toBe(1);
  expect((await readdir(folder)).sort()).toEqual(['19990101-notes.txt', `20261120T120000001Z-${ANOTHER.id}.eml`]);
});

test('SERVICE_UNAVAILABLE when the folder cannot be written', async () => {
  await writeFile(path.join(place, 'file'), '');
  await expect(mailer(path.join(place, 'file')).send(MAIL)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});
