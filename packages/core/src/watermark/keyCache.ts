/**
 * What a track derives from a key: made when a key is first used, and kept, for making takes milliseconds and a service uses
 * few keys.
 * @module
 */
import type { TrackKey } from './trackKey.ts';

const KEYS_KEPT = 8;

/** @returns `make`, whose results for the keys used last are kept; of more, the oldest goes. */
export function cachedByKey<T>(make: (key: TrackKey) => T): (key: TrackKey) => T {
  const kept = new Map<string, T>();
  return (key) => {
    const name = key.join();
    const known = kept.get(name);
    if (known) return known;
    const made = make(key);
    if (kept.size >= KEYS_KEPT) kept.delete(kept.keys().next().value as string);
    kept.set(name, made);
    return made;
  };
}
