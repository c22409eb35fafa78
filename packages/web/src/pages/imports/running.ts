/** How long a page looks after an import. @module */
import type { Import } from '../../api/types.ts';

/** As often as the service asks to be read again, ms. */
const AGAIN_MS = 2_000;

/** False where nothing changes by itself: it has ended, or waits for a person. */
export const lookAgain = (given: Pick<Import, 'state'> | undefined): number | false =>
  given?.state === 'waiting' || given?.state === 'running' ? AGAIN_MS : false;
