import { useTranslate } from '../../../i18n/translate.ts';
import { DayFields } from '../../../shared/form/DayFields.tsx';
import { Field } from '../../../shared/form/Field.tsx';
import { FilterForm } from '../../../shared/form/FilterForm.tsx';
import { SelectField } from '../../../shared/form/SelectField.tsx';
import { filterCount } from '../request.ts';
import { gallerySearch, type GallerySearch, ORDERS, STATUSES } from '../search.ts';

interface FiltersProps {
  readonly search: GallerySearch;
  readonly onChange: (search: GallerySearch) => void;
}

/** What is shown, and in which order; how it is shown stays as it is. */
export function Filters({ search, onChange }: FiltersProps) {
  const t = useTranslate();
  return (
    <FilterForm
      days={search}
      outOfOrder={t('gallery.outOfOrder')}
      active={filterCount(search)}
      onFilter={(fields) => onChange({ ...gallerySearch(fields), view: search.view })}
    >
      <Field label={t('gallery.search')} name="q" type="search" defaultValue={search.q ?? ''} />
      <Field label={t('gallery.tags')} name="tags" defaultValue={search.tags ?? ''} />
      <SelectField
        label={t('gallery.status')}
        name="status"
        defaultValue={search.status ?? ''}
        options={[['', t('gallery.anyStatus')], ...STATUSES.map((id) => [id, t(`asset.status.${id}`)] as const)]}
      />
      <DayFields span={search} labels={[t('gallery.from'), t('gallery.to')]} />
      <SelectField
        label={t('gallery.order')}
        name="order"
        defaultValue={search.order ?? 'newest'}
        options={ORDERS.map((id) => [id, t(`gallery.order.${id}`)] as const)}
      />
    </FilterForm>
  );
}
