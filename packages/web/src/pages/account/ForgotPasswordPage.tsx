import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { useForm } from '../../shared/form/useForm.ts';
import { addressProblem } from '../../shared/form/addressProblem.ts';
import { accountProblem } from './fields.ts';
import { EmailField } from '../../shared/form/EmailField.tsx';
import { Form } from '../../shared/form/Form.tsx';

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
          <Form form={form} submit={t('forgot.send')}>
            <EmailField isOwn />
          </Form>
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
