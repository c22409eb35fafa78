import type { Page } from '@assay/sdk/types';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import type { DeliveryLine, Webhook } from '../../api/types.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { SelectField } from '../../shared/form/SelectField.tsx';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { Pager } from '../../shared/Pager.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { DeliveryRow } from './parts/DeliveryRow.tsx';
import { type DeliverySearch, deliverySearch, STATUSES } from './search.ts';

/** What was sent to one address, with every attempt. */
export function DeliveriesPage() {
  const t = useTranslate();
  const { webhookId } = useParams({ from: `/private/settings${ADDRESS.webhook}` });
  const search = useSearch({ from: `/private/settings${ADDRESS.webhook}` });
  const navigate = useNavigate();
  const path = `/v1/webhooks/${webhookId}`;
  const webhook = useQuery({
    queryKey: ['webhooks', webhookId],
    queryFn: ({ signal }) => connection.json<Webhook>({ method: 'GET', path, signal }),
  });
  const query = { status: search.status, page: search.page ?? 1, page_size: 20 };
  const deliveries = useQuery({
    queryKey: ['webhooks', webhookId, 'deliveries', query],
    queryFn: ({ signal }) =>
      connection.json<Page<DeliveryLine>>({ method: 'GET', path: `${path}/deliveries`, query, signal }),
    placeholderData: keepPreviousData,
  });
  const show = (wanted: DeliverySearch) =>
    void navigate({ to: ADDRESS.webhook, params: { webhookId }, search: wanted });
  return (
    <>
      <PageHeading title={t('deliveries.title')} />
      <p>
        {webhook.data && <code>{webhook.data.url}</code>} <Link to={ADDRESS.webhooks}>{t('deliveries.back')}</Link>
      </p>
      <DeliveryFilters key={search.status} search={search} onChange={show} />
      <QueryState query={deliveries}>
        {(page) => (
          <>
            {page.items.length === 0 ? (
              <p className="note">{t('deliveries.none')}</p>
            ) : (
              <ul className="rows">
                {page.items.map((line) => (
                  <DeliveryRow key={line.id} line={line} path={path} />
                ))}
              </ul>
            )}
            <Pager page={page} onPage={(number) => show({ ...search, page: number > 1 ? number : undefined })} />
          </>
        )}
      </QueryState>
    </>
  );
}

interface DeliveryFiltersProps {
  readonly search: DeliverySearch;
  readonly onChange: (search: DeliverySearch) => void;
}

function DeliveryFilters({ search, onChange }: DeliveryFiltersProps) {
  const t = useTranslate();
  return (
    <search>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          onChange(deliverySearch(Object.fromEntries(new FormData(event.currentTarget))));
        }}
      >
        <SelectField
          label={t('deliveries.status')}
          name="status"
          defaultValue={search.status ?? ''}
          options={[['', t('history.anyVerdict')], ...STATUSES.map((id) => [id, t(`deliveryState.${id}`)] as const)]}
        />
        <button type="submit" className="button button-primary">
          {t('gallery.find')}
        </button>
      </form>
    </search>
  );
}
