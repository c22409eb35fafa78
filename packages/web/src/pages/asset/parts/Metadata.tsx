import type { Asset } from '@assay/sdk/types';
import { useTranslate } from '../../../i18n/translate.ts';
import { type TagLine, tagLines } from '../metadata.ts';

/** What the file says of itself; where it was taken only when asked for. */
export function Metadata({ asset }: { asset: Asset }) {
  const t = useTranslate();
  const { plain, place } = tagLines(asset.exif_metadata);
  if (plain.length + place.length === 0) return null;
  return (
    <section aria-labelledby="metadata-heading">
      <h2 id="metadata-heading">{t('metadata.title')}</h2>
      {plain.length > 0 && (
        <details className="more">
          <summary>{t.plural('metadata.show', plain.length)}</summary>
          <Lines lines={plain} />
        </details>
      )}
      {place.length > 0 && (
        <details className="more">
          <summary>{t('metadata.place')}</summary>
          <Lines lines={place} />
        </details>
      )}
    </section>
  );
}

function Lines({ lines }: { lines: readonly TagLine[] }) {
  return (
    <dl className="facts">
      {lines.map(({ name, value }) => (
        <div key={name} className="facts-line">
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
