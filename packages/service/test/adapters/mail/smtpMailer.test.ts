import type { AddressInfo } from 'node:net';
import { AppError } from '@assay/core/errors';
import { SMTPServer } from 'smtp-server';
import { afterEach, expect, test } from 'vitest';
import { createSmtpMailer, type SmtpMailer } from '../../../src/adapters/mail/smtpMailer.ts';

interface Received {
  readonly user: string | undefined;
  readonly from: string;
  readonly to: readonly string[];
  readonly message: string;
}

let server: SMTPServer | undefined;
let mailer: SmtpMailer | undefined;
afterEach(async () => {
  mailer?.close();
  await new Promise<void>((resolve) => (server ? server.close(() => resolve()) : resolve()));
  server = undefined;
});

/** What the server says instead of taking a mail. */
const refusal = (responseCode: number): Error => Object.assign(new Error('no'), { responseCode });

async function startServer(
  accepts: (password: string) => boolean = () => true,
  refusals: { readonly from?: number; readonly to?: number; readonly data?: number } = {},
): Promise<Received[]> {
  const answer = (code: number | undefined) => (code === undefined ? null : refusal(code));
  const received: Received[] = [];
  server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      accepts(password ?? '') ? done(null, { user: username }) : done(new Error('no')),
    onMailFrom: (_address, _session, done) => done(answer(refusals.from)),
    onRcptTo: (_address, _session, done) => done(answer(refusals.to)),
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        received.push({
          user: session.user as string | undefined,
          from: mailFrom ? mailFrom.address : '',
          to: rcptTo.map(({ address }) => address),
          message: Buffer.concat(chunks).toString(),
        });
        done(answer(refusals.data));
      });
    },
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  const url = `smtp://assay:pass%40word@127.0.0.1:${port}`;
  mailer = createSmtpMailer({ url, from: 'Assay <no-reply@example.org>' });
  return received;
}

const mail = {
  id: '0190b5c4-0000-7000-8000-000000000001',
  date: new Date('2026-11-20T12:00:00Z'),
  to: 'ada@example.org',
  subject: 'Reset your password: it’s time',
  text: `Hello,\n\nhttps://assay.example.org/v1/auth/reset-password?token=${'x'.repeat(43)}\n`,
};

test('a mail arrives with sender, recipient, subject, and its link whole', async () => {
  const received = await startServer((password) => password === 'pass@word');
  await mailer?.send(mail);
  expect(received).toHaveLength(1);
  expect(received[0]).toMatchObject({ user: 'assay', from: 'no-reply@example.org', to: ['ada@example.org'] });
  const { message } = received[0] as Received;
  expect(message).toMatch(/^Subject: =\?UTF-8\?/im);
  expect(message).toMatch(/^Auto-Submitted: auto-generated\r$/im);
  // The same at every attempt.
  expect(message).toMatch(/^Message-ID: <0190b5c4-0000-7000-8000-000000000001@assay>\r$/im);
  expect(message).toMatch(/^Date: Fri, 20 Nov 2026 12:00:00 \+0000\r$/im);
  const [, body = ''] = message.split('\r\n\r\n');
  const decoded = /quoted-printable/i.test(message)
    ? message
        .slice(message.indexOf('\r\n\r\n') + 4)
        .replaceAll('=\r\n', '')
        .replaceAll(/=([0-9A-F]{2})/g, (_all, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
    : message.slice(message.indexOf(body));
  expect(decoded).toContain(mail.text.trim().replaceAll('\n', '\r\n'));
});

test('one recipient, whatever the address looks like', async () => {
  const received = await startServer();
  await mailer?.send({ ...mail, to: 'a+b@example.org' });
  expect(received[0]?.to).toEqual(['a+b@example.org']);
  expect(received[0]?.message.match(/^To:.*$/m)?.[0]).toContain('a+b@example.org');
});

test('SERVICE_UNAVAILABLE when the server refuses or is not there', async () => {
  await startServer(() => false);
  await expect(mailer?.send(mail)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
  await new Promise<void>((resolve) => server?.close(() => resolve()));
  server = undefined;
  await expect(mailer?.send(mail)).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
});

test.each([
  ['of the recipient, for good', { to: 550 }, false],
  ['of the text, for good', { data: 554 }, false],
  ['of the recipient, for now', { to: 451 }, true],
  ['of the text, for now', { data: 452 }, true],
  ['of the sender, which the operator mends', { from: 550 }, true],
] as const)('a refusal %s, is tried again: %o', async (_what, refusals, mayPass) => {
  await startServer(() => true, refusals);
  const failure = await mailer?.send(mail).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(failure instanceof AppError && failure.code === 'SERVICE_UNAVAILABLE').toBe(mayPass);
});
