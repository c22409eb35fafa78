/** The pages that links in mails open, as browsers of every language see them. */
import { describe, expect, test } from 'vitest';
import { MAIL_PAGE_WORDS } from '../../../../src/http/pages/mailPageWords.ts';
import { openAccount, PASSWORD } from '../../../fakes/testService.ts';
import { withAccountService } from '../../../support/accountService.ts';

const LANGUAGES = ['en', 'de', 'zh', 'ar'] as const;
type Language = (typeof LANGUAGES)[number];
const PATHS = { verify: 'verify-email', cancel: 'cancel-email-change', reset: 'reset-password' } as const;
type Kind = keyof typeof PATHS;

describe('pages that links in mails open', () => {
  const service = withAccountService('embedded');
  const open = (kind: Kind, language: string) =>
    service().app.inject({
      method: 'GET',
      url: `/v1/auth/${PATHS[kind]}?token=abc`,
      headers: { 'accept-language': language },
    });
  const press = (kind: Kind, language: string, fields: Record<string, string>) =>
    service().app.inject({
      method: 'POST',
      url: `/v1/auth/${PATHS[kind]}`,
      headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': language },
      payload: new URLSearchParams(fields).toString(),
    });
  const direction = (language: Language) => (language === 'ar' ? 'rtl' : 'ltr');
  /** The page is in one language: its words are there, and none of the English ones where it is another. */
  const expectPage = (body: string, language: Language, words: readonly string[]) => {
    expect(body).toContain(`<html lang="${language}" dir="${direction(language)}">`);
    for (const word of words) expect(body).toContain(word);
    expect(body.match(/<h1>/g)).toHaveLength(1);
    expect(body).not.toMatch(/<script|<style|style=|\son\w+=|https?:/);
    if (language === 'en') return;
    const english = Object.values(MAIL_PAGE_WORDS.en).filter((text) => text.length > 10);
    expect(english.filter((text) => body.includes(text))).toEqual([]);
  };

  test('every language has every word of English, with the same places in it', () => {
    const places = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const language of LANGUAGES)
      for (const [word, text] of Object.entries(MAIL_PAGE_WORDS.en)) {
        const own = MAIL_PAGE_WORDS[language][word as keyof typeof MAIL_PAGE_WORDS.en];
        expect([word, places(own)]).toEqual([word, places(text)]);
        if (language !== 'en') expect([word, own]).not.toEqual([word, text]);
      }
  });

  test.each(LANGUAGES)(
    '200, 401, 410, 422: a page of every state speaks the language of the browser, %s',
    async (language) => {
      const words = MAIL_PAGE_WORDS[language];
      const asked = `fr;q=1, ${language};q=0.9`;
      for (const kind of ['verify', 'cancel', 'reset'] as const) {
        expectPage((await open(kind, asked)).body, language, [words[`${kind}.title`], words[`${kind}.button`]]);
        const never = await press(kind, asked, { token: 'A'.repeat(43), password: 'a long sentence of mine' });
        expect(never.statusCode).toBe(401);
        expectPage(never.body, language, [words[`${kind}.failed`], words['refused.INVALID_TOKEN']]);
      }
      const person = await openAccount(service(), `${language}@example.org`);
      const token = await service().tokenFor(person.email, /verify/i);
      expectPage((await press('verify', asked, { token })).body, language, [words['verify.doneText']]);
      const again = await press('verify', asked, { token });
      expect(again.statusCode).toBe(410);
      expectPage(again.body, language, [words['refused.GONE'], words['link.anew'], 'href="/account"']);
    },
  );

  test.each(LANGUAGES)(
    '200, 410: the page of the warning changes nothing by being opened, stops the change by its button, and leads on, %s',
    async (language) => {
      const words = MAIL_PAGE_WORDS[language];
      const { email, headers } = await openAccount(service(), `warned-${language}@example.org`);
      const asked = await service().app.inject({
        method: 'PATCH',
        url: '/v1/auth/me',
        headers,
        payload: { email: `thief-${language}@example.org`, current_password: PASSWORD },
      });
      expect(asked.statusCode).toBe(200);
      const token = await service().tokenFor(email, /about to change/i);
      const opened = await service().app.inject({ method: 'GET', url: `/v1/auth/cancel-email-change?token=${token}` });
      expect([opened.statusCode, opened.headers['referrer-policy']]).toEqual([200, 'no-referrer']);
      const reset = `<a href="/forgot-password">${words['link.reset']}</a>`;
      const stopped = await press('cancel', language, { token });
      expect(stopped.statusCode).toBe(200);
      expectPage(stopped.body, language, [words['cancel.done'], words['cancel.doneText'], reset]);
      const again = await press('cancel', language, { token });
      expect(again.statusCode).toBe(410);
      const account = `<a href="/account">${words['link.account']}</a>`;
      expectPage(again.body, language, [words['cancel.failed'], words['cancel.gone'], reset, account]);
      expect(again.body).not.toContain(words['link.anew']);
    },
  );

  test('422: a weak password is refused beside its field, the next one counts and leads to the sign-in', async () => {
    const { email } = await openAccount(service(), 'weak@example.org');
    await service().app.inject({ method: 'POST', url: '/v1/auth/forgot-password', payload: { email } });
    const token = await service().tokenFor(email, /reset/i);
    const weak = await press('reset', 'de', { token, password: 'password' });
    expect(weak.statusCode).toBe(422);
    expectPage(weak.body, 'de', [MAIL_PAGE_WORDS.de['refused.WEAK_PASSWORD'], 'aria-describedby="problem hint"']);
    const done = await press('reset', 'de', { token, password: 'noch ein langer Satz von mir' });
    expect(done.statusCode).toBe(200);
    expectPage(done.body, 'de', [MAIL_PAGE_WORDS.de['reset.done'], '<a href="/login">Anmelden</a>']);
  });
});
