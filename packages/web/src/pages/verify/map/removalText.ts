/** What is said of a mark that was taken out: pure, so that its sentences can be tested without a page. @module */
import { percentAtMost } from '@assay/core/verdict/honestShare';
import type { ShownResult } from '../../../api/types.ts';
import type { Translate } from '../../../i18n/translate.ts';

export type MarkRemoval = NonNullable<ShownResult['mark_removal']>;

export function removalText({ subtracted, honest_probability }: MarkRemoval, t: Translate): string {
  if (subtracted) return t('evidence.removal.subtracted');
  const share = `${new Intl.NumberFormat(t.locale).format(percentAtMost(honest_probability))} %`;
  return t('evidence.removal.absent', { share });
}
