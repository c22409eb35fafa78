import { useTranslate } from '../../../i18n/translate.ts';
import { VIRIDIS } from '../tamperOverlay.ts';

/** What the colours of the tamper map mean. */
export function MapLegend() {
  const t = useTranslate();
  return (
    <p className="legend small">
      {t('picture.legend.same')}
      <svg viewBox={`0 0 ${VIRIDIS.length} 1`} preserveAspectRatio="none" aria-hidden="true">
        {VIRIDIS.map((rgb, index) => (
          <rect key={rgb.join()} x={index} width={1.02} height={1} fill={`rgb(${rgb.join(' ')})`} />
        ))}
      </svg>
      {t('picture.legend.edited')}
    </p>
  );
}
