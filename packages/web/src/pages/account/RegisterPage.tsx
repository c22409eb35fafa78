import { useQueryClient } from '@tanstack/react-query';
import { Link, useRouter, useSearch } from '@tanstack/react-router';
import { ADDRESS } from '../../addresses.ts';
import { connection, session } from '../../api/api.ts';
import { language } from '../../i18n/language.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useIsNew, useService } from '../../session/useService.ts';
import { Field } from '../../shared/form/Field.tsx';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { useForm } from '../../shared/form/useForm.ts';
import { addressProblem } from '../../shared/form/addressProblem.ts';
import { accountProblem, newPasswordProblem } from './fields.ts';
import { EmailField } from '../../shared/form/EmailField.tsx';
import { PasswordField } from './parts/PasswordField.tsx';
import { Form } from '../../shared/form/Form.tsx';
import { ProviderLinks } from './parts/ProviderLinks.tsx';

/** An account in one step; whoever has made one is signed in with it and sees what to begin with, unless on the way elsewhere. */
export function RegisterPage() {
  const t = useTranslate();
  const { history } = useRouter();
  const queries = useQueryClient();
  const { next = ADDRESS.usage } = useSearch({ from: ADDRESS.register });
  const isNew = useIsNew();
  const charsMin = useService().data?.password_chars_min ?? null;
  const form = useForm({
    check: (fields) => ({ ...addressProblem(fields, t), ...newPasswordProblem(fields, charsMin, t) }),
    send: async ({ full_name = '', email = '', password = '' }) => {
      const account = { email: email.trim(), password };
      await connection.json({
        method: 'POST',
        path: '/v1/auth/register',
        json: full_name.trim() === '' ? account : { ...account, full_name: full_name.trim() },
        headers: { 'accept-language': language.current() }, // of the mails
        creates: true,
        authorized: false,
      });
      await session.signIn(account, language.current());
      await queries.invalidateQueries({ queryKey: ['service'] });
      history.push(next);
    },
    problemOf: (refusal) => accountProblem(refusal, t),
  });
  return (
    <div className="narrow-page">
      <PageHeading title={t(isNew ? 'register.first.title' : 'register.title')} />
      <p>{t(isNew ? 'register.first.text' : 'register.text')}</p>
      <Form form={form} submit={t('account.signUp')}>
        <Field label={t('account.name')} name="full_name" autoComplete="name" hint={t('account.name.hint')} />
        <EmailField isOwn />
        <PasswordField isNew />
      </Form>
      <ProviderLinks next={next} />
      {!isNew && (
        <p>
          {t('register.haveAccount')}{' '}
          <Link to={ADDRESS.login} search={{ next }}>
            {t('account.signIn')}
          </Link>
        </p>
      )}
    </div>
  );
}
