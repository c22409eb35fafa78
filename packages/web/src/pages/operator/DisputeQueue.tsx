import { PermissionError } from '@assay/sdk/errors';
import type { Page } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { connection } from '../../api/api.ts';
import type { ReviewedDispute } from '../../api/types.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { Pager } from '../../shared/Pager.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { ReviewedRow } from './ReviewedRow.tsx';

/** Verdicts that somebody says are wrong, for operators to decide. */
export function DisputeQueue() {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const [status, setStatus] = useState<'open' | 'all'>('open');
  const queue = useQuery({
    queryKey: ['disputes', status, page],
    queryFn: ({ signal }) =>
      connection.json<Page<ReviewedDispute>>({
        method: 'GET',
        path: '/v1/operator/disputes',
        query: { status, page },
        signal,
      }),
  });
  // The page says once, above, to whom this is shown.
  if (queue.error instanceof PermissionError) return null;
  return (
    <section aria-labelledby="disputes-heading">
      <h2 id="disputes-heading">{t('review.title')}</h2>
      <p>{t('review.text')}</p>
      <label className="check">
        <input
          type="checkbox"
          checked={status === 'all'}
          onChange={({ currentTarget }) => {
            setStatus(currentTarget.checked ? 'all' : 'open');
            setPage(1);
          }}
        />
        <span>{t('review.all')}</span>
      </label>
      <QueryState query={queue}>
        {(given) => (
          <>
            {given.items.length === 0 && <p>{t(status === 'all' ? 'review.never' : 'review.none')}</p>}
            <ul className="rows">
              {given.items.map((dispute) => (
                <ReviewedRow key={dispute.id} dispute={dispute} />
              ))}
            </ul>
            <Pager page={given} onPage={setPage} />
          </>
        )}
      </QueryState>
    </section>
  );
}
