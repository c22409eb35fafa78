import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from '../../../i18n/translate.ts';
import { Segments } from '../../../shared/form/Segments.tsx';
import { ofThisOrigin } from '../../../shared/ofThisOrigin.ts';
import { amplifiedDifference, windowOf } from '../difference.ts';

const VIEWS = ['before', 'after', 'difference'] as const;
type View = (typeof VIEWS)[number];

const ZOOM_MAX = 8;
/** Long side of what is drawn, px: sharp on a page of this width, and a moment's work. */
const SIDE_MAX = 1024;

interface DifferenceProps {
  readonly before: Blob;
  /** Signed address of the marked picture. */
  readonly after: string;
  readonly name: string;
}

/** The picture before and after marking and what differs, up to eight times as large. */
export function Difference({ before, after, name }: DifferenceProps) {
  const t = useTranslate();
  const pair = useQuery({
    queryKey: ['marked', after],
    queryFn: async ({ signal }) => {
      const marked = await (await fetch(ofThisOrigin(after), { signal })).blob();
      const [a, b] = await Promise.all([createImageBitmap(before), createImageBitmap(marked)]);
      return { before: a, after: b };
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (pair.isError) return <p className="small">{t('difference.cannotShow')}</p>;
  if (!pair.data)
    return (
      <p role="status" className="small">
        {t('query.loading')}
      </p>
    );
  return <Stage pair={pair.data} name={name} />;
}

interface StageProps {
  readonly pair: { readonly before: ImageBitmap; readonly after: ImageBitmap };
  readonly name: string;
}

function Stage({ pair, name }: StageProps) {
  const t = useTranslate();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<View>('difference');
  const [zoom, setZoom] = useState(1);
  const [across, setAcross] = useState(50);
  const [down, setDown] = useState(50);
  useEffect(() => {
    if (canvas.current) draw(canvas.current, pair, view, { zoom, across: across / 100, down: down / 100 });
  }, [pair, view, zoom, across, down]);
  return (
    <div className="compare">
      <Segments
        legend={t('difference.what')}
        ids={VIEWS}
        value={view}
        labelOf={(id) => t(`difference.${id}`)}
        onChange={setView}
      />
      <canvas ref={canvas} className="difference" role="img" aria-label={t(`difference.alt.${view}`, { name })} />
      <Slider label={t('difference.zoom')} min={1} max={ZOOM_MAX} value={zoom} words={`× ${zoom}`} onChange={setZoom} />
      {zoom > 1 && (
        <>
          <Slider label={t('difference.across')} value={across} words={`${across} %`} onChange={setAcross} />
          <Slider label={t('difference.down')} value={down} words={`${down} %`} onChange={setDown} />
        </>
      )}
    </div>
  );
}

interface SliderProps {
  readonly label: string;
  readonly min?: number;
  readonly max?: number;
  readonly value: number;
  readonly words: string;
  readonly onChange: (value: number) => void;
}

function Slider({ label, min = 0, max = 100, value, words, onChange }: SliderProps) {
  const id = useId();
  return (
    <div className="overlay-controls">
      <label htmlFor={id}>{label}</label>
      <div className="overlay-slider" dir="ltr">
        <input
          id={id}
          type="range"
          min={min}
          max={max}
          step={1}
          value={value}
          aria-valuetext={words}
          onChange={({ currentTarget }) => onChange(currentTarget.valueAsNumber)}
        />
        <output htmlFor={id}>{words}</output>
      </div>
    </div>
  );
}

interface Place {
  readonly zoom: number;
  readonly across: number;
  readonly down: number;
}

function draw(canvas: HTMLCanvasElement, pair: StageProps['pair'], view: View, { zoom, across, down }: Place): void {
  const { width, height } = pair.before;
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height));
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return;
  const part = (bitmap: ImageBitmap) => {
    const { x, y, w, h } = windowOf(bitmap, zoom, across, down);
    // Pixels of the picture stay squares once they are larger than those of the screen.
    context.imageSmoothingEnabled = canvas.width < w;
    context.drawImage(bitmap, x, y, w, h, 0, 0, canvas.width, canvas.height);
    return context.getImageData(0, 0, canvas.width, canvas.height);
  };
  if (view !== 'difference') return void part(pair[view]);
  const [a, b] = [part(pair.before), part(pair.after)];
  amplifiedDifference(a.data, b.data, a.data);
  context.putImageData(a, 0, 0);
}
