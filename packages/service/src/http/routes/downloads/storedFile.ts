/** What the two addresses of a stored file share. @module */
import { z } from 'zod';
import { AssetParams, VariantQuery } from '../../schemas/assets/asset.ts';
import { failures } from '../../schemas/common.ts';
import { DOWNLOADS } from '../../schemas/storage/downloads.ts';
import { credentials, NEEDS_CREDENTIAL } from '../../security/security.ts';

export const storedFileSchema = {
  summary: 'Download a stored file',
  description:
    'The marked picture, or the variant that is asked for, as an attachment with `ETag` and `Repr-Digest`. Ranges work.',
  tags: ['Storage'],
  security: credentials('asset.see'),
  params: AssetParams,
  querystring: VariantQuery,
  response: {
    ...DOWNLOADS,
    302: z.undefined().describe('With `redirect=true`: to an address of the store, for a short time.'),
    ...failures(
      ...NEEDS_CREDENTIAL,
      ...(['FORBIDDEN', 'ASSET_NOT_FOUND', 'ASSET_NOT_READY', 'RANGE_NOT_SATISFIABLE', 'VALIDATION_ERROR'] as const),
    ),
  },
};
