/** Several pictures in one request: order kept, one failure fails one item. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { actingOrganization } from '../actingOrganization.ts';
import { newEvent } from '../newEvent.ts';
import type { Ports } from '../ports/ports.ts';
import type { ToldVerification, VerifyRequester } from './verification.ts';
import { verifyImage, type VerifyDeps } from './verifyImage.ts';

export interface BatchFile {
  readonly fileName: string | null;
  /** Null if it was over the size limit. */
  readonly bytes: Uint8Array | null;
}

export interface BatchInput {
  readonly files: readonly BatchFile[];
  readonly mapSideMax: number | null;
  /** As in `VerifyInput`. */
  readonly threshold: number;
  readonly requester: VerifyRequester;
  /** What a file over the limit is answered. */
  readonly tooLarge: AppError;
}

export interface BatchItem {
  readonly fileName: string | null;
  readonly outcome:
    | { readonly ok: true; readonly verification: ToldVerification }
    | { readonly ok: false; readonly error: AppError };
}

export interface BatchOutcome {
  readonly items: readonly BatchItem[];
  readonly processingTimeMs: number;
}

/** Pictures of one batch that are worked on at once: leaves workers to everyone else. */
const AT_ONCE = 2;
/** A full queue is waited out this often before an item is given up. */
const BUSY_TRIES = 5;

export async function verifyBatch(
  deps: VerifyDeps & Pick<Ports, 'outbox'>,
  caller: Caller | null,
  input: BatchInput,
  wait: (ms: number) => Promise<void>,
): Promise<BatchOutcome> {
  const started = deps.clock.now().getTime();
  const batchId = deps.ids.uuid();
  const items: BatchItem[] = [];
  const queue = input.files.entries();
  const work = async (): Promise<void> => {
    for (const [index, file] of queue) items[index] = await verifyOne(deps, caller, input, file, batchId, wait);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (caller) await announce(deps, caller, input.requester, batchId, items);
  return { items, processingTimeMs: Math.max(0, deps.clock.now().getTime() - started) };
}

async function announce(
  deps: Pick<Ports, 'outbox' | 'memberships' | 'clock' | 'ids'>,
  caller: Caller,
  { organizationId }: VerifyRequester,
  batchId: string,
  items: readonly BatchItem[],
): Promise<void> {
  const { organization } = await actingOrganization(deps, caller, organizationId);
  const successful = items.filter(({ outcome }) => outcome.ok).length;
  const data = { batch_id: batchId, total: items.length, successful, failed: items.length - successful };
  await deps.outbox.add([newEvent(deps, organization.id, 'verification.batch_completed', data)]);
}

async function verifyOne(
  deps: VerifyDeps,
  caller: Caller | null,
  { mapSideMax, threshold, requester, tooLarge }: BatchInput,
  { fileName, bytes }: BatchFile,
  batchId: string,
  wait: (ms: number) => Promise<void>,
): Promise<BatchItem> {
  if (!bytes) return { fileName, outcome: { ok: false, error: tooLarge } };
  for (let attempt = 1; ; attempt++) {
    try {
      const verification = await verifyImage(deps, caller, { bytes, mapSideMax, threshold, requester, batchId });
      return { fileName, outcome: { ok: true, verification } };
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      if (error.code !== 'SERVICE_UNAVAILABLE' || attempt === BUSY_TRIES)
        return { fileName, outcome: { ok: false, error } };
      await wait(1000 * (error.retryAfterS ?? 1));
    }
  }
}
