/** What is kept as JSON. @module */
import type { z } from 'zod';
import type { CheckedFile } from '../../app/storage/checkFiles.ts';
import type { storageUse } from '../../app/storage/storageUse.ts';
import type { FileCheckBody, UsageBody } from '../schemas/storage/storage.ts';

export const storageUseView = (usage: Awaited<ReturnType<typeof storageUse>>): z.output<typeof UsageBody> => ({
  used_bytes: usage.usedBytes,
  limit_bytes: usage.limitBytes,
  assets_count: usage.assetsCount,
  by_kind: usage.byKind,
  period: usage.period,
});

const checkedFileView = (file: CheckedFile): z.output<typeof FileCheckBody>['files'][number] => ({
  variant: file.variant,
  state: file.state,
  expected_sha256: file.expectedSha256,
  sha256: file.sha256,
  expected_size_bytes: file.expectedSizeBytes,
  size_bytes: file.sizeBytes,
});

export const fileCheckView = (
  assetId: string,
  files: readonly CheckedFile[],
  checkedAt: Date,
): z.output<typeof FileCheckBody> => ({
  asset_id: assetId,
  intact: files.every(({ state }) => state === 'intact'),
  files: files.map(checkedFileView),
  checked_at: checkedAt.toISOString(),
});
