/** Signs Content Credentials into a marked file before it is stored: the delivered bytes are those with the manifest. @module */
import { AppError } from '@assay/core/errors';
import type { DeliveredManifest } from '../ports/credentials/credentials.ts';
import type { ContentIds, TrackReport } from '../ports/verify/engine.ts';
import type { Ports } from '../ports/ports.ts';

export interface DeliveredFile {
  readonly bytes: Uint8Array;
  readonly ids: ContentIds;
  /** Null when it was not signed. */
  readonly manifest: DeliveredManifest | null;
  /** Sentences for the owner. */
  readonly warnings: readonly string[];
}

export interface ToSign {
  readonly marked: { readonly bytes: Uint8Array; readonly ids: ContentIds };
  /** The file as it was uploaded. */
  readonly original: Uint8Array;
  readonly tracks: readonly TrackReport[];
  /** Whom the marks name: the asset or the recipient copy. */
  readonly names: string;
  readonly pdq: Uint8Array | null;
  readonly at: Date;
}

/** Longest side of a thumbnail in a manifest, pixels: some ten kilobytes as JPEG. */
const THUMBNAIL_SIDE_MAX = 256;

const UNSIGNED = 'Content Credentials could not be added to the delivered file.';

/**
 * The marks are in the pixels, which signing leaves alone. A file that cannot be signed is delivered as it is.
 * @throws {AppError} SERVICE_UNAVAILABLE when too much waits
 */
export async function signDelivered(
  deps: Pick<Ports, 'credentials' | 'engine'>,
  input: ToSign,
): Promise<DeliveredFile> {
  const { marked, original, tracks, names, pdq, at } = input;
  if (!deps.credentials.signs) return { ...marked, manifest: null, warnings: [] };
  const marks = tracks.filter(({ detected }) => detected).map(({ track }) => ({ track, names }));
  try {
    const facts = { at: at.toISOString(), marks, pdq };
    const { bytes } = marked;
    const thumbnail = deps.credentials.thumbnails ? (await deps.engine.picture(bytes, THUMBNAIL_SIDE_MAX)).jpeg : null;
    const signed = await deps.credentials.sign({ bytes, parent: original, facts, ...(thumbnail && { thumbnail }) });
    const manifest = { id: signed.manifestId, bindings: signed.bindings };
    return { bytes: signed.bytes, ids: signed.ids, manifest, warnings: [] };
  } catch (cause) {
    if (cause instanceof AppError && cause.code === 'SERVICE_UNAVAILABLE') throw cause;
    return { ...marked, manifest: null, warnings: [UNSIGNED] };
  }
}
