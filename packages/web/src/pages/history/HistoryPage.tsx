import type { HistoryItem, Page } from '@assay/sdk/types';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { ActionButton } from '../../shared/ActionButton.tsx';
import { isInOrder } from '../../shared/daysInOrder.ts';
import { DayFields } from '../../shared/form/DayFields.tsx';
import { FilterForm } from '../../shared/form/FilterForm.tsx';
import { timeText } from '../../shared/format.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { Pager } from '../../shared/Pager.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { saveFile } from '../../shared/saveFile.ts';
import { SelectField } from '../../shared/form/SelectField.tsx';
import { historyQuery } from './request.ts';
import { type HistorySearch, historySearch, VERDICTS } from './search.ts';

const PATH = '/v1/verify/history';

/** What one has checked, the latest first. */
export function HistoryPage() {
  const t = useTranslate();
  const search = useSearch({ from: `/private${ADDRESS.history}` });
  const navigate = useNavigate();
  const query = historyQuery(search);
  const history = useQuery({
    queryKey: ['history', query],
    queryFn: ({ signal }) => connection.json<Page<HistoryItem>>({ method: 'GET', path: PATH, query, signal }),
    enabled: isInOrder(search),
    placeholderData: keepPreviousData,
  });
  const show = (wanted: HistorySearch) => void navigate({ to: ADDRESS.history, search: wanted });
  return (
    <>
      <PageHeading title={t('history.title')} />
      <HistoryFilters key={JSON.stringify(search)} search={search} onChange={show} />
      {isInOrder(search) && (
        <QueryState query={history}>
          {(page) => (
            <>
              <p role="status" className="small">
                {t.plural('history.count', page.total)}
              </p>
              {page.items.length > 0 ? (
                <HistoryTable items={page.items} />
              ) : (
                <p className="note">{t('history.none')}</p>
              )}
              <Pager page={page} onPage={(number) => show({ ...search, page: number > 1 ? number : undefined })} />
              {page.items.length > 0 && <CsvButton search={search} />}
            </>
          )}
        </QueryState>
      )}
    </>
  );
}

interface FiltersProps {
  readonly search: HistorySearch;
  readonly onChange: (search: HistorySearch) => void;
}

function HistoryFilters({ search, onChange }: FiltersProps) {
  const t = useTranslate();
  return (
    <FilterForm
      days={search}
      outOfOrder={t('history.outOfOrder')}
      onFilter={(fields) => onChange(historySearch(fields))}
    >
      <SelectField
        label={t('verdict.label')}
        name="verdict"
        defaultValue={search.verdict ?? ''}
        options={[['', t('history.anyVerdict')], ...VERDICTS.map((id) => [id, t(`verdict.${id}`)] as const)]}
      />
      <DayFields span={search} labels={[t('history.from'), t('history.to')]} />
    </FilterForm>
  );
}

function HistoryTable({ items }: { items: readonly HistoryItem[] }) {
  const t = useTranslate();
  const percent = new Intl.NumberFormat(t.locale, { style: 'percent' });
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={t('history.title')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('verdict.checked')}</th>
            <th scope="col">{t('verdict.label')}</th>
            <th scope="col">{t('verdict.confidence')}</th>
            <th scope="col">{t('history.original')}</th>
          </tr>
        </thead>
        <tbody>
          {items.map((item) => (
            <tr key={item.id}>
              <td>
                <Link to={ADDRESS.result} params={{ verificationId: item.id }}>
                  {timeText(item.verified_at, t.locale)}
                </Link>
              </td>
              <td>
                <span className={`verdict-word verdict-word-${item.verdict}`}>{t(`verdict.${item.verdict}`)}</span>
              </td>
              <td>{percent.format(item.confidence)}</td>
              <td>
                {item.matched_asset ? (
                  <Link to={ADDRESS.asset} params={{ assetId: item.matched_asset.id }}>
                    {item.matched_asset.title ?? t('asset.untitled')}
                  </Link>
                ) : (
                  t(item.asset_id === null ? 'history.noOriginal' : 'history.unnamedOriginal')
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The lines of the filter, for a spreadsheet. */
function CsvButton({ search }: { search: HistorySearch }) {
  const t = useTranslate();
  const { verdict, start_date, end_date } = historyQuery(search);
  const csv = useMutation({
    mutationFn: async () => {
      const query = { verdict, start_date, end_date, format: 'csv' };
      const { body } = await connection.answer({ method: 'GET', path: PATH, query });
      saveFile(body, 'assay-history.csv');
    },
  });
  return (
    <div className="buttons">
      <ActionButton mutation={csv}>{t('history.csv')}</ActionButton>
    </div>
  );
}
