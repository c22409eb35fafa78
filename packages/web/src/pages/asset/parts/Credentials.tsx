import type { Asset } from '@assay/sdk/types';
import { type Translate, useTranslate } from '../../../i18n/translate.ts';
import { timeText } from '../../../shared/format.ts';
import { credentialsOf, type Manifest } from '../credentials.ts';

/** What the uploaded file itself claimed of its origin, and who signed it. */
export function Credentials({ asset }: { asset: Asset }) {
  const t = useTranslate();
  const credentials = credentialsOf(asset.c2pa_metadata);
  return (
    <section aria-labelledby="credentials-heading">
      <h2 id="credentials-heading">{t('credentials.title')}</h2>
      {credentials === null ? (
        <p>{t('credentials.none')}</p>
      ) : (
        <>
          <p>{t(`credentials.state.${credentials.state}`)}</p>
          {credentials.isBroken && <p className="field-problem">{t('credentials.broken')}</p>}
          <dl className="facts">
            <dt>{t('credentials.signer')}</dt>
            <dd>{credentials.signer ?? t('credentials.noSigner')}</dd>
            {credentials.signedAt !== null && (
              <>
                <dt>{t('credentials.signedAt')}</dt>
                <dd>
                  {when(credentials.signedAt, t)}{' '}
                  {t(credentials.isTimeProven ? 'credentials.timeProven' : 'credentials.timeClaimed')}
                </dd>
              </>
            )}
          </dl>
          {credentials.manifests.length > 0 && (
            <details className="more">
              <summary>{t.plural('credentials.show', credentials.manifests.length)}</summary>
              <ol className="rows">
                {credentials.manifests.map((manifest) => (
                  <ManifestRow key={manifest.label} manifest={manifest} />
                ))}
              </ol>
            </details>
          )}
        </>
      )}
    </section>
  );
}

function ManifestRow({ manifest }: { manifest: Manifest }) {
  const t = useTranslate();
  return (
    <li className="row">
      <div>
        <h3>{manifest.title ?? manifest.generator ?? t('credentials.manifest')}</h3>
        <p className="small">
          {[manifest.generator, manifest.signedAt && when(manifest.signedAt, t)].filter(Boolean).join(' · ')}
        </p>
        {manifest.actions.length > 0 && (
          <p className="small">
            {t('credentials.actions')} <code>{manifest.actions.join(', ')}</code>
          </p>
        )}
        {manifest.identities.map(({ who, state }) => (
          <p key={who} className="small">
            {t(`credentials.identity.${state}`, { who })}
          </p>
        ))}
      </div>
    </li>
  );
}

/** As it stands in the file, where that is no time. */
const when = (time: string, t: Translate): string => (Number.isNaN(Date.parse(time)) ? time : timeText(time, t.locale));
