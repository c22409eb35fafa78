/** Verdicts as people read them: docs/spec/web.md#words-for-verdicts. @module */
import type { Verdict } from '../../app/ports/verify/verifications.ts';

export const VERDICT_WORDS = {
  authentic: 'Matches a registered original',
  forged: 'Altered or falsely marked',
  unknown: 'No registered original found',
} as const satisfies Record<Verdict, string>;

export const WITHDRAWN_WORDS = 'Withdrawn by its owner';
