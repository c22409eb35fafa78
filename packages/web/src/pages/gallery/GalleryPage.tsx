import type { Asset } from '@assay/sdk/types';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { ADDRESS } from '../../addresses.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { isInOrder } from '../../shared/daysInOrder.ts';
import { Segments } from '../../shared/form/Segments.tsx';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { Pager } from '../../shared/Pager.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { BulkPanel } from './bulk/BulkPanel.tsx';
import { SelectionBar } from './bulk/SelectionBar.tsx';
import { type Selection, useSelection } from './bulk/useSelection.ts';
import { AssetCard } from './parts/AssetCard.tsx';
import { AssetTable } from './parts/AssetTable.tsx';
import { Filters } from './parts/Filters.tsx';
import { galleryQuery } from './query.ts';
import { filterCount } from './request.ts';
import { type GallerySearch, VIEWS } from './search.ts';

/** The registered pictures. What is shown stands in the address, so it can be kept and sent. */
export function GalleryPage() {
  const t = useTranslate();
  const search = useSearch({ from: `/private${ADDRESS.gallery}` });
  const navigate = useNavigate();
  const assets = useQuery({
    ...galleryQuery(search),
    enabled: isInOrder(search),
    placeholderData: keepPreviousData,
  });
  const { view = 'grid' } = search;
  /** What is shown, whichever page of it and in whichever view. */
  const filter = JSON.stringify({ ...search, page: undefined, view: undefined });
  const selection = useSelection(filter);
  const show = (wanted: GallerySearch) => void navigate({ to: ADDRESS.gallery, search: wanted });
  return (
    <>
      <PageHeading title={t('gallery.title')} />
      <Filters key={filter} search={search} onChange={show} />
      {isInOrder(search) && (
        <QueryState query={assets}>
          {(page) => (
            <>
              <div className="gallery-head">
                <p role="status" className="small">
                  {t.plural('gallery.count', page.total)}
                </p>
                <Segments
                  legend={t('gallery.view')}
                  ids={VIEWS}
                  value={view}
                  labelOf={(id) => t(`gallery.view.${id}`)}
                  onChange={(wanted) => show({ ...search, view: wanted === 'grid' ? undefined : wanted })}
                />
              </div>
              {page.items.length > 0 && <SelectionBar selection={selection} shown={page.items} />}
              <BulkPanel selection={selection} />
              {page.items.length > 0 && view === 'list' && <AssetTable assets={page.items} selection={selection} />}
              {page.items.length > 0 && view === 'grid' && <AssetCards assets={page.items} selection={selection} />}
              {page.total === 0 && (
                <Empty filtered={filterCount(search) > 0} onAll={() => show({ view: search.view })} />
              )}
              {/* The page before, when all of the last one were deleted. */}
              {page.items.length === 0 && page.total > 0 && (
                <Navigate
                  to={ADDRESS.gallery}
                  search={{ ...search, page: page.pages > 1 ? page.pages : undefined }}
                  replace
                />
              )}
              <Pager page={page} onPage={(number) => show({ ...search, page: number > 1 ? number : undefined })} />
            </>
          )}
        </QueryState>
      )}
    </>
  );
}

function AssetCards({ assets, selection }: { assets: readonly Asset[]; selection: Selection }) {
  return (
    <ul className="cards">
      {assets.map((asset) => (
        <AssetCard
          key={asset.id}
          asset={asset}
          isSelected={selection.has(asset)}
          onSelect={(isSelected) => selection.set(asset, isSelected)}
        />
      ))}
    </ul>
  );
}

function Empty({ filtered, onAll }: { filtered: boolean; onAll: () => void }) {
  const t = useTranslate();
  return (
    <section className="note">
      <h2>{t(filtered ? 'gallery.nothing' : 'gallery.empty')}</h2>
      <p>{t(filtered ? 'gallery.nothingText' : 'gallery.emptyText')}</p>
      {filtered ? (
        <button type="button" className="button" onClick={onAll}>
          {t('gallery.all')}
        </button>
      ) : (
        <Link className="button button-primary" to={ADDRESS.upload}>
          {t('upload.title')}
        </Link>
      )}
    </section>
  );
}
