import type { Asset } from '@assay/sdk/types';
import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../../../addresses.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { nameOf } from '../../../shared/assetName.ts';
import { dayText } from '../../../shared/format.ts';
import { useMatches } from '../useMatches.ts';

/** Says that the same picture, in other bytes, was registered before. Silent where it was not, and where nobody can tell. */
export function NearDuplicates({ asset, isNew = false }: { asset: Asset; isNew?: boolean }) {
  const t = useTranslate();
  const items = useMatches(asset, isNew).data?.items ?? [];
  const earlier = items.filter(
    ({ asset: other, is_match: isMatch }) => isMatch === true && other.created_at < asset.created_at,
  );
  return (
    <div role="status">
      {earlier.map(({ asset: other }) => (
        <p key={other.id} className="warning-line">
          {t('near.earlier', { day: dayText(other.created_at, t.locale) })}{' '}
          <Link to={ADDRESS.asset} params={{ assetId: other.id }}>
            {nameOf(other, t)}
          </Link>
        </p>
      ))}
    </div>
  );
}
