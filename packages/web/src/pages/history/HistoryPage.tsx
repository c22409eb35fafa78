import type { HistoryItem, Page } from '@assay/sdk/types';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { ActionButton } from '../../shared/ActionButton.tsx';
import { nameOf } from '../../shared/assetName.ts';
import { isInOrder } from '../../shared/daysInOrder.ts';
import { DayFields } from '../../shared/form/DayFields.tsx';
import { FilterForm } from '../../shared/form/FilterForm.tsx';
import { timeText } from '../../shared/format.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { Pager } from '../../shared/Pager.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { saveFile } from '../../shared/saveFile.ts';
import { SelectField } from '../../shared/form/SelectField.tsx';
import { EVERYBODY, filterCount, historyQuery } from './request.ts';
import { type HistorySearch, historySearch, VERDICTS } from './search.ts';
import { type Makers, useMakers } from './useMakers.ts';

const PATH = '/v1/verify/history';

/** What one has checked, the latest first. */
export function HistoryPage() {
  const t = useTranslate();
  const search = useSearch({ from: `/private${ADDRESS.history}` });
  const navigate = useNavigate();
  const makers = useMakers();
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
      <p className="lead">{t('history.text')}</p>
      <HistoryFilters key={JSON.stringify(search)} search={search} makers={makers} onChange={show} />
      {isInOrder(search) && (
        <QueryState query={history}>
          {(page) => (
            <>
              <p role="status" className="small">
                {t.plural('history.count', page.total)}
              </p>
              {page.items.length > 0 ? (
                <HistoryTable items={page.items} members={search.by === undefined ? null : makers.members} />
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
  readonly makers: Makers;
  readonly onChange: (search: HistorySearch) => void;
}

function HistoryFilters({ search, makers: { keys, members }, onChange }: FiltersProps) {
  const t = useTranslate();
  return (
    <FilterForm
      days={search}
      outOfOrder={t('history.outOfOrder')}
      active={filterCount(search)}
      onFilter={(fields) => onChange(historySearch(fields))}
    >
      <SelectField
        label={t('verdict.label')}
        name="verdict"
        defaultValue={search.verdict ?? ''}
        options={[['', t('history.anyVerdict')], ...VERDICTS.map((id) => [id, t(`verdict.${id}`)] as const)]}
      />
      {/* What an address asks for stays while its words are not known yet. */}
      {(keys.length > 0 || search.key) && (
        <SelectField
          key={`key of ${keys.length}`}
          label={t('history.key')}
          name="key"
          defaultValue={search.key ?? ''}
          options={choices(
            ['', t('history.anyVerdict')],
            keys.map(({ id, name }) => [id, name] as const),
            search.key,
          )}
        />
      )}
      {(members.length > 0 || search.by) && (
        <SelectField
          key={`one of ${members.length}`}
          label={t('history.by')}
          name="by"
          defaultValue={search.by ?? ''}
          options={choices(
            ['', t('history.own')],
            [
              [EVERYBODY, t('history.everybody')] as const,
              ...members.map(({ user_id: id, email }) => [id, email] as const),
            ],
            search.by,
          )}
        />
      )}
      <DayFields span={search} labels={[t('history.from'), t('history.to')]} />
    </FilterForm>
  );
}

type Choice = readonly [value: string, words: string];

/** One that the address names and the list lacks (a key that is gone) stands by its id. */
function choices(none: Choice, listed: readonly Choice[], chosen: string | undefined): readonly Choice[] {
  const isMissing = chosen !== undefined && listed.every(([value]) => value !== chosen);
  return [none, ...listed, ...(isMissing ? [[chosen, chosen] as const] : [])];
}

interface TableProps {
  readonly items: readonly HistoryItem[];
  /** Who may have made them; null: all are one's own. */
  readonly members: Makers['members'] | null;
}

function HistoryTable({ items, members }: TableProps) {
  const t = useTranslate();
  const maker = (userId: string | null) => members?.find(({ user_id: id }) => id === userId)?.email ?? userId;
  const percent = new Intl.NumberFormat(t.locale, { style: 'percent' });
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={t('history.title')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('verdict.checked')}</th>
            <th scope="col">{t('verdict.label')}</th>
            <th scope="col">{t('verdict.confidence')}</th>
            {members && <th scope="col">{t('history.by')}</th>}
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
              {members && <td>{maker(item.user_id)}</td>}
              <td>
                {item.matched_asset ? (
                  <Link to={ADDRESS.asset} params={{ assetId: item.matched_asset.id }}>
                    {nameOf(item.matched_asset, t)}
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
  const { page: _, page_size: __, ...filter } = historyQuery(search);
  const csv = useMutation({
    mutationFn: async () => {
      const query = { ...filter, format: 'csv' };
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
