import { describe, expect, test } from 'vitest';
import * as mails from '../../src/app/mail/accountMails.ts';
import { MAIL_WORDS, mailFromTemplate } from '../../src/app/mail/mailTemplate.ts';
import { webhookDisabledMail, webhookFailingMail } from '../../src/app/mail/webhookMails.ts';
import { MAIL_KINDS } from '../../src/app/mail/words/mailWords.ts';
import { type Language, LANGUAGES } from '../../src/app/ports/runtime/language.ts';

const LINK = 'https://assay.example.org/v1/auth/verify-email?token=abc';
const reader = (language: Language) => ({ email: 'to@example.org', language });
const allIn = (language: Language) => {
  const to = reader(language);
  return [
    mails.verifyEmailMail(to, LINK),
    mails.changeEmailMail(to, LINK),
    mails.emailChangeAskedMail(to, 'new@example.org', LINK),
    mails.emailChangedMail(to, 'new@example.org'),
    mails.resetPasswordMail(to, LINK),
    mails.passwordChangedMail(to),
    mails.sessionsEndedMail(to),
    mails.tokenReusedMail(to),
    mails.accountDeletedMail(to),
    webhookFailingMail(to, { webhookId: 'w1', url: LINK }),
    webhookDisabledMail(to, { webhookId: 'w1', url: LINK, reason: 'gone' }),
  ];
};

test('subjects name the purpose, each another one', () => {
  const english = reader('en');
  expect(mails.verifyEmailMail(english, LINK).subject).toMatch(/verify your email/i);
  expect(mails.changeEmailMail(english, LINK).subject).toMatch(/verify your email/i);
  expect(mails.resetPasswordMail(english, LINK).subject).toMatch(/reset your password/i);
  expect(mails.resetPasswordMail(reader('de'), LINK).subject).toBe('Setzen Sie ein neues Passwort');
});

describe.each(LANGUAGES)('in %s', (language) => {
  const all = allIn(language);

  test('each purpose has a subject of its own', () => {
    expect(new Set(all.map(({ subject }) => subject)).size).toBe(all.length);
  });

  test('links stand whole on lines of their own; everything else is sentences', () => {
    for (const { text, to } of all) {
      expect(to).toBe('to@example.org');
      const [greeting, ...paragraphs] = text.trimEnd().split('\n\n');
      expect(greeting).toBe(MAIL_WORDS[language].greeting);
      expect(paragraphs.pop()).toBe('Assay');
      for (const paragraph of paragraphs) if (paragraph !== LINK) expect(paragraph).toMatch(/[.:。：]$/);
    }
  });

  test('each mail has the places of the English one, in as many paragraphs, and is no copy of it', () => {
    const placesOf = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
    for (const kind of MAIL_KINDS) {
      const [own, english] = [MAIL_WORDS[language][kind], MAIL_WORDS.en[kind]];
      expect(placesOf(own.subject), kind).toEqual(placesOf(english.subject));
      expect(own.paragraphs.map(placesOf), kind).toEqual(english.paragraphs.map(placesOf));
      if (language !== 'en') expect(own.subject).not.toBe(english.subject);
    }
  });
});

test('a value in braces is text, also where it names a place', () => {
  const places = { organization: '{link}', role: 'editor', link: LINK, until: 'then' };
  expect(mailFromTemplate(reader('en'), 'invitation', places).subject).toBe('Invitation to {link} on Assay');
});
