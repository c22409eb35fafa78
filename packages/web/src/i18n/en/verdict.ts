/** Verdicts: what each is called, why it was found, and what it does not prove. @module */
import { reason } from './reason.ts';

export const verdict = {
  ...reason,
  'verdict.label': 'Verdict',
  'verdict.authentic': 'Matches a registered original',
  'verdict.forged': 'Altered or falsely marked',
  'verdict.unknown': 'No registered original found',
  'verdict.noReason': 'The service gave no further reason.',
  'verdict.revoked': 'Its owner has withdrawn this picture since it was registered.',
  'verdict.corrected': 'A person looked at this check again and found: {verdict}.',
  'verdict.confidence': 'Confidence',
  'verdict.confidenceValue': '{word}, {percent}',
  'verdict.confidence.certain': 'Certain',
  'verdict.confidence.veryHigh': 'Very high',
  'verdict.confidence.high': 'High',
  'verdict.confidence.moderate': 'Moderate',
  'verdict.confidence.low': 'Low',
  'verdict.checked': 'Checked',
  'verdict.canChange': 'This can change: originals are added and withdrawn.',
  'verdict.file': 'File',
  'verdict.again': 'Check another picture',
  'verdict.announce': 'Verdict: {verdict}. Confidence {confidence}.',
  'verdict.unknownNext':
    'This does not mean that the picture is fake: most pictures were never registered. Try the largest version you can find, or ask the source for the file itself.',
  'limits.heading': 'What this does not prove',
  'limits.truth':
    'A match says that somebody registered this picture here. It does not say that what it shows is true, or when and where it was taken.',
  'limits.unknown':
    'No match does not make a picture fake. Pictures that were never registered look the same to us as ones that were changed beyond recognition.',
  'limits.who': 'An altered picture tells what differs, not who changed it or why.',
  'limits.context': 'A genuine picture can still mislead by its caption or its crop.',
} as const;
