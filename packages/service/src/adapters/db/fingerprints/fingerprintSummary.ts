/** What a fingerprint is told by outside of the search: hashes of its vectors, model and threshold. @module */
import { eq } from 'drizzle-orm';
import type { FingerprintSummary } from '../../../app/ports/assets/assets.ts';
import type { Queries } from '../connection/database.ts';
import { fingerprints } from '../schema/fingerprints.ts';

/** Null where the asset has none. */
export async function fingerprintSummary(queries: Queries, assetId: string): Promise<FingerprintSummary | null> {
  const [row] = await queries
    .select({
      pdqHash: fingerprints.pdqHash,
      embedding768Hash: fingerprints.embedding768Hash,
      embedding1024Hash: fingerprints.embedding1024Hash,
      model: fingerprints.embeddingModel,
      similarityThreshold: fingerprints.similarityThreshold,
      createdAt: fingerprints.createdAt,
    })
    .from(fingerprints)
    .where(eq(fingerprints.assetId, assetId));
  return row ?? null;
}
