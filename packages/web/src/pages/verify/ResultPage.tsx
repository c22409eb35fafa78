import type { VerificationResult } from '@assay/sdk/types';
import { NotFoundError } from '@assay/sdk/errors';
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { useSession } from '../../session/useSession.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { Limits } from './parts/Limits.tsx';
import { Result } from './parts/Result.tsx';

/** A result again, at the address that it had: without its picture, which nobody keeps. */
export function ResultPage() {
  const t = useTranslate();
  const { verificationId } = useParams({ from: ADDRESS.result });
  const { state } = useSession();
  const { href } = useLocation();
  const query = useQuery({
    queryKey: ['verifications', verificationId, state],
    queryFn: ({ signal }) =>
      connection.json<VerificationResult>({
        method: 'GET',
        path: `/v1/verify/${encodeURIComponent(verificationId)}`,
        authorized: state === 'signedIn',
        signal,
      }),
    enabled: state !== 'asking',
  });
  if (query.data) return <Found result={query.data} />;
  if (!(query.error instanceof NotFoundError))
    return (
      <>
        <PageHeading title={t('verdict.label')} />
        <QueryState query={query}>{() => null}</QueryState>
      </>
    );
  return (
    <section className="plain-page">
      <PageHeading title={t('result.missing.title')} />
      <p className="lead">{t('result.missing.text')}</p>
      <div className="buttons">
        {state === 'nobody' && (
          <Link className="button button-primary" to={ADDRESS.login} search={{ next: href }}>
            {t('account.signIn')}
          </Link>
        )}
        <Link className="button" to={ADDRESS.verify}>
          {t('notFound.start')}
        </Link>
      </div>
    </section>
  );
}

function Found({ result }: { result: VerificationResult }) {
  const t = useTranslate();
  useEffect(() => {
    document.title = t('title.page', { title: t(`verdict.${result.verdict}`) });
  }, [result, t]);
  return (
    <>
      <Result name={null} file={null} result={result}>
        <p className="small">{t('result.reloaded')}</p>
        <Link className="button button-primary" to={ADDRESS.verify}>
          {t('notFound.start')}
        </Link>
      </Result>
      <Limits />
    </>
  );
}
