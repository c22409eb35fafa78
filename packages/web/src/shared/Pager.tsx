import type { Page } from '@assay/sdk/types';
import { useTranslate } from '../i18n/translate.ts';

interface PagerProps {
  readonly page: Pick<Page<unknown>, 'page' | 'pages' | 'total'>;
  readonly onPage: (page: number) => void;
}

/** Where one is in a list that does not fit on a page, and the way to the pages beside it. */
export function Pager({ page: { page, pages, total }, onPage }: PagerProps) {
  const t = useTranslate();
  if (pages <= 1) return null;
  return (
    <nav className="pager" aria-label={t('pager.label')}>
      {page > 1 && (
        <button type="button" className="button" onClick={() => onPage(page - 1)}>
          {t('pager.previous')}
        </button>
      )}
      <p>{t('pager.where', { page, pages, total })}</p>
      {page < pages && (
        <button type="button" className="button" onClick={() => onPage(page + 1)}>
          {t('pager.next')}
        </button>
      )}
    </nav>
  );
}
