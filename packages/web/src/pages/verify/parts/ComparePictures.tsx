import { useEffect, useId, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { Segments } from '../../../shared/form/Segments.tsx';
import { useObjectUrl } from '../../../shared/useObjectUrl.ts';
import type { Change } from '../changes.ts';
import { mayOverlay } from '../compare.ts';
import { percentText } from '../select.ts';
import type { Size } from './RegionMarks.tsx';

const WAYS = ['side', 'swipe', 'flicker'] as const;
type Way = (typeof WAYS)[number];

/** Well below the three flashes a second that can harm (WCAG 2.3.1). */
const FLICKER_MS = 1000;

interface ComparePicturesProps {
  readonly file: File;
  /** Address of the original's preview. */
  readonly original: string;
  /** What the two are called; by default what they are in a check. */
  readonly names?: readonly [picture: string, original: string];
  /** Above them; not shown where the browser cannot show one of them. */
  readonly title?: string;
  /** What was done to the original to get the picture. */
  readonly changes: readonly Change[];
}

/** The two pictures beside each other or, where they lie over each other as they are, one over the other. */
export function ComparePictures({ file, original, names, title, changes }: ComparePicturesProps) {
  const t = useTranslate();
  const [yourName, theirName] = names ?? [t('compare.yours'), t('compare.original')];
  const url = useObjectUrl(file);
  const [way, setWay] = useState<Way>('side');
  const [yours, setYours] = useState<Size | 'hidden' | null>(null);
  const [theirs, setTheirs] = useState<Size | null>(null);
  if (url === null || yours === 'hidden') return null;
  const canOverlay = yours !== null && theirs !== null && mayOverlay(yours, theirs, changes);
  const shownWay = canOverlay ? way : 'side';
  const yourPicture = (
    <img
      src={url}
      alt={yourName}
      onLoad={({ currentTarget }) => setYours(sizeOf(currentTarget))}
      onError={() => setYours('hidden')}
    />
  );
  const theirPicture = (
    <img src={original} alt={theirName} onLoad={({ currentTarget }) => setTheirs(sizeOf(currentTarget))} />
  );
  return (
    <div className="compare">
      {title && <h3>{title}</h3>}
      {canOverlay && (
        <Segments
          legend={t('compare.how')}
          ids={WAYS}
          value={way}
          labelOf={(id) => t(`compare.${id}`)}
          onChange={setWay}
        />
      )}
      {shownWay === 'side' && (
        <div className="compare-side">
          <figure>
            {yourPicture}
            <figcaption className="small">{yourName}</figcaption>
          </figure>
          <figure>
            {theirPicture}
            <figcaption className="small">{theirName}</figcaption>
          </figure>
        </div>
      )}
      {shownWay === 'swipe' && <Swipe yours={url} original={original} names={[yourName, theirName]} />}
      {shownWay === 'flicker' && <Flicker yours={url} original={original} names={[yourName, theirName]} />}
      {yours !== null && theirs !== null && !canOverlay && <p className="small">{t('compare.sideOnly')}</p>}
    </div>
  );
}

const sizeOf = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement): Size => ({ width, height });

interface PairProps {
  readonly yours: string;
  readonly original: string;
  readonly names: readonly [picture: string, original: string];
}

/** A slider moves the edge between the two. */
function Swipe({ yours, original, names: [yourName, theirName] }: PairProps) {
  const t = useTranslate();
  const id = useId();
  const [percent, setPercent] = useState(50);
  const share = percentText(percent / 100, t);
  return (
    <>
      <div className="compare-stage">
        <img src={yours} alt={yourName} />
        <img src={original} alt={theirName} style={{ clipPath: `inset(0 ${100 - percent}% 0 0)` }} />
        <span className="compare-edge" style={{ left: `${percent}%` }} aria-hidden="true" />
      </div>
      <label htmlFor={id}>{t('compare.share')}</label>
      <div className="overlay-slider" dir="ltr">
        <input
          id={id}
          type="range"
          min={0}
          max={100}
          step={1}
          value={percent}
          aria-valuetext={share}
          onChange={({ currentTarget }) => setPercent(currentTarget.valueAsNumber)}
        />
        <output htmlFor={id}>{share}</output>
      </div>
    </>
  );
}

/** One in the place of the other, by hand or once a second. */
function Flicker({ yours, original, names: [yourName, theirName] }: PairProps) {
  const t = useTranslate();
  const [isOriginal, setOriginal] = useState(true);
  const [isRunning, setRunning] = useState(false);
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setOriginal((shown) => !shown), FLICKER_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  const words = isOriginal ? theirName : yourName;
  return (
    <>
      <div className="compare-stage">
        <img src={yours} alt={isOriginal ? '' : words} />
        <img src={original} alt={isOriginal ? words : ''} hidden={!isOriginal} />
      </div>
      <p className="small" aria-live={isRunning ? 'off' : 'polite'}>
        {words}
      </p>
      <div className="buttons">
        <button type="button" className="button" onClick={() => setOriginal(!isOriginal)}>
          {t('compare.turn')}
        </button>
        <label className="check">
          <input
            type="checkbox"
            checked={isRunning}
            onChange={({ currentTarget }) => setRunning(currentTarget.checked)}
          />
          <span>{t('compare.flickering')}</span>
        </label>
      </div>
    </>
  );
}
