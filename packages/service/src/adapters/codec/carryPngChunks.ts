/** Gives a newly encoded PNG the ancillary chunks of its source, byte for byte. @module */
import { pngChunks } from './pngChunks.ts';

/**
 * Chunks that say what the samples mean. PNG calls them unsafe to copy, because an editor may have changed the meaning;
 * here the samples keep theirs.
 */
const MEANING: ReadonlySet<string> = new Set(['cHRM', 'gAMA', 'sRGB', 'iCCP', 'cICP', 'mDCV', 'cLLI']);

const PROFILES: ReadonlySet<string> = new Set(['iCCP', 'sRGB', 'cICP', 'gAMA', 'cHRM']);

/** Ancillary (first letter small) and safe to copy (fourth letter small); PNG, third edition, 5.4. */
function isSafeToCopy(type: string): boolean {
  return /^[a-z]..[a-z]$/.test(type);
}

/**
 * @param keepProfile false when the samples are no longer in the source's colour space
 */
export function carryPngChunks(encoded: Uint8Array, source: Uint8Array, keepProfile: boolean): Uint8Array {
  const own = pngChunks(encoded);
  const carried = pngChunks(source).filter(
    ({ type }) => (isSafeToCopy(type) || MEANING.has(type)) && (keepProfile || !PROFILES.has(type)),
  );
  const kept = own.filter(({ type }) => /^[A-Z]/.test(type));
  const header = kept[0];
  if (header === undefined) return encoded;
  return Buffer.concat([
    encoded.subarray(0, header.end),
    // Colour chunks must precede the pixels, and every other ancillary chunk may.
    ...carried.map(({ start, end }) => source.subarray(start, end)),
    ...kept.slice(1).map(({ start, end }) => encoded.subarray(start, end)),
  ]);
}
