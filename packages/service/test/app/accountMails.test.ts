import { expect, test } from 'vitest';
import * as mails from '../../src/app/mail/accountMails.ts';
import { webhookDisabledMail } from '../../src/app/mail/webhookMails.ts';

const LINK = 'https://assay.example.org/v1/auth/verify-email?token=abc';
const ALL = [
  mails.verifyEmailMail('to@example.org', LINK),
  mails.changeEmailMail('to@example.org', LINK),
  mails.emailChangeAskedMail('to@example.org', 'new@example.org', LINK),
  mails.emailChangedMail('to@example.org', 'new@example.org'),
  mails.resetPasswordMail('to@example.org', LINK),
  mails.passwordChangedMail('to@example.org'),
  mails.tokenReusedMail('to@example.org'),
  mails.accountDeletedMail('to@example.org'),
  webhookDisabledMail('to@example.org', { webhookId: 'w1', url: LINK, reason: 'gone' }),
];

test('subjects name the purpose, each another one', () => {
  expect(mails.verifyEmailMail('', LINK).subject).toMatch(/verify your email/i);
  expect(mails.changeEmailMail('', LINK).subject).toMatch(/verify your email/i);
  expect(mails.resetPasswordMail('', LINK).subject).toMatch(/reset your password/i);
  expect(new Set(ALL.map(({ subject }) => subject)).size).toBe(ALL.length);
});

test('links stand whole on lines of their own; everything else is sentences', () => {
  for (const { text, to } of ALL) {
    expect(to).toBe('to@example.org');
    const [greeting, ...paragraphs] = text.trimEnd().split('\n\n');
    expect(greeting).toBe('Hello,');
    expect(paragraphs.pop()).toBe('Assay');
    for (const paragraph of paragraphs) if (paragraph !== LINK) expect(paragraph).toMatch(/^[A-Z].*[.:]$/);
  }
});
