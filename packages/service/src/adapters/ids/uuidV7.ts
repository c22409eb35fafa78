/** UUIDs of version 7 (RFC 9562, 5.7): 48 bits of Unix milliseconds, then random ones. @module */
import { v7 } from 'uuid';
import type { Clock, Ids } from '../../app/ports/runtime/runtime.ts';

/** Within one millisecond the order is random; nothing here relies on more (lists sort by time, then id). */
export const uuidV7Ids = (clock: Pick<Clock, 'now'>): Ids => ({ uuid: () => v7({ msecs: clock.now().getTime() }) });
