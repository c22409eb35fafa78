import type { Me } from '@assay/sdk/types';
import { useState } from 'react';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { addressProblem } from '../../../shared/form/addressProblem.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { Form } from '../../../shared/form/Form.tsx';
import { useForm } from '../../../shared/form/useForm.ts';
import { accountProblem } from '../fields.ts';
import { PasswordField } from './PasswordField.tsx';

/** Asks for a new address. Nothing changes here: the mails to both addresses say what comes next. */
export function ChangeAddress({ me }: { me: Me }) {
  const t = useTranslate();
  const [askedFor, setAskedFor] = useState<string | null>(null);
  const form = useForm({
    check: (fields) => ({
      ...addressProblem(fields, t),
      ...(fields['email']?.trim() === me.email ? { email: t('changeAddress.same') } : {}),
      ...(fields['proof'] ? {} : { proof: t('account.password.missing') }),
    }),
    send: async ({ email = '', proof = '' }) => {
      setAskedFor(null);
      await connection.json<Me>({
        method: 'PATCH',
        path: '/v1/auth/me',
        json: { email: email.trim(), current_password: proof },
      });
      setAskedFor(email.trim());
    },
    problemOf: (refusal) => {
      if (refusal.code === 'INVALID_CREDENTIALS') return { proof: t('changePassword.wrong') };
      // Whoever is signed in has no use for "sign in, or set a new password".
      return refusal.code === 'EMAIL_ALREADY_EXISTS' ? { email: t('changeAddress.taken') } : accountProblem(refusal, t);
    },
  });
  const done = askedFor === null ? '' : t('changeAddress.asked', { email: askedFor, present: me.email });
  return (
    <section aria-labelledby="address-heading">
      <h2 id="address-heading">{t('account.email')}</h2>
      <p>{t('changeAddress.text')}</p>
      <Form form={form} submit={t('changeAddress.ask')} done={done}>
        <Field label={t('changeAddress.new')} name="email" type="email" autoComplete="email" />
        <PasswordField name="proof" />
      </Form>
    </section>
  );
}
