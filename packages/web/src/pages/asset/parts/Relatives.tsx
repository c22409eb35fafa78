import type { Asset } from '@assay/sdk/types';
import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../../../addresses.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { nameOf } from '../../../shared/assetName.ts';
import { QueryState } from '../../../shared/QueryState.tsx';
import { type Relative, relativesOf } from '../relatives.ts';
import { useProvenance } from '../useProvenance.ts';

/** What the picture was made from, and what was made from it. */
export function Relatives({ asset }: { asset: Asset }) {
  const t = useTranslate();
  const provenance = useProvenance(asset.id);
  return (
    <section aria-labelledby="relatives-heading">
      <h2 id="relatives-heading">{t('relatives.title')}</h2>
      <QueryState query={provenance}>
        {({ graph }) =>
          graph.edges.length === 0 ? (
            <p>{t('relatives.none')}</p>
          ) : (
            <>
              <Branch relatives={relativesOf(graph)} assetId={asset.id} />
              {graph.truncated && <p className="small">{t('relatives.truncated')}</p>}
            </>
          )
        }
      </QueryState>
    </section>
  );
}

function Branch({ relatives, assetId }: { relatives: readonly Relative[]; assetId: string }) {
  const t = useTranslate();
  return (
    <ul className="tree">
      {relatives.map((one) => {
        const name = nameOf({ title: one.title, original_filename: null }, t);
        return (
          <li key={one.id}>
            {one.id === assetId ? (
              <strong aria-current="true">{t('relatives.this', { name })}</strong>
            ) : (
              <Link to={ADDRESS.asset} params={{ assetId: one.id }}>
                {name}
              </Link>
            )}
            {one.relation && <span className="small"> {t(`relatives.relation.${one.relation}`)}</span>}
            {one.children.length > 0 && <Branch relatives={one.children} assetId={assetId} />}
          </li>
        );
      })}
    </ul>
  );
}
