/** What the form of a dispute offers: docs/spec/verification.md#disputes. @module */
import type { Verdict } from '@assay/sdk/types';
import type { Dispute } from '../../../api/types.ts';

export const DISPUTE_REASONS = [
  'not_altered',
  'altered',
  'not_recognised',
  'wrong_asset',
  'other',
] as const satisfies readonly Dispute['reason'][];

const VERDICTS = ['authentic', 'forged', 'unknown'] as const satisfies readonly Verdict[];

/** docs/spec/verification.md#disputes */
export const COMMENT_CHARS_MAX = 2000;

/** docs/spec/verification.md#disputed-pictures */
export const PICTURE_BYTES_MAX = 16 * 1024 * 1024;

/** What could be right instead. */
export const otherVerdicts = (given: Verdict): readonly Verdict[] => VERDICTS.filter((verdict) => verdict !== given);

export const mayBeSent = ({ size }: Pick<File, 'size'>): boolean => size <= PICTURE_BYTES_MAX;
