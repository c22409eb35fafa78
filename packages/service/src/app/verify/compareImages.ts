/** Pairwise comparison of two pictures that are sent; nothing is stored, neither is looked up. @module */
import { similarity } from '@assay/core/fingerprint/similarity';
import type { Compared, Examined } from '../ports/verify/engine.ts';
import type { Ports } from '../ports/ports.ts';

export interface Comparison {
  readonly a: Examined;
  readonly b: Examined;
  readonly identical: boolean;
  /** All calibrated, 0..1. */
  readonly similarity: Readonly<Record<'average' | 'embedding768' | 'embedding1024' | 'pdq', number>>;
  /** What was done to `b` to get `a`. */
  readonly compared: Compared;
  readonly processingTimeMs: number;
}

/** @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE, SERVICE_UNAVAILABLE */
export async function compareImages(
  deps: Pick<Ports, 'engine' | 'embedding' | 'clock'>,
  input: { readonly a: Uint8Array; readonly b: Uint8Array; readonly mapSideMax: number | null },
): Promise<Comparison> {
  const started = deps.clock.now().getTime();
  const a = await deps.engine.examine(input.a);
  const b = await deps.engine.examine(input.b);
  const compared = await deps.engine.compare({ query: input.a, reference: input.b, mapSideMax: input.mapSideMax });
  return {
    a,
    b,
    identical: a.ids.sha256 === b.ids.sha256,
    similarity: similarity(a.fingerprint, b.fingerprint, deps.embedding.similarity),
    compared,
    processingTimeMs: Math.max(0, deps.clock.now().getTime() - started),
  };
}
