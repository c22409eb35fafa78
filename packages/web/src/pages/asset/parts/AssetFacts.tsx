import { detectedTracks } from '@assay/sdk/tracks';
import type { Asset } from '@assay/sdk/types';
import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../../../addresses.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { nameOf } from '../../../shared/assetName.ts';
import { bytesText, timeText } from '../../../shared/format.ts';
import { PictureIcon } from '../../../shared/icons.tsx';
import { PreviewPicture } from '../../../shared/PreviewPicture.tsx';
import { WatermarkFacts } from '../../../shared/WatermarkFacts.tsx';

/** The picture, what it is, and what its marks did to it. */
export function AssetFacts({ asset }: { asset: Asset }) {
  const t = useTranslate();
  return (
    <div className="asset-head">
      <div className="asset-picture">
        {asset.preview_url ? (
          <PreviewPicture url={asset.preview_url} alt={t('asset.previewOf', { name: nameOf(asset, t) })} of={asset} />
        ) : (
          <PictureIcon />
        )}
      </div>
      <div className="asset-words">
        {asset.revoked_at && (
          <p className="note">
            {t('asset.withdrawnSince', { time: timeText(asset.revoked_at, t.locale) })}{' '}
            {asset.revoked_reason && <q>{asset.revoked_reason}</q>}
          </p>
        )}
        {asset.processing_error && (
          <p className="field-problem">
            {t('failure.serverSaid')} <q lang="en">{asset.processing_error}</q>
          </p>
        )}
        {asset.description && <p>{asset.description}</p>}
        <p className="tags">
          {asset.tags.map((tag) => (
            <Link key={tag} className="tag" to={ADDRESS.gallery} search={{ tags: tag }}>
              {tag}
            </Link>
          ))}
        </p>
        <dl className="facts">
          <dt>{t('asset.state')}</dt>
          <dd>{t(`asset.status.${asset.processing_status}`)}</dd>
          <dt>{t('asset.registered')}</dt>
          <dd>{timeText(asset.created_at, t.locale)}</dd>
          {asset.original_filename && (
            <>
              <dt>{t('asset.file')}</dt>
              <dd>{asset.original_filename}</dd>
            </>
          )}
          <dt>{t('asset.size')}</dt>
          <dd>
            {asset.width} × {asset.height} px, {bytesText(asset.file_size_bytes, t.locale)},{' '}
            {asset.mime_type.replace('image/', '').toUpperCase()}
          </dd>
        </dl>
        {asset.watermark && <WatermarkFacts watermark={asset.watermark} tracks={detectedTracks(asset.watermark)} />}
      </div>
    </div>
  );
}
