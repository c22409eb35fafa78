/**
 * Measures behind the uploads what the marks of delivered files survive, and how they look: twelve attacks each, about twelve
 * verifications of work, and so only while the machine has nothing else to do.
 * @module
 */
import { AppError } from '@assay/core/errors';
import type { UnscoredAsset } from '../ports/assets/robustnessScores.ts';
import { DamagedFileError } from '../ports/assets/storage.ts';
import type { Ports } from '../ports/ports.ts';
import type { AttackOutcome } from '@assay/core/provenance/attackOutcomes';
import { trace, type TraceDeps } from '../provenance/trace.ts';

type Deps = TraceDeps & Pick<Ports, 'robustnessScores' | 'files' | 'engine' | 'timers'>;

export interface Machine {
  /** Nobody waits for it. */
  readonly isIdle: () => boolean;
  /** The process ends: what runs is given up. */
  readonly isEnding: () => boolean;
}

const ENDING_LOOK_MS = 250;

/** Assets that are asked for at once. */
const BATCH = 20;

/** The share of attacks that the marks survived, 0..1. */
const scoreOf = (outcomes: readonly AttackOutcome[]): number =>
  outcomes.filter(({ survived }) => survived).length / outcomes.length;

/**
 * One walk over all marked assets without a score.
 * @param machine asked before each asset
 * @returns how many were scored
 */
export async function measureRobustness(deps: Deps, machine: Machine): Promise<number> {
  let scored = 0;
  let last: string | null = null;
  for (;;) {
    const batch: readonly UnscoredAsset[] = await deps.robustnessScores.missing(last, BATCH);
    for (const asset of batch) {
      if (machine.isEnding() || !machine.isIdle()) return scored;
      const outcome = await measureOne(deps, asset, machine);
      if (outcome === 'stopped') return scored;
      if (outcome === 'scored') scored++;
      last = asset.id;
    }
    if (batch.length < BATCH) return scored;
  }
}

async function measureOne(deps: Deps, asset: UnscoredAsset, machine: Machine): Promise<'scored' | 'left' | 'stopped'> {
  try {
    const delivered = await deps.files.read(asset.id, 'watermarked');
    if (!delivered) return 'left';
    const original = await wholeOriginal(deps, asset.id);
    const trial = await unlessEnding(deps, machine, deps.engine.attack(delivered, original, asset.id));
    if (trial === null) return 'stopped';
    const { outcomes, deltaE } = trial;
    const attacks = outcomes.map(({ attack, survived }) => ({ attack, survived }));
    const step = trace(deps, null, asset.id, 'robustness_measured', {
      content_hash: asset.watermarkedContentHash,
      attacks,
      delta_e: deltaE,
    });
    const measured = { score: scoreOf(outcomes), deltaE };
    return (await deps.robustnessScores.put(asset, measured, deps.clock.now(), [step])) ? 'scored' : 'left';
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'SERVICE_UNAVAILABLE') return 'stopped';
    // A damaged file has nothing to score; whoever asks for it hears of it.
    if (cause instanceof DamagedFileError || cause instanceof AppError) return 'left';
    throw cause;
  }
}

/** Null also where it is damaged: what the marks survive is told by the delivered file alone. */
async function wholeOriginal({ files }: Pick<Ports, 'files'>, assetId: string): Promise<Uint8Array | null> {
  try {
    return await files.read(assetId, 'original');
  } catch (cause) {
    if (cause instanceof DamagedFileError) return null;
    throw cause;
  }
}

/** Null if the process ends first: a large picture takes minutes. What comes of it then is nobody's. */
function unlessEnding<T>(
  { timers }: Pick<Ports, 'timers'>,
  { isEnding }: Machine,
  work: Promise<T>,
): Promise<T | null> {
  let stop = (): void => {};
  const ended = new Promise<null>((resolve) => {
    stop = timers.every(ENDING_LOOK_MS, () => {
      if (isEnding()) resolve(null);
    });
  });
  return Promise.race([work, ended]).finally(() => stop());
}
