import { Link } from '@tanstack/react-router';
import { ADDRESS } from '../../../addresses.ts';
import type { PublicAsset } from '../../../api/types.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { dayText, timeText } from '../../../shared/format.ts';
import { NoticeIcon } from '../../../shared/icons.tsx';
import { PageHeading } from '../../../shared/PageHeading.tsx';
import { PreviewPicture } from '../../../shared/PreviewPicture.tsx';
import { LinkTools } from '../../../shared/share/LinkTools.tsx';

/** A picture's facts as its owner shows them to everybody. */
export function SharedAsset({ asset, url }: { asset: PublicAsset; url: string }) {
  const t = useTranslate();
  const title = asset.title ?? t('shared.asset.untitled');
  return (
    <article className="shared-asset">
      <PageHeading title={title} />
      {asset.revoked_at === null ? <p className="lead">{t('shared.asset.registered')}</p> : <Withdrawn asset={asset} />}
      <div className="asset-head">
        {asset.preview_url && (
          <div className="asset-picture">
            <PreviewPicture url={asset.preview_url} alt={title} of={asset} />
          </div>
        )}
        <div className="asset-words">
          {asset.description && <p>{asset.description}</p>}
          <h2>{t('shared.asset.facts')}</h2>
          <Facts asset={asset} />
          <p>{t('shared.asset.checkText')}</p>
          <div className="buttons">
            <Link className="button button-primary" to={ADDRESS.verify}>
              {t('notFound.start')}
            </Link>
          </div>
        </div>
      </div>
      <section className="share" aria-labelledby="share-heading">
        <h2 id="share-heading">{t('share.heading')}</h2>
        <LinkTools url={url} />
      </section>
    </article>
  );
}

function Withdrawn({ asset }: { asset: PublicAsset }) {
  const t = useTranslate();
  if (asset.revoked_at === null) return null;
  return (
    <section className="failure withdrawn">
      <NoticeIcon />
      <div>
        <h2>{t('shared.asset.withdrawn')}</h2>
        <p>
          {t('shared.asset.withdrawnOn', {
            time: timeText(asset.revoked_at, t.locale),
            reason: asset.revoked_reason ?? t('shared.asset.noReason'),
          })}
        </p>
      </div>
    </section>
  );
}

function Facts({ asset }: { asset: PublicAsset }) {
  const t = useTranslate();
  return (
    <dl className="facts">
      <dt>{t('matched.since')}</dt>
      <dd>{dayText(asset.created_at, t.locale)}</dd>
      <dt>{t('shared.asset.size')}</dt>
      <dd>
        {asset.width} × {asset.height} px
      </dd>
      <dt>{t('shared.asset.hash')}</dt>
      <dd>
        <code>{asset.content_hash}</code>
      </dd>
      {asset.watermarked_content_hash && (
        <>
          <dt>{t('shared.asset.markedHash')}</dt>
          <dd>
            <code>{asset.watermarked_content_hash}</code>
          </dd>
        </>
      )}
    </dl>
  );
}
