import type { Asset, VerificationResult } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ADDRESS } from '../../../addresses.ts';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useOrganizations } from '../../../session/useOrganization.ts';
import { useSession } from '../../../session/useSession.ts';
import { nameOf } from '../../../shared/assetName.ts';
import { dayText } from '../../../shared/format.ts';
import { ofThisOrigin } from '../../../shared/ofThisOrigin.ts';
import { PreviewPicture } from '../../../shared/PreviewPicture.tsx';

interface MatchedOriginalProps {
  /** The picture beside its original, where it is at hand. */
  readonly compare: ((originalPreview: string) => ReactNode) | undefined;
  readonly result: VerificationResult;
}

/** Which registered picture it was, as far as the reader may know: members see it, strangers at most its number. */
export function MatchedOriginal({ compare, result }: MatchedOriginalProps) {
  const t = useTranslate();
  const { state } = useSession();
  const id = result.asset_id;
  const asset = useQuery({
    queryKey: ['assets', id],
    queryFn: ({ signal }) =>
      connection.json<Asset>({ method: 'GET', path: `/v1/assets/${encodeURIComponent(String(id))}`, signal }),
    enabled: state === 'signedIn' && id !== null,
  });
  if (result.verdict === 'unknown') return null;
  return (
    <section className="matched" aria-labelledby="matched-heading">
      <h2 id="matched-heading">{t('matched.heading')}</h2>
      {result.recipient_copy && <p>{t('matched.copy', { recipient: result.recipient_copy.recipient })}</p>}
      {id === null && <p>{t('matched.unnamed')}</p>}
      {asset.isLoading && <p className="matched-awaited">{t('query.loading')}</p>}
      {id !== null && !asset.data && !asset.isLoading && <p>{t('matched.foreign', { id })}</p>}
      {asset.data && <Original asset={asset.data} compare={compare} />}
    </section>
  );
}

function Original({ asset, compare }: Pick<MatchedOriginalProps, 'compare'> & { readonly asset: Asset }) {
  const t = useTranslate();
  const organizations = useOrganizations().data?.items ?? [];
  const owner = organizations.find(({ id }) => id === asset.organization_id)?.name;
  const name = nameOf(asset, t);
  const preview = asset.preview_url === null ? null : ofThisOrigin(asset.preview_url);
  return (
    <>
      <h3>
        <Link to={ADDRESS.asset} params={{ assetId: asset.id }}>
          {name}
        </Link>
      </h3>
      <dl className="facts">
        {owner !== undefined && (
          <>
            <dt>{t('matched.owner')}</dt>
            <dd>{owner}</dd>
          </>
        )}
        <dt>{t('matched.since')}</dt>
        <dd>{dayText(asset.created_at, t.locale)}</dd>
      </dl>
      {preview !== null && compare?.(preview)}
      {preview !== null && !compare && (
        <p className="picture-stage">
          <PreviewPicture url={preview} alt={t('matched.preview')} of={asset} />
        </p>
      )}
    </>
  );
}
