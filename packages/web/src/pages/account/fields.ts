/** What the forms of accounts check before they send, and which field a refusal is about. @module */
import type { AssayError } from '@assay/sdk/errors';
import type { Translate } from '../../i18n/translate.ts';
import type { Problems } from '../../shared/form/useForm.ts';

type Fields = Readonly<Record<string, string>>;

export const passwordMissing = ({ password = '' }: Fields, t: Translate): Problems =>
  password === '' ? { password: t('account.password.missing') } : {};

/** @param charsMin of the service; null while that is not known */
export function newPasswordProblem(fields: Fields, charsMin: number | null, t: Translate): Problems {
  const { password = '' } = fields;
  if (password === '') return passwordMissing(fields, t);
  const chars = [...password.normalize('NFC')].length;
  return charsMin !== null && chars < charsMin ? { password: t('account.password.short', { count: charsMin }) } : {};
}

/** Refusals that speak of one field, and its sentence. */
const FIELD_OF_CODE = {
  INVALID_CREDENTIALS: ['password', 'account.refused.credentials'],
  EMAIL_ALREADY_EXISTS: ['email', 'account.refused.taken'],
  WEAK_PASSWORD: ['password', 'account.refused.weak'],
} as const;

const FIELDS = ['email', 'password', 'full_name'] as const;

export function accountProblem(error: AssayError, t: Translate): Problems | null {
  const known = FIELD_OF_CODE[error.code as keyof typeof FIELD_OF_CODE];
  if (known) return { [known[0]]: t(known[1]) };
  const ours = FIELDS.filter((name) => error.fields.some(({ field }) => field === name));
  return ours.length === 0 ? null : Object.fromEntries(ours.map((name) => [name, t(`account.refused.${name}`)]));
}
