/** Pairwise comparison of two pictures that are sent; nothing is stored, neither is looked up. @module */
import { AppError, type ErrorCode } from '@assay/core/errors';
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

const OF_ONE_PICTURE: readonly ErrorCode[] = ['INVALID_FILE_TYPE', 'FILE_TOO_LARGE'];

/** What is wrong with one of the two is told with its field: the caller sent both. */
async function examined({ engine }: Pick<Ports, 'engine'>, field: 'a' | 'b', picture: Uint8Array): Promise<Examined> {
  return engine.examine(picture).catch((cause: unknown) => {
    if (!(cause instanceof AppError) || !OF_ONE_PICTURE.includes(cause.code)) throw cause;
    const { code, detail, extra } = cause;
    const wrong = { field, location: 'body', code: code.toLowerCase(), message: detail } as const;
    throw new AppError(code, `Picture ${field}: ${detail}`, { cause, errors: [wrong], ...(extra && { extra }) });
  });
}

/** @throws {AppError} INVALID_FILE_TYPE, FILE_TOO_LARGE, SERVICE_UNAVAILABLE */
export async function compareImages(
  deps: Pick<Ports, 'engine' | 'embedding' | 'clock'>,
  input: { readonly a: Uint8Array; readonly b: Uint8Array; readonly mapSideMax: number | null },
): Promise<Comparison> {
  const started = deps.clock.now().getTime();
  const a = await examined(deps, 'a', input.a);
  const b = await examined(deps, 'b', input.b);
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
