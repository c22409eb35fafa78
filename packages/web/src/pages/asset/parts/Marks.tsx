import { attacksOf, attackText } from '@assay/core/provenance/attackOutcomes';
import { TRACKS } from '@assay/sdk/tracks';
import type { Asset, Fingerprint } from '@assay/sdk/types';
import { useQuery } from '@tanstack/react-query';
import { connection } from '../../../api/api.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { QueryState } from '../../../shared/QueryState.tsx';
import { useProvenance } from '../useProvenance.ts';

/** By what the picture is recognized: its marks, what they survived, and its fingerprint. */
export function Marks({ asset }: { asset: Asset }) {
  const t = useTranslate();
  return (
    <section aria-labelledby="marks-heading">
      <h2 id="marks-heading">{t('marks.title')}</h2>
      {asset.watermark ? (
        <>
          <Tracks watermark={asset.watermark} />
          <Attacks assetId={asset.id} />
        </>
      ) : (
        <p>{t('quality.noTrack')}</p>
      )}
      {asset.processing_status === 'completed' && <FingerprintHashes assetId={asset.id} />}
    </section>
  );
}

function Tracks({ watermark }: { watermark: NonNullable<Asset['watermark']> }) {
  const t = useTranslate();
  const percent = new Intl.NumberFormat(t.locale, { style: 'percent' });
  return (
    <div className="table-frame" tabIndex={0} role="region" aria-label={t('marks.tracks')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('marks.track')}</th>
            <th scope="col">{t('marks.strength')}</th>
            <th scope="col">{t('marks.readBack')}</th>
          </tr>
        </thead>
        <tbody>
          {TRACKS.map(({ id }) => (
            <tr key={id}>
              <th scope="row">{t(`evidence.track_${id}.label`)}</th>
              <td>
                {watermark.strengths[`track_${id}`] > 0
                  ? percent.format(watermark.strengths[`track_${id}`])
                  : t('marks.notEmbedded')}
              </td>
              <td>{t(watermark[`track_${id}_detected`] ? 'marks.yes' : 'marks.no')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Attacks({ assetId }: { assetId: string }) {
  const t = useTranslate();
  const provenance = useProvenance(assetId);
  return (
    <>
      <h3>{t('marks.attacks')}</h3>
      <QueryState query={provenance}>
        {({ entries }) => {
          const tried = attacksOf(entries);
          if (tried === null) return <p className="small">{t('marks.notTried')}</p>;
          return (
            <ul className="attacks">
              {tried.map(({ attack, survived }) => (
                <li key={attack} data-survived={survived}>
                  <span>{attackText(attack, (name) => t(`attack.${name}`))}</span>{' '}
                  <strong>{t(survived ? 'marks.survived' : 'marks.lost')}</strong>
                </li>
              ))}
            </ul>
          );
        }}
      </QueryState>
    </>
  );
}

function FingerprintHashes({ assetId }: { assetId: string }) {
  const t = useTranslate();
  const fingerprint = useQuery({
    queryKey: ['assets', assetId, 'fingerprint'],
    queryFn: ({ signal }) =>
      connection.json<Fingerprint>({ method: 'GET', path: `/v1/assets/${assetId}/fingerprint`, signal }),
  });
  return (
    <details className="more">
      <summary>{t('fingerprint.show')}</summary>
      <QueryState query={fingerprint}>
        {({ pdq_hash, clip_hash, dino_hash, embedding_model }) => (
          <dl className="facts">
            <dt>PDQ</dt>
            <dd>
              <code>{pdq_hash}</code>
            </dd>
            <dt>{t('fingerprint.vector', { size: 768 })}</dt>
            <dd>
              <code>{clip_hash}</code>
            </dd>
            <dt>{t('fingerprint.vector', { size: 1024 })}</dt>
            <dd>
              <code>{dino_hash}</code>
            </dd>
            <dt>{t('fingerprint.model')}</dt>
            <dd>{embedding_model}</dd>
          </dl>
        )}
      </QueryState>
    </details>
  );
}
