/** Settings of the marks. @module */
import { z } from 'zod';
import { type TrackId, trackSetting, withinSentence } from '@assay/core/watermark/tracks';
import { type TrackDefinition, TRACKS } from '@assay/core/watermark/trackTable';
import { number, onOrOff, type Setting, setting, text } from './setting.ts';

const strength = ({ id, label, defaultStrength }: TrackDefinition): Setting<number> =>
  setting(
    trackSetting(id, 'STRENGTH'),
    String(defaultStrength),
    `Strength of watermark ${withinSentence(label)} where an upload names none, 0..1. Twice as much is 6 dB more visible, up to the picture's budget.`,
    number(z.number().gt(0).max(1), 'must be a number above 0 and at most 1'),
  );

const models = ({ id, label, networks }: TrackDefinition): Setting<string | null> =>
  setting(
    trackSetting(id, 'MODELS'),
    '',
    `Folder with the models of ${withinSentence(label)}, ${networks.map((name) => `\`${name}\``).join(' and ')}, each .onnx and .json. Empty: those that come with Assay. \`off\`: no ${withinSentence(label)}.`,
    text.transform((folder) => (folder === 'off' ? null : folder)),
  );

type Key<Id extends string, What extends string> = `track${Uppercase<Id>}${What}`;

/** The member of `Config` that holds a setting of one track. */
export const trackKey = <const Id extends string, const What extends string>(id: Id, what: What): Key<Id, What> =>
  `track${id.toUpperCase() as Uppercase<Id>}${what}`;

type NetworkTrack = Extract<(typeof TRACKS)[number], { readonly networks: readonly [string, ...string[]] }>['id'];

const STRENGTHS = Object.fromEntries(TRACKS.map((row) => [trackKey(row.id, 'Strength'), strength(row)])) as {
  readonly [Id in TrackId as Key<Id, 'Strength'>]: Setting<number>;
};

const NETWORK_TRACKS = TRACKS.filter(
  (row): row is Extract<typeof row, { readonly id: NetworkTrack }> => row.networks.length > 0,
);

/** The tracks that need networks, and so have a folder of models. */
export const NETWORK_TRACK_IDS: readonly NetworkTrack[] = NETWORK_TRACKS.map(({ id }) => id);

const MODELS = Object.fromEntries(NETWORK_TRACKS.map((row) => [trackKey(row.id, 'Models'), models(row)])) as {
  readonly [Id in NetworkTrack as Key<Id, 'Models'>]: Setting<string | null>;
};

export const WATERMARK_SETTINGS = {
  ...STRENGTHS,
  ...MODELS,
  robustnessScore: setting(
    'ASSAY_ROBUSTNESS_SCORE',
    '1',
    'Attacks every delivered picture in twelve ways, behind its upload and when the machine is idle, and stores the share that its marks survive. Costs as much as about twelve verifications; off, `robustness_score` stays null.',
    onOrOff,
  ),
} as const;
