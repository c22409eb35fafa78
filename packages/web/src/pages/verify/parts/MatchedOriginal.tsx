import type { Asset, VerificationResult } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../../../addresses.ts';
import { apiClient } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useOrganizations } from '../../../session/useOrganization.ts';
import { useSession } from '../../../session/useSession.ts';
import { nameOf } from '../../../shared/assetName.ts';
import { dayText } from '../../../shared/format.ts';
import { ofThisOrigin } from '../../../shared/ofThisOrigin.ts';
import { ComparePictures } from './ComparePictures.tsx';

interface MatchedOriginalProps {
  /** Null where the picture is not at hand. */
  readonly file: File | null;
  readonly result: VerificationResult;
}

/** Which registered picture it was, as far as the reader may know: members see it, strangers at most its number. */
export function MatchedOriginal({ file, result }: MatchedOriginalProps) {
  const t = useTranslate();
  const { state } = useSession();
  const id = result.asset_id;
  const asset = useQuery({
    queryKey: ['assets', id],
    queryFn: ({ signal }) => apiClient.getAsset(String(id), { signal }),
    enabled: state === 'signedIn' && id !== null,
  });
  if (result.verdict === 'unknown') return null;
  return (
    <section className="matched" aria-labelledby="matched-heading">
      <h2 id="matched-heading">{t('matched.heading')}</h2>
      {result.recipient_copy && <p>{t('matched.copy', { recipient: result.recipient_copy.recipient })}</p>}
      {id === null && <p>{t('matched.unnamed')}</p>}
      {id !== null && !asset.data && <p>{asset.isLoading ? t('query.loading') : t('matched.foreign', { id })}</p>}
      {asset.data && <Original asset={asset.data} file={file} result={result} />}
    </section>
  );
}

function Original({ asset, file, result }: MatchedOriginalProps & { readonly asset: Asset }) {
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
      {preview !== null && file && (
        <>
          <ComparePictures file={file} original={preview} changes={result.metadata.modifications} />
          <p className="small">{t('compare.note')}</p>
        </>
      )}
      {preview !== null && !file && (
        <p className="picture-stage">
          <img src={preview} alt={t('matched.preview')} />
        </p>
      )}
    </>
  );
}
