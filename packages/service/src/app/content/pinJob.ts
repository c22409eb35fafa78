/** Brings pins to where they are wanted, and takes away those that are not. @module */
import type { PreviewDeps } from '../assets/previewFile.ts';
import type { Pin, PinService } from '../ports/content/pins.ts';
import type { Ports } from '../ports/ports.ts';
import { carOf } from './publicBlocks.ts';

type Deps = PreviewDeps & Pick<Ports, 'pins' | 'publishedContent' | 'blocks' | 'storedFiles'>;

/** Pins worked on in one run. */
const BATCH = 20;
/** Until a service that has not finished is asked again, ms. */
const LOOK_AGAIN_MS = 60_000;
/** Pause after the first failed try; doubled each time, at most a day, ms. */
const RETRY_MS = 30_000;
const RETRY_MS_MAX = 24 * 60 * 60 * 1000;
const LAST_ERROR_CHARS = 500;

/**
 * @param isOver true = begin nothing more
 * @returns how many pins were due
 */
export async function runPinJob(deps: Deps, service: PinService, isOver: () => boolean = () => false): Promise<number> {
  const due = await deps.pins.due(deps.clock.now(), BATCH);
  for (const pin of due) {
    if (isOver()) break;
    try {
      await (pin.wanted ? bring(deps, service, pin) : takeAway(deps, service, pin));
    } catch (cause) {
      await postpone(deps, pin, cause);
    }
  }
  return due.length;
}

async function bring(deps: Deps, service: PinService, pin: Pin): Promise<void> {
  const name = `assay ${pin.assetId} ${pin.variant}`;
  const { status, requestId, reason } = await service.pin(pin.cid, name, () => contentOf(deps, pin), pin.requestId);
  if (status === 'failed') throw new PinFailure(reason ?? 'refused', requestId);
  const at = deps.clock.now();
  const nextAttemptAt = status === 'pinned' ? null : new Date(at.getTime() + LOOK_AGAIN_MS);
  await deps.pins.record(pin.id, { status, requestId, lastError: null, attempts: pin.attempts, nextAttemptAt, at });
}

/** The service was reached and gave up. */
class PinFailure extends Error {
  readonly requestId: string | null;
  constructor(reason: string, requestId: string | null) {
    super(reason);
    this.requestId = requestId;
  }
}

async function* contentOf(deps: Deps, { cid }: Pin): AsyncGenerator<Uint8Array> {
  const found = await deps.publishedContent.find(cid);
  if (!found) throw new Error(`nothing public has the content ${cid} any more`);
  yield* carOf(deps, found, await deps.publishedContent.below(found));
}

async function takeAway(deps: Deps, service: PinService, pin: Pin): Promise<void> {
  // A node holds content once, however many assets want it.
  if (!(await deps.pins.isShared(pin))) await service.unpin(pin.cid, pin.requestId);
  await deps.pins.forget(pin.id);
}

async function postpone(deps: Deps, pin: Pin, cause: unknown): Promise<void> {
  const at = deps.clock.now();
  const attempts = pin.attempts + 1;
  const pauseMs = Math.min(RETRY_MS * 2 ** (attempts - 1), RETRY_MS_MAX);
  await deps.pins.record(pin.id, {
    status: 'failed',
    requestId: cause instanceof PinFailure ? cause.requestId : pin.requestId,
    lastError: (cause instanceof Error ? cause.message : String(cause)).slice(0, LAST_ERROR_CHARS),
    attempts,
    nextAttemptAt: new Date(at.getTime() + pauseMs),
    at,
  });
}
