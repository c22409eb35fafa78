import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Field } from '../../shared/form/Field.tsx';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { SubmitButton } from '../../shared/form/SubmitButton.tsx';
import { useForm } from '../../shared/form/useForm.ts';
import { addressProblem } from '../../shared/form/addressProblem.ts';
import { accountProblem } from './fields.ts';
import { FormWithFailure } from '../../shared/form/FormWithFailure.tsx';

/** Asks for the mail that sets a new password. The answer is the same for every address, so the page says no more either. */
export function ForgotPasswordPage() {
  const t = useTranslate();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useForm({
    check: (fields) => addressProblem(fields, t),
    send: async ({ email = '' }) => {
      await connection.answer({
        method: 'POST',
        path: '/v1/auth/forgot-password',
        json: { email: email.trim() },
        authorized: false,
      });
      setSentTo(email.trim());
    },
    problemOf: (refusal) => accountProblem(refusal, t),
  });
  return (
    <div className="narrow-page">
      <PageHeading title={t('forgot.title')} />
      {sentTo === null ? (
        <>
          <p>{t('forgot.text')}</p>
          <FormWithFailure failure={form.failure} onSubmit={form.onSubmit}>
            <Field
              label={t('account.email')}
              name="email"
              type="email"
              autoComplete="username"
              problem={form.problems['email']}
            />
            <SubmitButton isBusy={form.isBusy}>{t('forgot.send')}</SubmitButton>
          </FormWithFailure>
        </>
      ) : (
        <p role="status" className="note">
          {t('forgot.sent', { email: sentTo })}
        </p>
      )}
      <p>
        <Link to={ADDRESS.login}>{t('forgot.back')}</Link>
      </p>
    </div>
  );
}
