import type { RegionFacts } from '../select.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

interface RegionMarksProps {
  /** Of the picture in its own pixels, which are also the units of the boxes. */
  readonly size: Size;
  readonly regions: readonly RegionFacts[];
  readonly marked: number | null;
}

/** Frames over the picture, black on white so that they show on any ground. The list beside says the same in words. */
export function RegionMarks({ size, regions, marked }: RegionMarksProps) {
  return (
    <svg className="region-marks" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
      {regions.map(({ name, box: { x, y, w, h } }, index) => (
        <g key={name} className={index === marked ? 'region-mark region-marked' : 'region-mark'}>
          <rect x={x} y={y} width={w} height={h} />
          <rect className="region-line" x={x} y={y} width={w} height={h} />
        </g>
      ))}
    </svg>
  );
}
