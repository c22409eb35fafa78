import type { Asset } from '@assay/sdk/types';
import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../../../addresses.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { nameOf } from '../../../shared/assetName.ts';
import { dayText } from '../../../shared/format.ts';
import { PictureIcon } from '../../../shared/icons.tsx';
import { ofThisOrigin } from '../../../shared/ofThisOrigin.ts';

interface AssetCardProps {
  readonly asset: Asset;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

export function AssetCard({ asset, isSelected, onSelect }: AssetCardProps) {
  const t = useTranslate();
  return (
    <li className="card" data-selected={isSelected || undefined}>
      <Link to={ADDRESS.asset} params={{ assetId: asset.id }}>
        <span className="card-picture">
          {asset.preview_url ? <img src={ofThisOrigin(asset.preview_url)} alt="" loading="lazy" /> : <PictureIcon />}
        </span>
        <span className="card-name">{nameOf(asset, t)}</span>
      </Link>
      <label className="card-select">
        <input type="checkbox" checked={isSelected} onChange={(event) => onSelect(event.target.checked)} />
        <span className="visually-hidden">{t('select.one', { name: nameOf(asset, t) })}</span>
      </label>
      <p className="small">
        {dayText(asset.created_at, t.locale)} · {asset.width} × {asset.height}
      </p>
      <p className="tags">
        {asset.revoked_at && <span className="tag tag-warning">{t('asset.withdrawn')}</span>}
        {asset.processing_status !== 'completed' && (
          <span className="tag tag-warning">{t(`asset.status.${asset.processing_status}`)}</span>
        )}
        {asset.tags.map((tag) => (
          <Link key={tag} className="tag" to={ADDRESS.gallery} search={{ tags: tag }}>
            {tag}
          </Link>
        ))}
      </p>
    </li>
  );
}
