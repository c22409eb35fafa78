import type { Asset } from '@assay/sdk/types';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { apiClient } from '../../../api/client.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';
import { timeText } from '../../../shared/format.ts';
import { QueryState } from '../../../shared/QueryState.tsx';

/** Of the few pictures that are committed. */
const CommitmentRecord = lazy(async () => ({
  default: (await import('../../verify/parts/CommitmentRecord.tsx')).CommitmentRecord,
}));

/** What stands on the ledger about the picture. */
export function Commitments({ asset }: { asset: Asset }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const queryKey = ['commitments', asset.id];
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) => apiClient.listCommitments({ assetId: asset.id, pageSize: 20 }, { signal }).first(),
  });
  const commit = useMutation({
    mutationFn: () => apiClient.commit(asset.id),
    onSuccess: () => queries.invalidateQueries({ queryKey }),
  });
  return (
    <section aria-labelledby="commitments-heading">
      <h2 id="commitments-heading">{t('commitments.title')}</h2>
      <p>{t('commitments.text')}</p>
      <QueryState query={list}>
        {({ items }) => (
          <>
            <ul className="rows">
              {items.map((one) => (
                <li key={one.commitment_id} className="row">
                  <div>
                    <p>
                      {t(`record.status.${one.confirmation_status}`)}
                      {one.on_chain_at && ` · ${timeText(one.on_chain_at, t.locale)}`}
                    </p>
                    <p className="small">
                      {t('commitments.hash')} <code>{one.commitment_hash}</code>
                    </p>
                    {one.tx_hash && (
                      <p className="small">
                        {t('evidence.ledger.tx')} <code>{one.tx_hash}</code>
                      </p>
                    )}
                    {one.last_error && (
                      <p className="small">
                        {t('failure.serverSaid')} <q lang="en">{one.last_error}</q>
                      </p>
                    )}
                  </div>
                  <Suspense>{one.tx_hash && <CommitmentRecord txHash={one.tx_hash} />}</Suspense>
                </li>
              ))}
            </ul>
            {items.length === 0 && (
              <div className="buttons">
                <ActionButton mutation={commit}>{t('commitments.make')}</ActionButton>
              </div>
            )}
          </>
        )}
      </QueryState>
    </section>
  );
}
