import { useTranslate } from '../../i18n/translate.ts';
import { CopyButton } from '../CopyButton.tsx';
import { ofThisOrigin } from '../ofThisOrigin.ts';

/** An address to be copied. */
export function PlainAddress({ url }: { url: string }) {
  const t = useTranslate();
  return (
    <div className="address">
      <p className="secret">
        <a href={url}>{url}</a>
      </p>
      <CopyButton text={() => url} what={url} otherwise={t('share.copyFailed')} />
    </div>
  );
}

/** What one does with the address of a page: copy it, photograph it, print it, put its badge on another page. */
export function LinkTools({ url }: { url: string }) {
  const t = useTranslate();
  const path = ofThisOrigin(url);
  const snippet = `<a href="${url}"><img src="${url}/badge.svg" alt="${t('share.badge')}"></a>`;
  return (
    <div className="link-tools">
      <PlainAddress url={url} />
      <img className="qr" src={`${path}/qr.svg`} alt={t('share.qr')} width={148} height={148} />
      <details className="more">
        <summary>{t('share.badge')}</summary>
        <p>
          <img src={`${path}/badge.svg`} alt={t('share.badge')} height={24} />
        </p>
        <p className="secret" role="group" aria-label={t('share.badgeCode')}>
          <code>{snippet}</code>
        </p>
        <div className="buttons">
          <CopyButton text={() => snippet} what={t('share.badgeCode')} otherwise={t('share.copyFailed')} />
        </div>
      </details>
      <div className="buttons">
        <button type="button" className="button" onClick={() => window.print()}>
          {t('share.print')}
        </button>
      </div>
    </div>
  );
}
