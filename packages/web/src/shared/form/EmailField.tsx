import { useTranslate } from '../../i18n/translate.ts';
import { Field } from './Field.tsx';

/** @param isOwn of who types it, so that browsers may offer it */
export function EmailField({ isOwn }: { isOwn: boolean }) {
  const t = useTranslate();
  return <Field label={t('account.email')} name="email" type="email" autoComplete={isOwn ? 'username' : 'off'} />;
}
