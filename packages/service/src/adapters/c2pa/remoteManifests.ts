/**
 * Manifests that a picture names and does not hold (C2PA 2.2, section 11.4), from the places that the operator named and no others:
 * whoever submits a picture writes the address, and could otherwise have the service ask whomever he likes.
 * @module
 */
import type { VettingGuard } from '../webhooks/addressGuard.ts';
import { getForBytes } from '../webhooks/postVetted.ts';
import { STORE_BYTES_MAX } from './manifestStore.ts';

/** Bytes of the manifest store at an address; null: it is not one of the places, or there is nothing to be had. */
export type FetchManifest = (address: string) => Promise<FetchedManifest>;

export type FetchedManifest =
  | { readonly outcome: 'not-named' }
  | { readonly outcome: 'inaccessible' }
  | { readonly outcome: 'fetched'; readonly store: Uint8Array };

/** All of it; whoever verifies waits for it. */
const FETCH_MS_MAX = 5_000;
/** At once. More pictures that name such places are answered as if nothing were to be had. */
const FETCHES_MAX = 4;

/**
 * Whether an address lies below one of the places. Both are read by the same parser, so that no spelling (`..`, `%2e`, a port, a user
 * name) leads out of a place.
 * @param places URLs that end in a slash
 */
export function liesBelow(address: string, places: readonly string[]): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, pathname, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return places.some((text) => {
    const place = new URL(text);
    return place.origin === origin && pathname.startsWith(place.pathname) && pathname !== place.pathname;
  });
}

export function createRemoteManifests(places: readonly string[], guard: VettingGuard): FetchManifest {
  let running = 0;
  return async (address) => {
    if (!liesBelow(address, places)) return { outcome: 'not-named' };
    if (running >= FETCHES_MAX) return { outcome: 'inaccessible' };
    running++;
    try {
      const headers = { accept: 'application/c2pa' };
      const late = AbortSignal.timeout(FETCH_MS_MAX);
      const { status, body } = await getForBytes(guard, { url: address, headers }, late, STORE_BYTES_MAX + 1);
      if (status !== 200 || body.length > STORE_BYTES_MAX) return { outcome: 'inaccessible' };
      return { outcome: 'fetched', store: body };
    } catch {
      // What of the operator's network answered how is not for whoever submitted the picture.
      return { outcome: 'inaccessible' };
    } finally {
      running--;
    }
  };
}
