import type { Asset, Committed, OwnCommitment, Page } from '@assay/sdk/types';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense } from 'react';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';
import { timeText } from '../../../shared/format.ts';
import { QueryState } from '../../../shared/QueryState.tsx';
import { LazyCommitmentRecord } from '../../verify/parts/LazyCommitmentRecord.tsx';

/** What stands on the ledger about the picture. */
export function Commitments({ asset }: { asset: Asset }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const queryKey = ['commitments', asset.id];
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      connection.json<Page<OwnCommitment>>({
        method: 'GET',
        path: '/v1/blockchain/commitments',
        query: { asset_id: asset.id, page_size: 20 },
        signal,
      }),
  });
  const commit = useMutation({
    mutationFn: () =>
      connection.json<Committed>({
        method: 'POST',
        path: '/v1/blockchain/commit',
        json: { asset_id: asset.id },
        creates: true,
      }),
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
                <CommitmentRow key={one.commitment_id} one={one} />
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

function CommitmentRow({ one }: { one: OwnCommitment }) {
  const t = useTranslate();
  return (
    <li className="row">
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
      <Suspense>{one.tx_hash && <LazyCommitmentRecord txHash={one.tx_hash} />}</Suspense>
    </li>
  );
}
