import type { Asset } from '@assay/sdk/types';
import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../../../addresses.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { nameOf } from '../../../shared/assetName.ts';
import { QueryState } from '../../../shared/QueryState.tsx';
import { useMatches } from '../useMatches.ts';

/** Other pictures of the organization that look nearly the same. */
export function LookAlikes({ asset }: { asset: Asset }) {
  const t = useTranslate();
  const query = useMatches(asset);
  if (asset.processing_status !== 'completed') return null;
  const percent = new Intl.NumberFormat(t.locale, { style: 'percent', maximumFractionDigits: 1 });
  return (
    <section aria-labelledby="alike-heading">
      <h2 id="alike-heading">{t('alike.title')}</h2>
      <QueryState query={query}>
        {({ items }) =>
          items.length === 0 ? (
            <p>{t('alike.none')}</p>
          ) : (
            <ul className="rows">
              {items.map(({ asset: other, similarity, is_match: isMatch }) => (
                <li key={other.id} className="row">
                  <Link to={ADDRESS.asset} params={{ assetId: other.id }}>
                    {nameOf(other, t)}
                  </Link>
                  <span>{t('alike.similarity', { percent: percent.format(similarity) })}</span>
                  {typeof isMatch === 'boolean' && <span>{t(isMatch ? 'alike.same' : 'alike.other')}</span>}
                </li>
              ))}
            </ul>
          )
        }
      </QueryState>
    </section>
  );
}
