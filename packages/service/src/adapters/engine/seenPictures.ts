/**
 * Pictures that this thread compared last: decoded, and with what registration found in them. A stored picture that many verifications
 * are about is decoded and searched for keypoints once, and a submitted one once for all its candidates.
 * @module
 */
import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type ComparedPicture, decodeToCompare } from '../codec/decodeToCompare.ts';
import type { PictureLimits } from '../codec/inspectHeader.ts';
import { type RegistrationView, registrationView } from '../vision/registrationView.ts';

export interface SeenPicture {
  readonly picture: ComparedPicture;
  readonly view: RegistrationView;
}

/** What is looked at no more leaves memory after this long, an erased picture too, ms. */
const KEPT_MS = 5 * 60_000;

export interface SeenPictures {
  /** @throws {AppError} as `decodeToCompare` */
  read(bytes: Uint8Array, limits: PictureLimits): Promise<SeenPicture>;
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
  return {
    async read(bytes, limits) {
      const name = nameOf(bytes, limits);
      const known = kept?.get(name);
      if (known) return known;
      const picture = await decodeToCompare(bytes, limits);
      const seen = { picture, view: registrationView(picture.raster) };
      kept?.set(name, seen);
      return seen;
    },
  };
}

/** Bytes that pass one limit need not pass another. */
const nameOf = (bytes: Uint8Array, { bytesMax, pixelsMax }: PictureLimits): string =>
  `${createHash('sha256').update(bytes).digest('hex')} ${bytesMax} ${pixelsMax}`;

const bytesOf = ({ picture, view }: SeenPicture): number => picture.raster.data.byteLength + view.bytesMax;
