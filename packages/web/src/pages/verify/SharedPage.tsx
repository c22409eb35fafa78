import { AssayError, NotFoundError } from '@assay/sdk/errors';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { useEffect } from 'react';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import type { Shared, ShownResult } from '../../api/types.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { LinkTools } from '../../shared/share/LinkTools.tsx';
import { Limits } from './parts/Limits.tsx';
import { SharedAsset } from './parts/SharedAsset.tsx';
import { ResultParts } from './parts/Result.tsx';

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
    <>
      {verification && <SharedResult result={verification} url={url} />}
      {asset && <SharedAsset asset={asset} url={url} />}
      <Limits />
    </>
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

function SharedResult({ result, url }: { result: ShownResult; url: string }) {
  const t = useTranslate();
  useEffect(() => {
    document.title = t('title.page', { title: t(`verdict.${result.verdict}`) });
  }, [result, t]);
  return (
    <ResultParts file={null} name={null} result={result}>
      <section className="share" aria-labelledby="share-heading">
        <h2 id="share-heading">{t('share.heading')}</h2>
        <LinkTools url={url} />
      </section>
    </ResultParts>
  );
}
