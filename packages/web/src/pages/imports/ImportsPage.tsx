import type { Page } from '@assay/sdk/types';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import type { Import } from '../../api/types.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { timeText } from '../../shared/format.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { Pager } from '../../shared/Pager.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { ImportCounts } from './parts/ImportCounts.tsx';
import { NewImport } from './parts/NewImport.tsx';
import { lookAgain } from './running.ts';

/** Many pictures at once, of an archive or a folder of the service; and what was imported before. */
export function ImportsPage() {
  const t = useTranslate();
  const [page, setPage] = useState(1);
  const imports = useQuery({
    queryKey: ['imports', page],
    queryFn: ({ signal }) =>
      connection.json<Page<Import>>({ method: 'GET', path: '/v1/imports', query: { page, page_size: 20 }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => state.data?.items.map(lookAgain).find((ms) => ms !== false) ?? false,
  });
  return (
    <>
      <PageHeading title={t('imports.title')} />
      <div className="sections">
        <p>{t('imports.text')}</p>
        <NewImport />
        <section aria-labelledby="imports-heading">
          <h2 id="imports-heading">{t('imports.list')}</h2>
          <QueryState query={imports}>
            {(list) => (
              <>
                {list.items.length === 0 && <p>{t('imports.none')}</p>}
                <ul className="rows">
                  {list.items.map((one) => (
                    <li key={one.id} className="row">
                      <div>
                        <h3>
                          <Link to={ADDRESS.import} params={{ importId: one.id }}>
                            {one.source ?? t('imports.unnamed')}
                          </Link>
                        </h3>
                        <p className="small">
                          {timeText(one.created_at, t.locale)} · {t(`imports.state.${one.state}`)}
                        </p>
                        <ImportCounts given={one} />
                      </div>
                    </li>
                  ))}
                </ul>
                <Pager page={list} onPage={setPage} />
              </>
            )}
          </QueryState>
        </section>
      </div>
    </>
  );
}
