/** What a track is told when it embeds, and what it answers. @module */
import type { RowSource } from '../signal/rowSource.ts';
import type { TrackKey } from './trackKey.ts';

export interface EmbedOptions {
  readonly key: TrackKey;
  /** 0..1 on the track's own scale; default the track's own, see `TrackIdentity`. */
  readonly strength?: number;
  /**
   * Share of the picture's quality budget (of two tracks PSNR 40.6 dB and SSIM 0.981, of more see qualityTarget.ts) that this track
   * may use, in (0, 1]; default 1.
   * `embedTracks` divides the budget among its tracks.
   */
  readonly budgetShare?: number;
}

/** The outcome of an embedding: a luma change to add to the picture, or the honest word that there was no room. */
export type Embedding =
  | {
      readonly embedded: true;
      /** Change of luma in units of [0, 255], the size of the picture; apply with `applyDelta`. */
      readonly delta: RowSource;
      /** PSNR over R, G, B (or grey) after rounding and clipping to the picture's depth, dB. */
      readonly psnrDb: number;
      /**
       * Mean SSIM of luma (Wang et al. 2004, 11 x 11 Gaussian, sigma 1.5); of large pictures an estimate, see
       * `ssimEstimate.ts`.
       */
      readonly ssim: number;
    }
  | { readonly embedded: false; readonly reason: 'too-small' | 'too-flat'; readonly detail: string };
