import type { Page } from '@assay/sdk/types';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import type { Import, ImportFile } from '../../api/types.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { ActionButton } from '../../shared/ActionButton.tsx';
import { SelectField } from '../../shared/form/SelectField.tsx';
import { timeText } from '../../shared/format.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { Pager } from '../../shared/Pager.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { SureButton } from '../../shared/SureButton.tsx';
import { ImportCounts } from './parts/ImportCounts.tsx';
import { ImportFileRow } from './parts/ImportFileRow.tsx';
import { lookAgain } from './running.ts';
import { FILE_STATES, type ImportSearch, importSearch } from './search.ts';

/** One import: how far it is, what stops it, and what became of each file. */
export function ImportPage() {
  const t = useTranslate();
  const { importId } = useParams({ from: `/private${ADDRESS.import}` });
  const search = useSearch({ from: `/private${ADDRESS.import}` });
  const navigate = useNavigate();
  const path = `/v1/imports/${encodeURIComponent(importId)}`;
  const given = useQuery({
    queryKey: ['imports', importId, 'state'],
    queryFn: ({ signal }) => connection.json<Import>({ method: 'GET', path, signal }),
    refetchInterval: ({ state }) => lookAgain(state.data),
  });
  const query = { state: search.state, page: search.page ?? 1, page_size: 50 };
  const files = useQuery({
    // What is done already belongs to the key, so that the last files are read after the end too.
    queryKey: ['imports', importId, 'files', query, given.data?.done],
    queryFn: ({ signal }) => connection.json<Page<ImportFile>>({ method: 'GET', path: `${path}/files`, query, signal }),
    placeholderData: keepPreviousData,
    enabled: given.data !== undefined,
  });
  const show = (wanted: ImportSearch) => void navigate({ to: ADDRESS.import, params: { importId }, search: wanted });
  return (
    <>
      <PageHeading title={given.data?.source ?? t('imports.one')} />
      <p>
        <Link to={ADDRESS.imports}>{t('imports.all')}</Link>
      </p>
      <QueryState query={given}>
        {(one) => (
          <div className="sections">
            <State given={one} path={path} />
            <section aria-labelledby="files-heading">
              <h2 id="files-heading">{t('imports.files')}</h2>
              <FileFilters key={search.state} search={search} onChange={show} />
              <QueryState query={files}>
                {(page) => (
                  <>
                    {page.items.length === 0 && <p>{t('imports.noFiles')}</p>}
                    <ul className="rows">
                      {page.items.map((file) => (
                        <ImportFileRow key={file.index} file={file} />
                      ))}
                    </ul>
                    <Pager
                      page={page}
                      onPage={(number) => show({ ...search, page: number > 1 ? number : undefined })}
                    />
                  </>
                )}
              </QueryState>
            </section>
          </div>
        )}
      </QueryState>
    </>
  );
}

function State({ given, path }: { given: Import; path: string }) {
  const t = useTranslate();
  const queries = useQueryClient();
  const after = { onSuccess: () => queries.invalidateQueries({ queryKey: ['imports'] }) };
  const resume = useMutation({
    mutationFn: () => connection.json({ method: 'POST', path: `${path}/resume`, creates: true }),
    ...after,
  });
  const cancel = useMutation({
    mutationFn: () => connection.json({ method: 'POST', path: `${path}/cancel` }),
    ...after,
  });
  return (
    <section aria-labelledby="state-heading">
      <h2 id="state-heading">{t('imports.stateTitle')}</h2>
      <p className="lead" role="status">
        {t(`imports.state.${given.state}`)}
      </p>
      {given.problem && (
        <p className="field-problem">
          {t('failure.serverSaid')} <q lang="en">{given.problem}</q>
        </p>
      )}
      {given.state === 'paused' && <p>{t('imports.pausedText')}</p>}
      <ImportCounts given={given} />
      <p className="small">
        {t('imports.begun', { time: timeText(given.created_at, t.locale) })}{' '}
        {given.ended_at && t('imports.ended', { time: timeText(given.ended_at, t.locale) })}
      </p>
      {given.ended_at === null && (
        <div className="buttons">
          {given.state === 'paused' && (
            <ActionButton mutation={resume} look="primary">
              {t('imports.resume')}
            </ActionButton>
          )}
          <SureButton
            mutation={cancel}
            words={t('imports.cancel')}
            sureWords={t('imports.cancelSure')}
            of={given.source ?? ''}
          />
        </div>
      )}
    </section>
  );
}

interface FileFiltersProps {
  readonly search: ImportSearch;
  readonly onChange: (search: ImportSearch) => void;
}

function FileFilters({ search, onChange }: FileFiltersProps) {
  const t = useTranslate();
  return (
    <search>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          onChange(importSearch(Object.fromEntries(new FormData(event.currentTarget))));
        }}
      >
        <SelectField
          label={t('imports.became')}
          name="state"
          defaultValue={search.state ?? ''}
          options={[['', t('history.anyVerdict')], ...FILE_STATES.map((id) => [id, t(`importFile.${id}`)] as const)]}
        />
        <button type="submit" className="button button-primary">
          {t('gallery.find')}
        </button>
      </form>
    </search>
  );
}
