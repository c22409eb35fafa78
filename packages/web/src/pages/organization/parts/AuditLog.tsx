import type { AuditEntry, Organization, Page } from '@assay/sdk/types';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { timeText } from '../../../shared/format.ts';
import { Pager } from '../../../shared/Pager.tsx';
import { QueryState } from '../../../shared/QueryState.tsx';

/** Who did what, in a chain of hashes. */
export function AuditLog({ organization }: { organization: Organization }) {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const log = useQuery({
    queryKey: ['audit log', organization.id, page],
    queryFn: ({ signal }) =>
      connection.json<Page<AuditEntry>>({
        method: 'GET',
        path: `/v1/organizations/${organization.id}/audit-log`,
        query: { page, page_size: 10 },
        signal,
      }),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="audit-heading">
      <h2 id="audit-heading">{t('audit.title')}</h2>
      <p>{t('audit.text')}</p>
      <QueryState query={log}>
        {(entries) => (
          <>
            <AuditTable entries={entries.items} />
            <Pager page={entries} onPage={setPage} />
          </>
        )}
      </QueryState>
    </section>
  );
}

function AuditTable({ entries }: { entries: readonly AuditEntry[] }) {
  const t = useTranslate();
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={t('audit.table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('audit.time')}</th>
            <th scope="col">{t('audit.action')}</th>
            <th scope="col">{t('audit.actor')}</th>
            <th scope="col">{t('audit.address')}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{timeText(entry.created_at, t.locale)}</td>
              <td>
                <code>{entry.action}</code>
              </td>
              <td>{t(`audit.by.${entry.actor_kind}`)}</td>
              <td>{entry.requester_ip ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
