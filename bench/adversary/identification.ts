/** Whether an attacked picture is still known: read by a track, or consistent with its asset's payload. @module */
import type { EmbedTracksOptions } from '@assay/core/watermark/embedTracks';
import { extractTracks } from '@assay/core/watermark/extractTracks';
import { KNOWN_PAYLOAD_Z_MIN } from '@assay/core/watermark/fusion/knownPayloadDetection';
import type { WatermarkTrack } from '@assay/core/watermark/watermarkTrack';
import type { RgbPicture } from '../retrieval/rgbPicture.ts';
import { askKnownPayload } from '../robustness/knownPayload.ts';

export interface Adversary {
  readonly tracks: readonly WatermarkTrack[];
  readonly keys: EmbedTracksOptions['keys'];
  /** Of his own pictures, as text. */
  readonly payloads: ReadonlySet<string>;
}

export interface Identification {
  /** Tracks that read one of the payloads. */
  readonly read: readonly string[];
  /** Tracks that read a payload of the adversary's own pictures. */
  readonly his: readonly string[];
  /** Tracks that read any other. */
  readonly wrong: readonly string[];
  /** Highest z-score of one of the payloads, where no track read it and the picture could be registered. */
  readonly known: number | null;
  readonly impostorsMax: number | null;
  readonly isIdentified: boolean;
}

export interface Reading extends Identification {
  readonly photo: string;
  readonly attack: string;
  /** Pictures that the adversary used. */
  readonly n: number;
  /** What he chose to spend, dB. */
  readonly level: number;
  /** PSNR to the marked picture, dB. */
  readonly costDb: number;
}

export async function identify(
  { tracks, keys, payloads: own }: Adversary,
  picture: RgbPicture,
  original: RgbPicture,
  payloads: readonly Uint8Array[],
): Promise<Identification> {
  const names = new Set(payloads.map(String));
  const read: string[] = [];
  const his: string[] = [];
  const wrong: string[] = [];
  for (const { id, extraction } of extractTracks(picture, { tracks, keys }))
    if (extraction.detected) {
      const name = String(extraction.payload);
      (names.has(name) ? read : own.has(name) ? his : wrong).push(id);
    }
  if (read.length > 0) return { read, his, wrong, known: null, impostorsMax: null, isIdentified: true };
  let known: number | null = null;
  let impostorsMax: number | null = null;
  for (const payload of payloads) {
    const found = await askKnownPayload(picture, original, tracks, payload);
    if (!found) continue;
    known = Math.max(known ?? -Infinity, found.zScore);
    impostorsMax = Math.max(impostorsMax ?? -Infinity, found.impostorsMax);
  }
  return { read, his, wrong, known, impostorsMax, isIdentified: known !== null && known >= KNOWN_PAYLOAD_Z_MIN };
}
