/** Whether two pictures lie over each other as they are. @module */
import type { Change } from './changes.ts';
import type { Size } from './parts/RegionMarks.tsx';

/** Of the ratio of the sides: what rounding a small preview to whole pixels explains. */
const RATIO_TOLERANCE = 0.015;

/** They move what the picture shows within its frame. */
const MOVING: ReadonlySet<string> = new Set(['crop', 'rotate', 'mirror', 'border']);

export function mayOverlay(a: Size, b: Size, changes: readonly Change[]): boolean {
  const ratio = a.width / a.height / (b.width / b.height);
  return Math.abs(ratio - 1) <= RATIO_TOLERANCE && !changes.some(({ type }) => MOVING.has(type));
}
