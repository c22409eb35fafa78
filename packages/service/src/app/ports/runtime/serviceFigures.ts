/** What lies and waits in the whole service, whoever it belongs to: numbers for the operator, no content. @module */

/** Not done yet. */
export interface Waiting {
  /** Uploads that are marked or wait for it. */
  readonly uploads: number;
  /** Checks that were asked for without waiting. */
  readonly verifications: number;
  readonly importFiles: number;
  /** Pictures without a fingerprint of the present embedders, and fingerprints whose look-alikes were not looked for. */
  readonly fingerprints: number;
  readonly deliveries: number;
  readonly mails: number;
  /** On their way to what the ledger cannot drop. */
  readonly commitments: number;
  readonly pins: number;
}

/** Given up. */
export interface Failed {
  readonly uploads: number;
  readonly verifications: number;
  readonly importFiles: number;
  readonly deliveries: number;
  readonly mails: number;
  readonly pins: number;
  /** Whose files are altered or missing. */
  readonly archives: number;
}

/** What a submitted picture is looked for in. */
export interface Searched {
  readonly pictures: number;
  readonly fingerprints: number;
  /** Pictures of which parts are found too. */
  readonly localFeatures: number;
}

export interface ServiceFigures {
  /** @param embeddingModel the present one */
  read(embeddingModel: string): Promise<{ waiting: Waiting; failed: Failed; searched: Searched }>;
  /** The account that was made before all others that are there; null: there is none. */
  firstAccount(): Promise<string | null>;
}
