import type { Member } from '@assay/sdk/types';
import { useMutation } from '@tanstack/react-query';
import { Link, useLocation, useSearch } from '@tanstack/react-router';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useMe, useSession } from '../../session/useSession.ts';
import { failureOf } from '../../shared/failure.ts';
import { FailureNotice } from '../../shared/FailureNotice.tsx';
import { PageHeading } from '../../shared/PageHeading.tsx';

/** Where the mail of an invitation leads. Opening it changes nothing. */
export function InvitationPage() {
  const t = useTranslate();
  const { token } = useSearch({ from: ADDRESS.invitation });
  const { href } = useLocation();
  const { state } = useSession();
  const { data: me } = useMe();
  const accept = useMutation({
    mutationFn: () =>
      connection.json<Member>({ method: 'POST', path: '/v1/invitations/accept', json: { token }, creates: true }),
  });
  return (
    <div className="narrow-page">
      <PageHeading title={t(accept.isSuccess ? 'invitation.done.title' : 'invitation.title')} />
      {token === undefined && <p className="lead">{t('invitation.noToken')}</p>}
      {token !== undefined && state === 'nobody' && (
        <>
          <p className="lead">{t('invitation.signedOut')}</p>
          <div className="buttons">
            <Link className="button button-primary" to={ADDRESS.register} search={{ next: href }}>
              {t('account.signUp')}
            </Link>
            <Link className="button" to={ADDRESS.login} search={{ next: href }}>
              {t('account.signIn')}
            </Link>
          </div>
        </>
      )}
      {token !== undefined && state === 'signedIn' && !accept.isSuccess && (
        <>
          <p className="lead">{t('invitation.text', { email: me?.email ?? '…' })}</p>
          {accept.isError && <FailureNotice failure={failureOf(accept.error)} level={2} />}
          <div className="buttons">
            <button
              type="button"
              className="button button-primary"
              aria-disabled={accept.isPending || undefined}
              onClick={() => !accept.isPending && accept.mutate()}
            >
              {accept.isPending ? t('form.busy') : t('invitation.accept')}
            </button>
          </div>
        </>
      )}
      {accept.isSuccess && (
        <p className="lead" role="status">
          {t(`invitation.done.${accept.data.role}`)}
        </p>
      )}
    </div>
  );
}
