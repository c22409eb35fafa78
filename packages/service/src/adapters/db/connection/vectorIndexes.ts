/**
 * Approximate indexes (HNSW) over the fingerprints. They are no part of the migrations since only PostgreSQL gets them:
 * in the embedded database an insert with three of them takes 80 ms and building them over 10,000 rows a minute, while
 * a scan of as many rows is fast enough there. Same queries either way.
 * @module
 */
import { EMBEDDING_LENGTH } from '@assay/core/fingerprint/embeddingLength';

/** What an index is over; queries must say it in the same words. Halves (IEEE 754 binary16) take half the memory of the index. */
export const halfOf = (column: string, dimensions: number): string => `(${column}::halfvec(${dimensions}))`;

/** Built beside everything that goes on: writers wait for nothing (PostgreSQL manual, "Building Indexes Concurrently"). */
const hnsw = (name: string, what: string) => ({
  name,
  statement: `create index concurrently if not exists ${name} on fingerprints using hnsw (${what})`,
});

/** Made after the migrations where they are not there yet. */
export const VECTOR_INDEXES = [
  hnsw('fingerprints_clip_half', `${halfOf('clip_embedding', EMBEDDING_LENGTH.embedding768)} halfvec_cosine_ops`),
  hnsw('fingerprints_dino_half', `${halfOf('dino_embedding', EMBEDDING_LENGTH.embedding1024)} halfvec_cosine_ops`),
  hnsw('fingerprints_pdq_hnsw', 'pdq_bits bit_hamming_ops'),
] as const;

/**
 * Parameters of every session. HNSW finds neighbours first and the scope filters them afterwards: `iterative_scan`
 * (pgvector >= 0.8; older versions drop it with a warning) goes on until enough are left. 100 candidates instead of 40
 * cost little and lift recall; pgvector README, "HNSW".
 */
export const VECTOR_SESSION_OPTIONS = '-c hnsw.ef_search=100 -c hnsw.iterative_scan=strict_order';
