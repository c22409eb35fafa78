import type { ShownResult } from '../../../api/types.ts';
import { useTranslate } from '../../../i18n/translate.ts';
import { regionFacts } from '../select.ts';
import { MapLegend } from './MapLegend.tsx';
import { TamperMapCanvas } from '../parts/TamperMapCanvas.tsx';

interface MapAloneProps {
  /** PNG, 8-bit grey. */
  readonly base64: string;
  readonly result: Pick<ShownResult, 'tamper_regions' | 'tamper_source'>;
}

/** Where a picture that is not at hand was changed: its map by itself, and its regions in words. */
export function MapAlone({ base64, result }: MapAloneProps) {
  const t = useTranslate();
  const regions = regionFacts(result, t);
  return (
    <section className="picture" aria-labelledby="picture-heading">
      <h2 id="picture-heading">{t('picture.alone.heading')}</h2>
      <p className="small">{t('picture.alone.text')}</p>
      <div className="picture-stage">
        <TamperMapCanvas base64={base64} opacity={1} alone />
      </div>
      <MapLegend />
      {result.tamper_source === 'mark_presence' && <p className="small">{t('picture.map.fromMark')}</p>}
      {regions.length === 0 && <p className="small">{t('picture.map.empty')}</p>}
      {regions.length > 0 && (
        <div className="regions">
          <h3 id="regions-heading">{t('regions.heading')}</h3>
          <ol aria-labelledby="regions-heading">
            {regions.map(({ name, place, score }) => (
              <li key={name}>
                <strong>{name}</strong> {place}, {score}
              </li>
            ))}
          </ol>
        </div>
      )}
    </section>
  );
}
