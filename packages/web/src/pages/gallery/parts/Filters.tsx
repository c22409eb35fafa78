import { useTranslate } from '../../../i18n/translate.ts';
import { Field } from '../../../shared/form/Field.tsx';
import { SelectField } from '../../../shared/form/SelectField.tsx';
import { gallerySearch, type GallerySearch, ORDERS, STATUSES } from '../search.ts';

interface FiltersProps {
  readonly search: GallerySearch;
  readonly onChange: (search: GallerySearch) => void;
}

/** A form, so that Enter searches and nothing changes while one types. */
export function Filters({ search, onChange }: FiltersProps) {
  const t = useTranslate();
  return (
    <search>
      <form
        className="filters"
        onSubmit={(event) => {
          event.preventDefault();
          onChange(gallerySearch(Object.fromEntries(new FormData(event.currentTarget))));
        }}
      >
        <Field label={t('gallery.search')} name="q" type="search" defaultValue={search.q ?? ''} />
        <Field label={t('gallery.tags')} name="tags" defaultValue={search.tags ?? ''} />
        <SelectField
          label={t('gallery.status')}
          name="status"
          defaultValue={search.status ?? ''}
          options={[['', t('gallery.anyStatus')], ...STATUSES.map((id) => [id, t(`asset.status.${id}`)] as const)]}
        />
        <SelectField
          label={t('gallery.order')}
          name="order"
          defaultValue={search.order ?? 'newest'}
          options={ORDERS.map((id) => [id, t(`gallery.order.${id}`)] as const)}
        />
        <button type="submit" className="button button-primary">
          {t('gallery.find')}
        </button>
      </form>
    </search>
  );
}
