/** Settings of the marks. @module */
import { DEFAULT_STRENGTH } from '@assay/core/watermark/track';
import { asSwitch, BadValue, setting } from './configSetting.ts';

/** @throws {BadValue} */
function asStrength(text: string): number {
  const value = Number(text);
  if (text.trim() === '' || !(value > 0 && value <= 1))
    throw new BadValue(`must be a number above 0 and at most 1, got "${text}"`);
  return value;
}

const strength = (track: 'a' | 'b' | 'c', name: string) =>
  setting(
    name,
    String(DEFAULT_STRENGTH[track]),
    `Strength of watermark track ${track.toUpperCase()} where an upload names none, 0..1. Twice as much is 6 dB more visible, up to the picture's budget.`,
    asStrength,
  );

export const WATERMARK_SETTINGS = {
  trackAStrength: strength('a', 'ASSAY_TRACK_A_STRENGTH'),
  trackBStrength: strength('b', 'ASSAY_TRACK_B_STRENGTH'),
  trackCStrength: strength('c', 'ASSAY_TRACK_C_STRENGTH'),
  trackCModels: setting(
    'ASSAY_TRACK_C_MODELS',
    '',
    'Folder with the two models of track C, `track-c-encoder` and `track-c-decoder`, each .onnx and .json. Empty: those that come with Assay. `off`: no track C.',
    (text) => (text === 'off' ? null : text),
  ),
  robustnessScore: setting(
    'ASSAY_ROBUSTNESS_SCORE',
    '0',
    'Attacks every delivered picture in twelve ways and stores the share that its marks survive. Costs an upload about twelve verifications; off, `robustness_score` is null.',
    asSwitch,
  ),
} as const;
