/** What verifications tell while this process works on them. @module */
import type { ReachedStage } from '../../verify/verificationStages.ts';

/** Pictures that no row keeps, as whoever made the verification is told them. */
export interface LiveMaps {
  readonly mapPng: Uint8Array | null;
  readonly presencePng: Uint8Array | null;
}

/** `ended`: well or not, the row tells; nothing comes after it. */
export type LiveEvent =
  | ({ readonly event: 'stage' } & ReachedStage)
  | { readonly event: 'ended'; readonly maps: LiveMaps };

export interface LiveVerifications {
  /** From here on it can be watched; `ended` makes it forgotten. */
  begin(id: string): void;
  tell(id: string, event: LiveEvent): void;
  /** At once what was told so far, then what follows. @returns stops it; null: this process does not work on it */
  watch(id: string, listen: (event: LiveEvent) => void): (() => void) | null;
}
