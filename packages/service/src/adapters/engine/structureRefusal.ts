/** Whether a file is refused for its container alone: told in the thread that answers everybody, and looked at once. @module */
import { AppError } from '@assay/core/errors';
import { refuseByStructure } from '../codec/inspectHeader.ts';

const known = new WeakMap<Uint8Array, AppError | null>();

/**
 * Null where a library may look at it. To hash a file of 50 MB and copy it into a thread costs a hundred times as much as to
 * count its parts.
 */
export function structureRefusal(bytes: Uint8Array): AppError | null {
  let refusal = known.get(bytes);
  if (refusal === undefined) known.set(bytes, (refusal = lookAt(bytes)));
  return refusal;
}

function lookAt(bytes: Uint8Array): AppError | null {
  try {
    refuseByStructure(bytes);
    return null;
  } catch (cause) {
    // What breaks while it is looked at is told by the job, as ever.
    return cause instanceof AppError ? cause : null;
  }
}
