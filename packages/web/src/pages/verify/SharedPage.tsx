import { AssayError, NotFoundError } from '@assay/sdk/errors';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import type { Shared } from '../../api/types.ts';
import { language } from '../../i18n/language.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { Limits } from './parts/Limits.tsx';

/** Which of the two it is, the answer tells. */
const SharedAsset = lazy(async () => ({ default: (await import('./parts/SharedAsset.tsx')).SharedAsset }));
const SharedResult = lazy(async () => {
  const [{ SharedResult: part }] = await Promise.all([import('./parts/SharedResult.tsx'), language.need('verify')]);
  return { default: part };
});

/** What a public link shows: a picture's facts, or a result, to everybody and without names. */
export function SharedPage() {
  const t = useTranslate();
  const { token } = useParams({ from: ADDRESS.shared });
  const query = useQuery({
    queryKey: ['shared', token],
    queryFn: ({ signal }) =>
      connection.json<Shared>({
        method: 'GET',
        path: `/v1/shared/${encodeURIComponent(token)}`,
        authorized: false,
        signal,
      }),
  });
  const ended = query.error instanceof AssayError && query.error.status === 410;
  if (ended || query.error instanceof NotFoundError) return <Missing kind={ended ? 'gone' : 'missing'} />;
  if (!query.data)
    return (
      <>
        <PageHeading title={t('shared.asset.untitled')} />
        <QueryState query={query}>{() => null}</QueryState>
      </>
    );
  const { asset, verification } = query.data;
  const url = `${window.location.origin}/s/${token}`;
  return (
    <Suspense fallback={<p className="small loading">{t('query.loading')}</p>}>
      {verification && <SharedResult result={verification} url={url} />}
      {asset && <SharedAsset asset={asset} url={url} />}
      <Limits />
    </Suspense>
  );
}

function Missing({ kind }: { kind: 'gone' | 'missing' }) {
  const t = useTranslate();
  return (
    <section className="plain-page">
      <PageHeading title={t(`shared.${kind}.title`)} />
      <p className="lead">{t(`shared.${kind}.text`)}</p>
      <div className="buttons">
        <Link className="button button-primary" to={ADDRESS.verify}>
          {t('notFound.start')}
        </Link>
      </div>
    </section>
  );
}
