/** How pictures are registered, as the form of the page says it. @module */
import type { UploadOptions } from '@assay/sdk/client';
import { type TrackId, TRACKS } from '@assay/sdk/tracks';
import { tagsOf } from '../../shared/form/tagsOf.ts';

export interface TrackChoice {
  readonly isOn: boolean;
  /** Above 0, at most 1. */
  readonly strength: number;
}

export interface UploadChoices {
  readonly tags: string;
  readonly commit: boolean;
  /** As typed, one a line. */
  readonly recipients: string;
  readonly tracks: Readonly<Record<TrackId, TrackChoice>>;
}

export const DEFAULT_CHOICES: UploadChoices = {
  tags: '',
  commit: false,
  recipients: '',
  tracks: Object.fromEntries(
    TRACKS.map(({ id, defaultStrength }) => [id, { isOn: true, strength: defaultStrength }]),
  ) as UploadChoices['tracks'],
};

const defaultStrengthOf = (id: TrackId): number => TRACKS.find((track) => track.id === id)?.defaultStrength ?? 0;

/** A strength that nobody touched is left to the service, whose operator may have set another. */
export function uploadOptions({ tags, commit, tracks }: UploadChoices): UploadOptions {
  const perTrack = TRACKS.flatMap(({ id }): [string, boolean | number][] => {
    const { isOn, strength } = tracks[id];
    const name = `track${id.toUpperCase()}`;
    const touched = isOn && strength !== defaultStrengthOf(id);
    return [[name, isOn], ...(touched ? [[`${name}Strength`, strength] as [string, number]] : [])];
  });
  const list = tagsOf(tags);
  return { ...Object.fromEntries(perTrack), ...(list.length > 0 ? { tags: list } : {}), blockchainCommit: commit };
}

/** Who gets a copy, each once. */
export const recipientsOf = ({ recipients }: Pick<UploadChoices, 'recipients'>): readonly string[] => [
  ...new Set(
    recipients
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];
