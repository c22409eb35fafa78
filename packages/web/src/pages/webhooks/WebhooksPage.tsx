import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { connection } from '../../api/api.ts';
import { wholeList } from '../../api/wholeList.ts';
import type { Webhook, WebhookWithSecret } from '../../api/types.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { NewWebhook } from './parts/NewWebhook.tsx';
import { ShownSecret } from './parts/ShownSecret.tsx';
import { WebhookRow } from './parts/WebhookRow.tsx';

/** Addresses that are told what happens, and everything that was sent to them. */
export function WebhooksPage() {
  const t = useTranslate();
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const webhooks = useQuery({
    queryKey: ['webhooks'],
    queryFn: ({ signal }) => wholeList<Webhook>(connection, '/v1/webhooks/', signal),
  });
  return (
    <>
      <PageHeading title={t('webhooks.title')} />
      <div className="sections">
        <p>{t('webhooks.text')}</p>
        {made ? <ShownSecret made={made} onDone={() => setMade(null)} /> : <NewWebhook onMade={setMade} />}
        <section aria-labelledby="webhooks-heading">
          <h2 id="webhooks-heading">{t('webhooks.list')}</h2>
          <QueryState query={webhooks}>
            {({ items }) =>
              items.length === 0 ? (
                <p>{t('webhooks.none')}</p>
              ) : (
                <ul className="rows">
                  {items.map((webhook) => (
                    <WebhookRow key={webhook.id} webhook={webhook} onMade={setMade} />
                  ))}
                </ul>
              )
            }
          </QueryState>
        </section>
      </div>
    </>
  );
}
