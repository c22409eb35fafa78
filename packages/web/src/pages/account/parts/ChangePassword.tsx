import { useState } from 'react';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useService } from '../../../session/useService.ts';
import { useForm } from '../../../shared/form/useForm.ts';
import { accountProblem, newPasswordProblem } from '../fields.ts';
import { PasswordField } from './PasswordField.tsx';
import { Form } from '../../../shared/form/Form.tsx';

/** @param email for password managers, which otherwise guess whose password it is */
export function ChangePassword({ email }: { email: string }) {
  const t = useTranslate();
  const charsMin = useService().data?.password_chars_min ?? null;
  const [isChanged, setChanged] = useState(false);
  const form = useForm({
    check: (fields) => ({
      ...(fields['current'] ? {} : { current: t('account.password.missing') }),
      ...newPasswordProblem(fields, charsMin, t),
    }),
    send: async ({ current = '', password = '', keep_keys }) => {
      setChanged(false);
      await connection.answer({
        method: 'POST',
        path: '/v1/auth/change-password',
        json: { current_password: current, new_password: password, keep_api_keys: keep_keys !== undefined },
      });
      setChanged(true);
    },
    problemOf: (refusal) =>
      refusal.code === 'INVALID_CREDENTIALS' ? { current: t('changePassword.wrong') } : accountProblem(refusal, t),
  });
  return (
    <section aria-labelledby="password-heading">
      <h2 id="password-heading">{t('changePassword.title')}</h2>
      <p>{t('changePassword.text')}</p>
      <Form form={form} submit={t('changePassword.change')} done={isChanged ? t('changePassword.done') : ''}>
        <input type="hidden" name="email" value={email} autoComplete="username" />
        <PasswordField name="current" label={t('changePassword.current')} />
        <PasswordField label={t('changePassword.new')} isNew />
        <label className="check">
          <input type="checkbox" name="keep_keys" />
          <span>{t('keys.keep')}</span>
        </label>
      </Form>
    </section>
  );
}
