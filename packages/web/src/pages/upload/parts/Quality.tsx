import { detectedTracks } from '@assay/sdk/tracks';
import type { Asset } from '@assay/sdk/types';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { ADDRESS } from '../../../addresses.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { DownloadLink } from '../../../shared/DownloadLink.tsx';
import { WatermarkFacts } from '../../../shared/WatermarkFacts.tsx';

/** Looked at by few, and then after the upload. */
const Difference = lazy(async () => ({ default: (await import('./Difference.tsx')).Difference }));

interface QualityProps {
  readonly asset: Asset;
  readonly file: File;
}

/** What the service measured of the file that it made, what that did to the picture, and the way to that file. */
export function Quality({ asset, file }: QualityProps) {
  const t = useTranslate();
  const { watermark } = asset;
  const [isOpen, setOpen] = useState(false);
  // Several files have the same buttons.
  const ofFile = <span className="visually-hidden"> {file.name}</span>;
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
            {ofFile}
          </DownloadLink>
        )}
        <Link className="button" to={ADDRESS.asset} params={{ assetId: asset.id }}>
          {t('upload.open')}
          {ofFile}
        </Link>
      </div>
      {asset.watermarked_storage_url && (
        <details className="more" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>
            {t('difference.show')}
            {ofFile}
          </summary>
          {isOpen && (
            <Suspense fallback={<p className="small">{t('query.loading')}</p>}>
              <Difference before={file} after={asset.watermarked_storage_url} name={file.name} />
            </Suspense>
          )}
        </details>
      )}
    </div>
  );
}
