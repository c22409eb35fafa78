import { errorFromAnswer } from '@assay/sdk/errors';
import { expect, test } from 'vitest';
import { en } from '../../../src/i18n/en.ts';
import { makeTranslate } from '../../../src/i18n/translate.ts';
import { browserName } from '../../../src/pages/account/browserName.ts';
import { accountProblem, newPasswordProblem } from '../../../src/pages/account/fields.ts';
import { addressProblem } from '../../../src/shared/form/addressProblem.ts';

const t = makeTranslate(en, 'en');
const refused = (status: number, error_code: string, errors?: object[]) =>
  errorFromAnswer(status, new Headers(), JSON.stringify({ detail: 'd', error_code, timestamp: '', errors }), 'POST /x');

test('only what cannot be an address is refused before sending', () => {
  for (const email of ['ada@example.org', ' ada@localhost ', 'ä@müller.example'])
    expect(addressProblem({ email }, t), email).toEqual({});
  for (const email of ['', '  ', 'ada', 'a b@example.org', '@'])
    expect(addressProblem({ email }, t), email).toHaveProperty('email');
});

test('a new password is counted as the service counts: characters after NFC, not code units', () => {
  expect(newPasswordProblem({ password: 'a\u0308'.repeat(7) }, 8, t)).toHaveProperty('password');
  expect(newPasswordProblem({ password: '🐸'.repeat(7) }, 8, t)).toHaveProperty('password');
  expect(newPasswordProblem({ password: '🐸'.repeat(8) }, 8, t)).toEqual({});
  expect(newPasswordProblem({ password: 'short' }, null, t)).toEqual({});
});

test('a refusal stands at the field that it is about; one about none stands by itself', () => {
  expect(accountProblem(refused(409, 'EMAIL_ALREADY_EXISTS'), t)).toHaveProperty('email');
  expect(accountProblem(refused(422, 'WEAK_PASSWORD'), t)).toHaveProperty('password');
  expect(accountProblem(refused(422, 'VALIDATION_ERROR', [{ field: 'full_name' }]), t)).toHaveProperty('full_name');
  expect(accountProblem(refused(503, 'SERVICE_UNAVAILABLE'), t)).toBeNull();
});

test('browsers are called by their names, which the ones built on others repeat', () => {
  const windows =
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36';
  expect(browserName(windows)).toBe('Chrome, Windows');
  expect(browserName(`${windows} Edg/130.0`)).toBe('Edge, Windows');
  expect(browserName('Mozilla/5.0 (Macintosh; Intel Mac OS X 14.5) AppleWebKit/605 Version/17.4 Safari/605')).toBe(
    'Safari, macOS',
  );
  expect(browserName('curl/8.5.0')).toBe('curl');
  expect(browserName('something else')).toBeNull();
  expect(browserName(null)).toBeNull();
});
