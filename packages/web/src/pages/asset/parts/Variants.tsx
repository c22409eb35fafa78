import type { Asset, DownloadVariant, SignedUrl } from '@assay/sdk/types';
import { useMutation } from '@tanstack/react-query';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { ActionButton } from '../../../shared/ActionButton.tsx';
import { DownloadLink } from '../../../shared/DownloadLink.tsx';
import { FileCheck } from './FileCheck.tsx';
import { ofThisOrigin } from '../../../shared/ofThisOrigin.ts';

/** The stored files of the picture, each with its hash. */
export function Variants({ asset }: { asset: Asset }) {
  const t = useTranslate();
  return (
    <section aria-labelledby="files-heading">
      <h2 id="files-heading">{t('files.title')}</h2>
      <ul className="rows">
        <li className="row">
          <div>
            <h3>{t('files.watermarked')}</h3>
            <p className="small">{t('files.watermarkedText')}</p>
            <HashLine hash={asset.watermarked_content_hash} />
          </div>
          {asset.watermarked_storage_url && (
            <DownloadLink url={asset.watermarked_storage_url} className="button button-primary">
              {t('files.download')}
              <span className="visually-hidden"> {t('files.watermarked')}</span>
            </DownloadLink>
          )}
        </li>
        <li className="row">
          <div>
            <h3>{t('files.original')}</h3>
            <p className="small">{t('files.originalText')}</p>
            <HashLine hash={asset.content_hash} />
          </div>
          <SignedDownload assetId={asset.id} variant="original" />
        </li>
      </ul>
      <dl className="facts">
        <dt>{t('files.cid')}</dt>
        <dd>
          <code>{asset.cid}</code>
        </dd>
        {(['ipfs_cid', 'watermarked_cid', 'archive_cid'] as const).map(
          (name) =>
            asset[name] !== null && (
              <div key={name} className="facts-line">
                <dt>{t(`files.${name}`)}</dt>
                <dd>
                  <code>{asset[name]}</code>
                </dd>
              </div>
            ),
        )}
      </dl>
      <FileCheck asset={asset} />
    </section>
  );
}

function HashLine({ hash }: { hash: string | null }) {
  if (hash === null) return null;
  return (
    <p className="small">
      SHA-256 <code>{hash}</code>
    </p>
  );
}

/** The link is made when it is wanted, since it works for minutes only and its making is written down. */
function SignedDownload({ assetId, variant }: { assetId: string; variant: DownloadVariant }) {
  const t = useTranslate();
  const sign = useMutation({
    mutationFn: () =>
      connection.json<SignedUrl>({
        method: 'POST',
        path: `/v1/storage/assets/${assetId}/signed-url`,
        json: { variant, expires_in: 300 },
        creates: true,
      }),
    onSuccess: ({ url }) => window.location.assign(ofThisOrigin(url)),
  });
  return (
    <ActionButton mutation={sign}>
      {t('files.download')}
      <span className="visually-hidden"> {t(`files.${variant as 'original'}`)}</span>
    </ActionButton>
  );
}
