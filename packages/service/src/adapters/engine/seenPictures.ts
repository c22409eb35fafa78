/**
 * Pictures that this thread compared last: decoded, and with what registration found in them. A stored picture that many verifications
 * are about is decoded and searched for keypoints once, and a submitted one once for all its candidates.
 * @module
 */
import { createHash } from 'node:crypto';
import type { Raster } from '@assay/core/raster';
import { LRUCache } from 'lru-cache';
import { type DecodedImage, LARGE_PIXELS } from '../codec/decodeImage.ts';
import { type ComparedPicture, decodeToCompare } from '../codec/decodeToCompare.ts';
import type { PictureLimits } from '../codec/inspectHeader.ts';
import { type RegistrationView, registrationView } from '../vision/registrationView.ts';
import type { EngineLimits } from './settings.ts';

export interface SeenPicture {
  readonly picture: ComparedPicture;
  readonly view: RegistrationView;
}

/** What is looked at no more leaves memory after this long, an erased picture too, ms. */
const KEPT_MS = 5 * 60_000;

export interface SeenPictures {
  /** @throws {AppError} as `decodeToCompare` */
  read(bytes: Uint8Array, limits: PictureLimits): Promise<SeenPicture>;
  /** The picture at its full size, if it is kept like that; nobody writes to it. */
  whole(bytes: Uint8Array, limits: PictureLimits): Raster | null;
  /** The picture as `whole`, and kept no more: whoever comes next is the last who needs it. */
  take(bytes: Uint8Array, limits: PictureLimits): ComparedPicture | null;
  /** Keeps a picture that was decoded for another job: a comparison mostly follows. @param decoded nobody writes to it any more */
  keep(bytes: Uint8Array, limits: PictureLimits, decoded: DecodedImage): void;
}

let ofThread: SeenPictures | undefined;

/** Those of this thread. */
export function picturesOfThread({ seenPicturesBytesMax }: Pick<EngineLimits, 'seenPicturesBytesMax'>): SeenPictures {
  ofThread ??= seenPictures(seenPicturesBytesMax);
  return ofThread;
}

/** @param bytesMax what they may take of memory together; 0: none is kept. @param now clock, ms; default the process's own */
export function seenPictures(bytesMax: number, now?: () => number): SeenPictures {
  const kept =
    bytesMax > 0
      ? new LRUCache<string, SeenPicture>({
          maxSize: bytesMax,
          sizeCalculation: bytesOf,
          ttl: KEPT_MS,
          ttlAutopurge: true,
          ...(now ? { perf: { now }, ttlResolution: 0 } : {}),
        })
      : null;
  const noted = (name: string, picture: ComparedPicture): SeenPicture => {
    const seen = { picture, view: registrationView(picture.raster) };
    kept?.set(name, seen);
    return seen;
  };
  return {
    async read(bytes, limits) {
      const name = nameOf(bytes, limits);
      return kept?.get(name) ?? noted(name, await decodeToCompare(bytes, limits));
    },
    whole(bytes, limits) {
      const picture = kept?.get(nameOf(bytes, limits))?.picture;
      return picture?.factor === 1 ? picture.raster : null;
    },
    take(bytes, limits) {
      const name = nameOf(bytes, limits);
      const picture = kept?.get(name)?.picture;
      if (picture?.factor !== 1) return null;
      kept?.delete(name);
      return picture;
    },
    keep(bytes, limits, { facts, raster }) {
      // A larger one is compared reduced, and as it is would take the room of many.
      if (facts.width * facts.height > LARGE_PIXELS) return;
      const name = nameOf(bytes, limits);
      if (kept && !kept.has(name)) noted(name, { facts, raster, factor: 1 });
    },
  };
}

/** Bytes that pass one limit need not pass another. */
const nameOf = (bytes: Uint8Array, { bytesMax, pixelsMax }: PictureLimits): string =>
  `${createHash('sha256').update(bytes).digest('hex')} ${bytesMax} ${pixelsMax}`;

const bytesOf = ({ picture, view }: SeenPicture): number => picture.raster.data.byteLength + view.bytesMax;
