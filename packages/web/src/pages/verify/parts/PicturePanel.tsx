import type { ShownResult } from '../../../api/types.ts';
import { useId, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { useObjectUrl } from '../../../shared/useObjectUrl.ts';
import { percentText, regionFacts } from '../select.ts';
import { MapLegend } from '../map/MapLegend.tsx';
import { RegionList } from './RegionList.tsx';
import { RegionMarks, type Size } from './RegionMarks.tsx';
import { TamperMapCanvas } from './TamperMapCanvas.tsx';

/** Strong enough to catch the eye at once, weak enough to see what lies under it. */
const OPACITY_PERCENT_START = 80;

interface PicturePanelProps {
  readonly file: File;
  readonly result: Pick<ShownResult, 'tamper_map' | 'tamper_regions' | 'tamper_source'>;
  /** Why there is no map, where there is none. */
  readonly noMap: string;
}

export function PicturePanel({ file, result, noMap }: PicturePanelProps) {
  const t = useTranslate();
  const url = useObjectUrl(file);
  /** Null until the picture is decoded; `hidden` if this browser cannot (TIFF in most). */
  const [shown, setShown] = useState<Size | 'hidden' | null>(null);
  const [opacityPercent, setOpacityPercent] = useState(OPACITY_PERCENT_START);
  const [grey, setGrey] = useState(false);
  const [marked, setMarked] = useState<number | null>(null);
  const regions = regionFacts(result, t);
  return (
    <section className="picture" aria-labelledby="picture-heading">
      <h2 id="picture-heading">{t('picture.heading')}</h2>
      <div className={grey && result.tamper_map !== null ? 'picture-stage picture-grey' : 'picture-stage'}>
        {url && shown !== 'hidden' && (
          <img
            src={url}
            alt={t('picture.alt', { name: file.name })}
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setShown({ width, height })}
            onError={() => setShown('hidden')}
          />
        )}
        {shown === 'hidden' && <p className="picture-missing">{t('picture.cannotShow')}</p>}
        {result.tamper_map !== null && (
          <TamperMapCanvas base64={result.tamper_map} opacity={opacityPercent / 100} alone={shown === 'hidden'} />
        )}
        {shown !== null && shown !== 'hidden' && <RegionMarks size={shown} regions={regions} marked={marked} />}
      </div>
      {result.tamper_map === null ? (
        <p className="small">{noMap}</p>
      ) : (
        <OverlayControls opacityPercent={opacityPercent} onOpacity={setOpacityPercent} grey={grey} onGrey={setGrey} />
      )}
      {result.tamper_source === 'mark_presence' && <p className="small">{t('picture.map.fromMark')}</p>}
      {regions.length === 0 && result.tamper_map !== null && <p className="small">{t('picture.map.empty')}</p>}
      {regions.length > 0 && <RegionList regions={regions} marked={marked} onMark={setMarked} />}
    </section>
  );
}

interface OverlayControlsProps {
  readonly opacityPercent: number;
  readonly onOpacity: (percent: number) => void;
  readonly grey: boolean;
  readonly onGrey: (grey: boolean) => void;
}

function OverlayControls({ opacityPercent, onOpacity, grey, onGrey }: OverlayControlsProps) {
  const t = useTranslate();
  const id = useId();
  const opacityText = percentText(opacityPercent / 100, t);
  return (
    <div className="overlay-controls">
      <label htmlFor={id}>{t('picture.opacity')}</label>
      <div className="overlay-slider">
        <input
          id={id}
          type="range"
          min={0}
          max={100}
          step={5}
          value={opacityPercent}
          aria-valuetext={opacityText}
          onChange={({ currentTarget }) => onOpacity(currentTarget.valueAsNumber)}
        />
        <output htmlFor={id}>{opacityText}</output>
      </div>
      <label className="overlay-grey">
        <input type="checkbox" checked={grey} onChange={({ currentTarget }) => onGrey(currentTarget.checked)} />
        {t('picture.grey')}
      </label>
      <MapLegend />
    </div>
  );
}
