/** Entry of the thread that holds the index of local features and the scanned vectors. @module */
import { randomUUID } from 'node:crypto';
import { type CompactFeatures, decodeFeatures } from '@assay/core/search/compactFeatures';
import { decodeIndexRecord } from '@assay/core/search/indexRecord';
import { InvertedFile } from '@assay/core/search/invertedFile';
import { queryKeys } from '@assay/core/search/localKeys';
import { inliersOfBestForm } from '@assay/core/search/similarityVote';
import { VectorScan } from '@assay/core/search/vectorScan';
import { answerJob } from '../engine/jobAnswer.ts';
import { type DeskedJob, tellBegun } from '../engine/jobDesk.ts';
import { standBack } from '../runtime/priority.ts';
import type { Agreed, IndexAnswer, IndexJob, StoredFeatures } from './indexJob.ts';

standBack();
const indexId = randomUUID();
const index = new InvertedFile();
const vectors = new VectorScan();

type Forms = readonly Uint8Array[];

function vote(among: InvertedFile, forms: Forms, count: number, groups: ReadonlySet<string> | null): string[] {
  const votes = forms
    .flatMap((form) => among.search(decodeFeatures(form), count, groups))
    .sort((a, b) => b.score - a.score);
  return [...new Set(votes.map(({ id }) => id))].slice(0, count);
}

/** The best of pictures that the database chose: they vote among themselves. */
function pick({ upright, mirrored, records, count }: Extract<IndexJob, { kind: 'pick' }>): string[] {
  const among = new InvertedFile();
  for (const { assetId, record } of records) among.add(assetId, '', decodeIndexRecord(record));
  return vote(among, [upright, mirrored], count, null);
}

function agree(forms: readonly CompactFeatures[], { assetId, features }: StoredFeatures): Agreed {
  return { assetId, inliers: inliersOfBestForm(forms, decodeFeatures(features)) };
}

function perform(job: IndexJob): unknown {
  switch (job.kind) {
    case 'add':
      for (const { assetId, organizationId, record, scan, model } of job.records) {
        index.add(assetId, organizationId, decodeIndexRecord(record));
        vectors.set(assetId, organizationId, model, scan);
      }
      return index.size;
    case 'remove':
      for (const assetId of job.assetIds) {
        index.remove(assetId);
        vectors.remove(assetId);
      }
      return index.size;
    case 'nearest':
      return vectors.nearest(job.query, job.count, new Set(job.organizationIds));
    case 'vote':
      return vote(index, [job.upright, job.mirrored], job.count, new Set(job.organizationIds));
    case 'pick':
      return pick(job);
    case 'keys':
      return [job.upright, job.mirrored].map((form) => queryKeys(decodeFeatures(form)));
    case 'agree': {
      const forms = [decodeFeatures(job.upright), decodeFeatures(job.mirrored)];
      return job.stored.map((features) => agree(forms, features));
    }
  }
}

export default function work({ desk, ...job }: IndexJob & DeskedJob): Promise<unknown> {
  tellBegun(desk ? { desk } : {});
  return answerJob(() => Promise.resolve<IndexAnswer<unknown>>({ indexId, result: perform(job as IndexJob) }));
}
