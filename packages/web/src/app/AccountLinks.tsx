import { Link, useRouter } from '@tanstack/react-router';
import { ADDRESS } from '../addresses.ts';
import { session } from '../api/api.ts';
import { useTranslate } from '../i18n/translate.ts';
import { useSession } from '../session/useSession.ts';

/**
 * The part of the navigation that depends on who is signed in. Until that is known there is room for what nobody in
 * particular is offered, so that nothing jumps for most readers.
 */
export function AccountLinks() {
  const t = useTranslate();
  const router = useRouter();
  const { state } = useSession();
  const waiting = state === 'asking' ? 'menu-waiting' : undefined;
  const signOut = async () => {
    await session.signOut();
    await router.navigate({ to: ADDRESS.login });
  };
  return (
    <>
      {state !== 'signedIn' && (
        <>
          <ApiLink />
          <li className={waiting}>
            <Link to={ADDRESS.login}>{t('account.signIn')}</Link>
          </li>
          <li className={waiting}>
            <Link to={ADDRESS.register} className="menu-prominent">
              {t('account.signUp')}
            </Link>
          </li>
        </>
      )}
      {state === 'signedIn' && (
        <>
          <li>
            <Link to={ADDRESS.upload}>{t('frame.upload')}</Link>
          </li>
          <li>
            <Link to={ADDRESS.gallery}>{t('frame.gallery')}</Link>
          </li>
          <li>
            <Link to={ADDRESS.compare}>{t('frame.compare')}</Link>
          </li>
          <li>
            <Link to={ADDRESS.history}>{t('frame.history')}</Link>
          </li>
          <li>
            <Link to={ADDRESS.account}>{t('frame.account')}</Link>
          </li>
          <ApiLink />
          <li>
            <button type="button" className="link-button" onClick={() => void signOut()}>
              {t('account.signOut')}
            </button>
          </li>
        </>
      )}
    </>
  );
}

function ApiLink() {
  const t = useTranslate();
  return (
    <li>
      <Link to={ADDRESS.docs}>{t('frame.api')}</Link>
    </li>
  );
}
