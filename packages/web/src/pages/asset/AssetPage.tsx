import type { Asset } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { nameOf } from '../../shared/assetName.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { ShareLinks } from '../../shared/share/ShareLinks.tsx';
import { Activity } from './parts/Activity.tsx';
import { AssetFacts } from './parts/AssetFacts.tsx';
import { Commitments } from './parts/Commitments.tsx';
import { Copies } from './parts/Copies.tsx';
import { Credentials } from './parts/Credentials.tsx';
import { DeleteAsset } from './parts/DeleteAsset.tsx';
import { EditAsset } from './parts/EditAsset.tsx';
import { LookAlikes } from './parts/LookAlikes.tsx';
import { Marks } from './parts/Marks.tsx';
import { Metadata } from './parts/Metadata.tsx';
import { NearDuplicates } from './parts/NearDuplicates.tsx';
import { Relatives } from './parts/Relatives.tsx';
import { Variants } from './parts/Variants.tsx';
import { Withdrawal } from './parts/Withdrawal.tsx';

/** All that is known of one registered picture, and what may be done with it. */
export function AssetPage() {
  const t = useTranslate();
  const { assetId } = useParams({ from: `/private${ADDRESS.asset}` });
  const query = useQuery({
    queryKey: ['assets', assetId],
    queryFn: ({ signal }) =>
      connection.json<Asset>({ method: 'GET', path: `/v1/assets/${encodeURIComponent(assetId)}`, signal }),
  });
  return (
    <>
      <PageHeading title={query.data ? nameOf(query.data, t) : t('asset.title')} />
      <QueryState query={query}>
        {(asset) => (
          <>
            <NearDuplicates asset={asset} />
            <AssetFacts asset={asset} />
            <div className="sections">
              <Variants asset={asset} />
              <Marks asset={asset} />
              <Copies asset={asset} />
              <Commitments asset={asset} />
              <LookAlikes asset={asset} />
              <Relatives asset={asset} />
              <Credentials asset={asset} />
              <Metadata asset={asset} />
              <Activity asset={asset} />
              <section aria-labelledby="share-heading">
                <h2 id="share-heading">{t('share.heading')}</h2>
                <ShareLinks path={`/v1/assets/${asset.id}/share`} />
              </section>
              <EditAsset asset={asset} />
              <Withdrawal asset={asset} />
              <DeleteAsset asset={asset} />
            </div>
          </>
        )}
      </QueryState>
    </>
  );
}
