import { PermissionError } from '@assay/sdk/errors';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../../../addresses.ts';
import { connection } from '../../../api/api.ts';
import { wholeList } from '../../../api/wholeList.ts';
import type { Webhook } from '../../../api/types.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { timeText } from '../../../shared/format.ts';
import { QueryState } from '../../../shared/QueryState.tsx';

/** Addresses at which nothing arrives; nothing is said of them where all is well, or where the role may not know. */
export function FailingWebhooks() {
  const t = useTranslate();
  const webhooks = useQuery({
    queryKey: ['webhooks', 'failing'],
    queryFn: ({ signal }) => wholeList<Webhook>(connection, '/v1/webhooks/', signal),
  });
  const failing = (webhooks.data?.items ?? []).filter((one) => one.failing_since !== null || one.disabled_at !== null);
  if (webhooks.error instanceof PermissionError || (!webhooks.isError && failing.length === 0)) return null;
  return (
    <section aria-labelledby="failing-heading">
      <h2 id="failing-heading">{t('usage.failing')}</h2>
      <QueryState query={webhooks}>
        {() => (
          <ul className="rows">
            {failing.map(({ id, url, failing_since: since, disabled_at: ended }) => (
              <li key={id} className="row">
                <div>
                  <Link className="file-name" to={ADDRESS.webhook} params={{ webhookId: id }}>
                    {url}
                  </Link>
                  <p className="warning-line">
                    {ended === null
                      ? t('usage.failingSince', { time: timeText(since ?? '', t.locale) })
                      : t('usage.switchedOff', { time: timeText(ended, t.locale) })}
                  </p>
                </div>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </section>
  );
}
