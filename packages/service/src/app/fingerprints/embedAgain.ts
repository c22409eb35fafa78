/**
 * Brings the vectors of stored pictures to the model that is wanted, which the database knows, so that processes with different
 * models do not undo each other's work. What is left to do stands there too, and all processes share it: a stop in the middle
 * loses at most one picture's work.
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
  /** The engine was busy, or it was to end: the rest waits for the next run. */
  readonly interrupted: boolean;
  /** The model to which pictures are moved; where it is not this process's own, it moved none from then on. */
  readonly wanted: string;
}

/** Longer than one picture takes on a busy machine; whatever a process that died had taken is begun anew so much later, ms. */
export const WORK_LEASE_MS = 10 * 60_000;
/** An original that cannot be read is tried again so much later: somebody may have put it back, ms. */
const ASIDE_MS = 24 * 60 * 60 * 1000;
/** A model that no process has had for so long is given up for that of one which is there: longer than a restart takes, ms. */
export const FORGOTTEN_MS = 10 * 60_000;
/** How often a process says which model it has, ms. */
export const SAID_MS = 60_000;

/**
 * Embeds outdated pictures until none is left.
 * @param isOver true = begin nothing more
 * @param after waited for after each picture
 */
export async function embedAgain(
  deps: Deps,
  isOver: () => boolean = () => false,
  after: (embedded: number) => void | Promise<void> = () => {},
): Promise<EmbeddingRun> {
  const { model } = deps.embedding;
  const unreadable: string[] = [];
  let embedded = 0;
  let wanted = await deps.fingerprints.wantedModel(model, FORGOTTEN_MS);
  let saidMs = deps.clock.elapsedMs();
  const run = (interrupted: boolean): EmbeddingRun => ({ embedded, unreadable, interrupted, wanted });
  while (wanted === model) {
    if (isOver()) return run(true);
    const id = await deps.fingerprints.takeOutdated(model, WORK_LEASE_MS);
    if (id === null) return run(false);
    const outcome = await embedOne(deps, id);
    if (outcome === 'busy') return run(true);
    if (outcome === 'unreadable') unreadable.push(id);
    else await after(++embedded);
    if (deps.clock.elapsedMs() - saidMs < SAID_MS) continue;
    wanted = await deps.fingerprints.wantedModel(model, FORGOTTEN_MS);
    saidMs = deps.clock.elapsedMs();
  }
  return run(false);
}

async function embedOne(deps: Deps, id: string): Promise<'embedded' | 'unreadable' | 'busy'> {
  const unreadable = async (): Promise<'unreadable'> => {
    await deps.fingerprints.setAside(id, ASIDE_MS);
    return 'unreadable';
  };
  try {
    const original = await deps.files.read(id, 'original');
    if (!original) return await unreadable();
    const { fingerprint } = await deps.engine.examine(original);
    await deps.fingerprints.replace(id, fingerprint, deps.clock.now());
    return 'embedded';
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'SERVICE_UNAVAILABLE') {
      await deps.fingerprints.release(id);
      return 'busy';
    }
    if (cause instanceof DamagedFileError || cause instanceof AppError) return unreadable();
    throw cause;
  }
}
