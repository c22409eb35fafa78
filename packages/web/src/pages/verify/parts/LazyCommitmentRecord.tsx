import { lazy } from 'react';
import { language } from '../../../i18n/language.ts';

/** Few pictures are committed, so nobody else loads how a record is looked at and its proof checked. */
export const LazyCommitmentRecord = lazy(async () => {
  const [{ CommitmentRecord }] = await Promise.all([import('./CommitmentRecord.tsx'), language.need('record')]);
  return { default: CommitmentRecord };
});
