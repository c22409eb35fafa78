import type { Asset } from '@assay/sdk/types';
import { TRACKS } from '@assay/sdk/tracks';
import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../../../addresses.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { nameOf } from '../../../shared/assetName.ts';
import { bytesText, dayText } from '../../../shared/format.ts';
import { PictureIcon } from '../../../shared/icons.tsx';
import { ofThisOrigin } from '../../../shared/ofThisOrigin.ts';
import type { Selection } from '../bulk/useSelection.ts';

interface AssetTableProps {
  readonly assets: readonly Asset[];
  readonly selection: Selection;
}

/** The pictures as lines that can be compared. Where they do not fit, the facts of a picture stand under its name. */
export function AssetTable({ assets, selection }: AssetTableProps) {
  const t = useTranslate();
  return (
    <table className="asset-table">
      <caption className="visually-hidden">{t('gallery.title')}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="visually-hidden">{t('gallery.selection')}</span>
          </th>
          <th scope="col">{t('asset.title')}</th>
          <th scope="col">{t('asset.registered')}</th>
          <th scope="col">{t('gallery.tracks')}</th>
          <th scope="col">{t('asset.state')}</th>
          <th scope="col">{t('asset.size')}</th>
        </tr>
      </thead>
      <tbody>
        {assets.map((asset) => (
          <AssetRow
            key={asset.id}
            asset={asset}
            isSelected={selection.has(asset)}
            onSelect={(isSelected) => selection.set(asset, isSelected)}
          />
        ))}
      </tbody>
    </table>
  );
}

interface AssetRowProps {
  readonly asset: Asset;
  readonly isSelected: boolean;
  readonly onSelect: (isSelected: boolean) => void;
}

function AssetRow({ asset, isSelected, onSelect }: AssetRowProps) {
  const t = useTranslate();
  const name = nameOf(asset, t);
  const isWhole = asset.processing_status === 'completed' && !asset.revoked_at;
  return (
    <tr data-selected={isSelected || undefined}>
      <td>
        <label className="row-select">
          <input type="checkbox" checked={isSelected} onChange={(event) => onSelect(event.target.checked)} />
          <span className="visually-hidden">{t('select.one', { name })}</span>
        </label>
      </td>
      <th scope="row">
        <Link to={ADDRESS.asset} params={{ assetId: asset.id }}>
          <span className="row-picture">
            {asset.preview_url ? <img src={ofThisOrigin(asset.preview_url)} alt="" loading="lazy" /> : <PictureIcon />}
          </span>
          <span>{name}</span>
        </Link>
      </th>
      <td data-label={t('asset.registered')}>{dayText(asset.created_at, t.locale)}</td>
      <td data-label={t('gallery.tracks')}>{tracksText(asset) || t('gallery.noTracks')}</td>
      <td data-label={t('asset.state')}>
        <span className={isWhole ? undefined : 'tag tag-warning'}>
          {t(asset.revoked_at ? 'asset.withdrawn' : `asset.status.${asset.processing_status}`)}
        </span>
      </td>
      <td data-label={t('asset.size')}>{bytesText(asset.file_size_bytes, t.locale)}</td>
    </tr>
  );
}

/** The letters of the tracks that were embedded; empty without a mark. */
const tracksText = ({ watermark }: Asset): string =>
  TRACKS.filter(({ id }) => watermark && watermark.strengths[`track_${id}`] > 0)
    .map(({ id }) => id.toUpperCase())
    .join(' · ');
