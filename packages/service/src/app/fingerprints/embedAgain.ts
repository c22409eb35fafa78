/**
 * Brings the vectors of stored pictures to the model that the service has now. What is left to do stands in the database,
 * so a stop in the middle loses at most one picture's work, and the next start goes on.
 * @module
 */
import { AppError } from '@assay/core/errors';
import type { Ports } from '../ports/ports.ts';
import { DamagedFileError } from '../ports/assets/storage.ts';

type Deps = Pick<Ports, 'fingerprints' | 'embedding' | 'files' | 'engine' | 'clock'>;

export interface EmbeddingRun {
  readonly embedded: number;
  /** Their originals are missing or damaged: they keep their old vectors, by which nothing finds them. */
  readonly unreadable: readonly string[];
  /** The engine was busy: the rest waits for the next run. */
  readonly interrupted: boolean;
}

/** Ids that are read at once. */
const BATCH = 50;

/**
 * One walk over all outdated fingerprints.
 * @param isEnding true = begin nothing more
 * @param progress told after each picture
 */
export async function embedAgain(
  deps: Deps,
  isEnding: () => boolean = () => false,
  progress: (embedded: number) => void = () => {},
): Promise<EmbeddingRun> {
  const { model } = deps.embedding;
  const unreadable: string[] = [];
  let embedded = 0;
  let last: string | null = null;
  for (;;) {
    const batch: readonly string[] = await deps.fingerprints.outdated(model, last, BATCH);
    for (const id of batch) {
      if (isEnding()) return { embedded, unreadable, interrupted: true };
      const outcome = await embedOne(deps, id);
      if (outcome === 'busy') return { embedded, unreadable, interrupted: true };
      if (outcome === 'unreadable') unreadable.push(id);
      else progress(++embedded);
      last = id;
    }
    if (batch.length < BATCH) return { embedded, unreadable, interrupted: false };
  }
}

async function embedOne(deps: Deps, id: string): Promise<'embedded' | 'unreadable' | 'busy'> {
  try {
    const original = await deps.files.read(id, 'original');
    if (!original) return 'unreadable';
    const { fingerprint } = await deps.engine.examine(original);
    await deps.fingerprints.replace(id, fingerprint, deps.clock.now());
    return 'embedded';
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'SERVICE_UNAVAILABLE') return 'busy';
    if (cause instanceof DamagedFileError || cause instanceof AppError) return 'unreadable';
    throw cause;
  }
}
