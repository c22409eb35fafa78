import { useState } from 'react';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useService } from '../../../session/useService.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { SubmitButton } from '../../../shared/form/SubmitButton.tsx';
import { useForm } from '../../../shared/form/useForm.ts';
import { accountProblem, newPasswordProblem } from '../fields.ts';
import { FormWithFailure } from '../../../shared/form/FormWithFailure.tsx';

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
      <FormWithFailure failure={form.failure} onSubmit={form.onSubmit}>
        <input type="hidden" name="email" value={email} autoComplete="username" />
        <Field
          label={t('changePassword.current')}
          name="current"
          type="password"
          autoComplete="current-password"
          problem={form.problems['current']}
        />
        <Field
          label={t('changePassword.new')}
          name="password"
          type="password"
          autoComplete="new-password"
          hint={charsMin === null ? undefined : t('account.password.hint', { count: charsMin })}
          problem={form.problems['password']}
        />
        <label className="check">
          <input type="checkbox" name="keep_keys" />
          <span>{t('keys.keep')}</span>
        </label>
        <SubmitButton isBusy={form.isBusy}>{t('changePassword.change')}</SubmitButton>
        <p role="status" className="small">
          {isChanged ? t('changePassword.done') : ''}
        </p>
      </FormWithFailure>
    </section>
  );
}
