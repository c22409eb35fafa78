/** What operators are told, as JSON. @module */
import type { z } from 'zod';
import type { ServiceLook } from '../../app/operator/lookAtService.ts';
import type { OperatorBody } from '../schemas/operator.ts';

export function operatorView(
  { waiting, failed, searched, aside, modelVersion, embeddingModel }: ServiceLook,
  modelHashes: Readonly<Record<string, string>>,
  quarantineDays: number,
): z.output<typeof OperatorBody> {
  const { importFiles: waitingFiles, ...otherWaiting } = waiting;
  const { importFiles: failedFiles, ...otherFailed } = failed;
  const { localFeatures, ...otherSearched } = searched;
  return {
    waiting: { ...otherWaiting, import_files: waitingFiles },
    failed: { ...otherFailed, import_files: failedFiles },
    index: { ...otherSearched, local_features: localFeatures },
    models: {
      version: modelVersion,
      embedding: embeddingModel,
      files: Object.entries(modelHashes).map(([name, sha256]) => ({ name, sha256 })),
    },
    files_aside: aside.map(({ reason, assets, oldest }) => ({ reason, assets, oldest: oldest.toISOString() })),
    quarantine_days: quarantineDays,
  };
}
