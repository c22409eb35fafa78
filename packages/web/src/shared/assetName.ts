/** What a picture is called. @module */
import type { Asset } from '@assay/sdk/types';
import type { Translate } from '../i18n/translate.ts';

export const nameOf = (
  { title, original_filename: fileName }: Pick<Asset, 'title' | 'original_filename'>,
  t: Translate,
) => title ?? fileName ?? t('asset.untitled');
