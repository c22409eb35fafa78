import type { HistoryItem, Page } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../../../addresses.ts';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { timeText } from '../../../shared/format.ts';
import { QueryState } from '../../../shared/QueryState.tsx';

const SHOWN = 5;

/** One's own last results, each with the way to it. */
export function LastChecks() {
  const t = useTranslate();
  const checks = useQuery({
    queryKey: ['history', 'last'],
    queryFn: ({ signal }) =>
      connection.json<Page<HistoryItem>>({
        method: 'GET',
        path: '/v1/verify/history',
        query: { page_size: SHOWN },
        signal,
      }),
  });
  return (
    <section aria-labelledby="last-heading">
      <h2 id="last-heading">{t('usage.last')}</h2>
      <QueryState query={checks}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t('usage.noChecks')}</p>
          ) : (
            <>
              <ul className="rows">
                {items.map((item) => (
                  <li key={item.id} className="row">
                    <Link to={ADDRESS.result} params={{ verificationId: item.id }}>
                      {timeText(item.verified_at, t.locale)}
                    </Link>
                    <span className={`verdict-word verdict-word-${item.verdict}`}>{t(`verdict.${item.verdict}`)}</span>
                  </li>
                ))}
              </ul>
              <p>
                <Link to={ADDRESS.history}>{t('usage.allChecks')}</Link>
              </p>
            </>
          )
        }
      </QueryState>
    </section>
  );
}
