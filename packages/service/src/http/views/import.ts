/** Imports as JSON. @module */
import type { z } from 'zod';
import type { ImportFile, ImportProgress } from '../../app/ports/imports/imports.ts';
import type { ImportBody, ImportFileBody } from '../schemas/imports.ts';

export const importView = (job: ImportProgress): z.output<typeof ImportBody> => ({
  id: job.id,
  organization_id: job.organizationId,
  kind: job.kind,
  source: job.source,
  state: job.state,
  problem: job.problem,
  total: job.total,
  done: job.created + job.duplicates + job.failed,
  created: job.created,
  duplicates: job.duplicates,
  failed: job.failed,
  created_at: job.createdAt.toISOString(),
  ended_at: job.endedAt?.toISOString() ?? null,
});

export const importFileView = (file: ImportFile): z.output<typeof ImportFileBody> => ({
  index: file.index,
  name: file.name,
  size_bytes: file.sizeBytes,
  state: file.state,
  asset_id: file.assetId,
  duplicate_of: file.state === 'duplicate' ? file.assetId : null,
  error: file.errorCode && { error_code: file.errorCode, detail: file.detail ?? '' },
});
