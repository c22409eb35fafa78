import { useTranslate } from '../../../i18n/translate.ts';
import type { RegionFacts } from '../select.ts';

interface RegionListProps {
  readonly regions: readonly RegionFacts[];
  readonly marked: number | null;
  readonly onMark: (index: number | null) => void;
}

export function RegionList({ regions, marked, onMark }: RegionListProps) {
  const t = useTranslate();
  return (
    <div className="regions">
      <h3 id="regions-heading">{t('regions.heading')}</h3>
      <p className="small">{t('regions.hint')}</p>
      <ol aria-labelledby="regions-heading">
        {regions.map((region, index) => (
          <li key={region.name}>
            <button
              type="button"
              aria-pressed={index === marked}
              onClick={() => onMark(index === marked ? null : index)}
            >
              <strong>{region.name}</strong>
              <span>{region.place}</span>
              <span>{region.score}</span>
            </button>
          </li>
        ))}
      </ol>
    </div>
  );
}
