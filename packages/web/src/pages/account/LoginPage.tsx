import { Link, useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ADDRESS } from '../../addresses.ts';
import { session } from '../../api/api.ts';
import { language } from '../../i18n/language.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useIsNew } from '../../session/useService.ts';
import { useSession } from '../../session/useSession.ts';
import { NewServiceNotice } from '../../shared/NewServiceNotice.tsx';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { useForm } from '../../shared/form/useForm.ts';
import { addressProblem } from '../../shared/form/addressProblem.ts';
import { accountProblem, passwordMissing } from './fields.ts';
import { EmailField } from '../../shared/form/EmailField.tsx';
import { PasswordField } from './parts/PasswordField.tsx';
import { Form } from '../../shared/form/Form.tsx';
import { ProviderLinks } from './parts/ProviderLinks.tsx';
import { ProviderReturn } from './parts/ProviderReturn.tsx';

/** Sign in, and go on where one wanted to go. */
export function LoginPage() {
  const t = useTranslate();
  const { history } = useRouter();
  const navigate = useNavigate();
  const { next = '/', code, error } = useSearch({ from: ADDRESS.login });
  const known = useSession();
  const isNew = useIsNew();
  const form = useForm({
    check: (fields) => ({ ...addressProblem(fields, t), ...passwordMissing(fields, t) }),
    send: async ({ email = '', password = '' }) =>
      session.signIn({ email: email.trim(), password }, language.current()),
    problemOf: (refusal) => accountProblem(refusal, t),
  });

  // However one came to be signed in, here or in another part of the page: this page has nothing more to do.
  useEffect(() => {
    if (known.state === 'signedIn') history.replace(next);
  }, [known.state, history, next]);

  if (code !== undefined || error !== undefined)
    return (
      <ProviderReturn
        code={code}
        error={error}
        onAgain={() => void navigate({ to: ADDRESS.login, search: { next }, replace: true })}
      />
    );
  return (
    <div className="narrow-page">
      <PageHeading title={t('login.title')} />
      {isNew && <NewServiceNotice next={next} />}
      {known.state === 'nobody' && known.ended && <p className="note">{t('login.ended')}</p>}
      {next !== '/' && !isNew && <p>{t('login.next')}</p>}
      <Form form={form} submit={t('account.signIn')}>
        <EmailField isOwn />
        <PasswordField />
      </Form>
      <p>
        <Link to={ADDRESS.forgotPassword}>{t('login.forgot')}</Link>
      </p>
      <ProviderLinks next={next} />
      <p>
        {t('login.noAccount')}{' '}
        <Link to={ADDRESS.register} search={{ next }}>
          {t('account.signUp')}
        </Link>
      </p>
    </div>
  );
}
