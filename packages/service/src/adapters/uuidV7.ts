/** UUIDs of version 7. @module */
import { randomBytes } from 'node:crypto';
import type { Clock, Ids } from '../app/ports/runtime.ts';

/**
 * RFC 9562, 5.7: 48 bits of Unix milliseconds, version, 12 random bits, variant, 62 random bits.
 * Within one millisecond the order is random; nothing here relies on more (lists sort by time, then id).
 */
export function uuidV7(atMs: number, random: Uint8Array): string {
  const bytes = Uint8Array.from(random.subarray(0, 16));
  const view = new DataView(bytes.buffer);
  view.setUint16(0, Math.floor(atMs / 2 ** 32));
  view.setUint32(2, atMs % 2 ** 32);
  view.setUint8(6, 0x70 | (view.getUint8(6) & 0x0f));
  view.setUint8(8, 0x80 | (view.getUint8(8) & 0x3f));
  const hex = Buffer.from(bytes).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

export const uuidV7Ids = (clock: Clock): Ids => ({ uuid: () => uuidV7(clock.now().getTime(), randomBytes(16)) });
