/** What is wrong with the field of an e-mail address before anything is sent. @module */
import type { Translate } from '../../i18n/translate.ts';
import type { Problems } from './useForm.ts';

/** Only what cannot be an address at all; the service judges the rest. */
const ADDRESS_SHAPE = /^\S+@\S+$/;

export function addressProblem({ email = '' }: Readonly<Record<string, string>>, t: Translate): Problems {
  if (email.trim() === '') return { email: t('account.email.missing') };
  return ADDRESS_SHAPE.test(email.trim()) ? {} : { email: t('account.email.shape') };
}
