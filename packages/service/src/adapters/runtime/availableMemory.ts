/** What memory there is for this process. @module */
import { totalmem } from 'node:os';

/** That of the machine, or of the container where it has less; bytes. */
export const availableMemory = (): number => Math.min(totalmem(), process.constrainedMemory() || Infinity);
