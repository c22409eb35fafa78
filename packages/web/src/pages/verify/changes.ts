/** The changes that the service found (`metadata.modifications`), each as a line for the reader. @module */
import type { MessageKey, Translate } from '../../i18n/translate.ts';

/** As the SDK's `Modification`, but prepared for types and members that only a later service sends. */
export interface Change {
  readonly type: string;
  readonly [member: string]: unknown;
}

const CHANGE_NAMES: Readonly<Record<string, MessageKey>> = {
  crop: 'change.crop',
  resize: 'change.resize',
  rotate: 'change.rotate',
  mirror: 'change.mirror',
  border: 'change.border',
  overlay: 'change.overlay',
  recompress: 'change.recompress',
  color: 'change.color',
  local_edit: 'change.local_edit',
  metadata_removed: 'change.metadata_removed',
  metadata_changed: 'change.metadata_changed',
};

const SEVERITY_NAMES: Readonly<Record<string, MessageKey>> = {
  low: 'change.severity.low',
  medium: 'change.severity.medium',
  high: 'change.severity.high',
};

export function isAboutMetadata(change: Change): boolean {
  return change.type.startsWith('metadata_');
}

/** Names a type that this page does not know by the service's own word; members of unknown shape are left out. */
export function changeText(change: Change, t: Translate): string {
  const key = CHANGE_NAMES[change.type];
  const name = key ? t(key) : t('change.other', { type: change.type });
  const severityKey = SEVERITY_NAMES[String(change.severity)];
  const text = particularsOf(change, name, t);
  return severityKey ? t('change.withSeverity', { change: text, severity: t(severityKey) }) : text;
}

function particularsOf(change: Change, name: string, t: Translate): string {
  const { field, original, current, region } = change;
  if (typeof field === 'string') return t('change.withField', { change: name, field });
  if (typeof original === 'string' && typeof current === 'string')
    return t('change.fromTo', { change: name, original, current });
  // A crop's region lies in the original, which the reader does not see; an edit's lies in the picture.
  if ((change.type === 'local_edit' || change.type === 'overlay') && isBox(region)) {
    const [width, height, x, y] = [region.w, region.h, region.x, region.y].map(Math.round);
    return t('change.at', { change: name, width: width!, height: height!, x: x!, y: y! });
  }
  return name;
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

function isBox(value: unknown): value is Box {
  if (typeof value !== 'object' || value === null) return false;
  const box = value as Readonly<Record<string, unknown>>;
  return ['x', 'y', 'w', 'h'].every((side) => typeof box[side] === 'number');
}
