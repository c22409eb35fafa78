import type { Asset, Page } from '@assay/sdk/types';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ADDRESS } from '../../addresses.ts';
import { connection } from '../../api/api.ts';
import { useTranslate } from '../../i18n/translate.ts';
import { PageHeading } from '../../shared/PageHeading.tsx';
import { Pager } from '../../shared/Pager.tsx';
import { QueryState } from '../../shared/QueryState.tsx';
import { AssetCard } from './parts/AssetCard.tsx';
import { Filters } from './parts/Filters.tsx';
import { galleryRequest, type GallerySearch, isFiltered } from './search.ts';

/** The registered pictures. What is shown stands in the address, so it can be kept and sent. */
export function GalleryPage() {
  const t = useTranslate();
  const search = useSearch({ from: `/private${ADDRESS.gallery}` });
  const navigate = useNavigate();
  const { path, query } = galleryRequest(search);
  const assets = useQuery({
    queryKey: ['assets', path, query],
    queryFn: ({ signal }) => connection.json<Page<Asset>>({ method: 'GET', path, query, signal }),
    placeholderData: keepPreviousData,
  });
  const show = (wanted: GallerySearch) => void navigate({ to: ADDRESS.gallery, search: wanted });
  return (
    <>
      <PageHeading title={t('gallery.title')} />
      <Filters key={JSON.stringify(search)} search={search} onChange={show} />
      <QueryState query={assets}>
        {(page) => (
          <>
            <p role="status" className="small">
              {t.plural('gallery.count', page.total)}
            </p>
            {page.items.length === 0 ? (
              <Empty filtered={isFiltered(search)} onAll={() => show({})} />
            ) : (
              <ul className="cards">
                {page.items.map((asset) => (
                  <AssetCard key={asset.id} asset={asset} />
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
