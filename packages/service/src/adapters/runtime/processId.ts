/** Names this process for those who look at leases; unique by its random part. @module */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** At most 100 characters, as the columns of owners hold. */
export const newProcessId = (): string => `${hostname().slice(0, 50)}/${process.pid}/${randomUUID()}`;
