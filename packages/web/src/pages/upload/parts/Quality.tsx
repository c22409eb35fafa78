import { detectedTracks } from '@assay/sdk/tracks';
import type { Asset } from '@assay/sdk/types';
import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../../../addresses.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { DownloadLink } from '../../../shared/DownloadLink.tsx';
import { WatermarkFacts } from '../../../shared/WatermarkFacts.tsx';

/** What the service measured of the file that it made, and the way to that file. */
export function Quality({ asset }: { asset: Asset }) {
  const t = useTranslate();
  const { watermark } = asset;
  return (
    <div className="quality">
      {watermark && <WatermarkFacts watermark={watermark} tracks={detectedTracks(watermark)} />}
      {asset.warnings.map((warning) => (
        <p key={warning} className="small" lang="en">
          {warning}
        </p>
      ))}
      <div className="buttons">
        {asset.watermarked_storage_url && (
          <DownloadLink url={asset.watermarked_storage_url} className="button button-primary">
            {t('upload.download')}
          </DownloadLink>
        )}
        <Link className="button" to={ADDRESS.asset} params={{ assetId: asset.id }}>
          {t('upload.open')}
        </Link>
      </div>
    </div>
  );
}
