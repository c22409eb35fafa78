import { useTranslate } from '../../i18n/translate.ts';
import { useMe } from '../../session/useSession.ts';
import { QueryState } from '../../shared/QueryState.tsx';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { ChangeAddress } from './parts/ChangeAddress.tsx';
import { ChangePassword } from './parts/ChangePassword.tsx';
import { ConfirmAddress } from './parts/ConfirmAddress.tsx';
import { DeleteAccount } from './parts/DeleteAccount.tsx';
import { ExportAccount } from './parts/ExportAccount.tsx';
import { Identities } from './parts/Identities.tsx';
import { Profile } from './parts/Profile.tsx';
import { SessionList } from './parts/SessionList.tsx';

/** What is kept of the person, and from where one is signed in. */
export function AccountPage() {
  const t = useTranslate();
  const me = useMe();
  return (
    <>
      <PageHeading title={t('accountPage.title')} />
      <p className="lead">{t('accountPage.text')}</p>
      <QueryState query={me}>
        {(account) => (
          <div className="sections">
            {!account.is_verified && <ConfirmAddress email={account.email} />}
            <Profile me={account} />
            {account.has_password && <ChangeAddress me={account} />}
            {account.has_password && <ChangePassword email={account.email} />}
            <Identities />
            <SessionList />
            <ExportAccount />
            <DeleteAccount me={account} />
          </div>
        )}
      </QueryState>
    </>
  );
}
