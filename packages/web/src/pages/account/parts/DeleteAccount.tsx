import type { Me } from '@assay/sdk/types';
import { connection, session } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { useForm } from '../../../shared/form/useForm.ts';
import { PasswordField } from './PasswordField.tsx';

/** Cannot be undone, so it takes the address typed, and the password where there is one. */
export function DeleteAccount({ me }: { me: Me }) {
  const t = useTranslate();
  const form = useForm({
    check: ({ confirmation = '', password = '' }) => ({
      ...(confirmation.trim() === me.email ? {} : { confirmation: t('deleteAccount.mismatch', { email: me.email }) }),
      ...(me.has_password && password === '' ? { password: t('account.password.missing') } : {}),
    }),
    send: async ({ password }) => {
      await connection.answer({
        method: 'DELETE',
        path: '/v1/auth/me',
        json: me.has_password ? { password } : {},
      });
      await session.signOut();
    },
    problemOf: ({ code }) => {
      if (code === 'INVALID_CREDENTIALS' && me.has_password) return { password: t('deleteAccount.wrong') };
      return code === 'LAST_OWNER' ? { confirmation: t('deleteAccount.lastOwner') } : null;
    },
  });
  return (
    <section aria-labelledby="delete-heading">
      <h2 id="delete-heading">{t('deleteAccount.title')}</h2>
      <p>{t('deleteAccount.text')}</p>
      {!me.has_password && <p className="small">{t('deleteAccount.recent')}</p>}
      <Form form={form} submit={t('deleteAccount.do')} look="danger">
        <Field label={t('deleteAccount.confirm', { email: me.email })} name="confirmation" autoComplete="off" />
        {me.has_password && <PasswordField />}
      </Form>
    </section>
  );
}
