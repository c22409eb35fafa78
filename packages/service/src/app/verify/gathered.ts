/** What the evidence of a submitted picture was taken from, whichever way it was gathered; the description tells of it. @module */
import type { Evidence } from '@assay/core/verdict/evidence';
import type { Asset } from '../ports/assets/assets.ts';
import type { CredentialReading } from '../ports/credentials/credentials.ts';
import type { Ports } from '../ports/ports.ts';
import type { ImageMetadata, MarkPresence } from '../ports/verify/engine.ts';
import type { Candidate } from './candidates.ts';
import type { Marks } from './marks.ts';

export type GatherDeps = Pick<
  Ports,
  | 'assets'
  | 'copies'
  | 'files'
  | 'engine'
  | 'localSearch'
  | 'embedding'
  | 'credentials'
  | 'commitments'
  | 'organizationSigner'
  | 'digests'
>;

/** What was seen of the submitted file itself. */
export interface Submitted {
  readonly sha256: string;
  readonly metadata: ImageMetadata;
  /** Null where no mark was looked for, or none was read under one map of the whole picture. */
  readonly presence: MarkPresence | null;
}

/** `evidence` is what the verdict rests on; the rest is what it was taken from, for the description. */
export interface Gathered {
  readonly evidence: Evidence;
  readonly submitted: Submitted;
  readonly credentials: CredentialReading;
  readonly marks: Marks;
  /** The asset with a file of these very bytes. */
  readonly exact: Asset | null;
  /** Where there is an exact file, the assets that have it, none of them compared: nothing could add to it. */
  readonly candidates: readonly Candidate[];
}
