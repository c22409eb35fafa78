import type { LinkedIdentity } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { connection } from '../../../api/api.ts';
import { wholeList } from '../../../api/wholeList.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { useProviders } from '../../../session/useService.ts';
import { timeText } from '../../../shared/format.ts';
import { QueryState } from '../../../shared/QueryState.tsx';

/** With which accounts elsewhere one signs in. Nothing where there are none and none can be had. */
export function Identities() {
  const t = useTranslate();
  const providers = useProviders();
  const identities = useQuery({
    queryKey: ['identities'],
    queryFn: ({ signal }) => wholeList<LinkedIdentity>(connection, '/v1/auth/identities', signal),
  });
  if (providers.length === 0 && identities.data?.items.length === 0) return null;
  return (
    <section aria-labelledby="identities-heading">
      <h2 id="identities-heading">{t('identities.title')}</h2>
      <QueryState query={identities}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t('identities.none')}</p>
          ) : (
            <ul className="rows">
              {items.map((one) => (
                <li key={one.id} className="row">
                  <div>
                    <h3>{providers.find(({ id }) => id === one.provider)?.name ?? one.provider}</h3>
                    <p className="small">
                      {[one.email, t('identities.since', { time: timeText(one.created_at, t.locale) })]
                        .filter(Boolean)
                        .join(' · ')}
                    </p>
                  </div>
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  );
}
