/** What crosses between the service and the processes that read and build manifests. @module */
import type { SigningFacts } from '../../app/ports/credentials/credentials.ts';
import type { TrustLists } from './trustLists.ts';

/** With the picture, and the manifest store of `remote` where that is given. Answered with one, the reading as JSON, or the library's own report. */
export interface ReadFrame {
  readonly kind: 'read';
  readonly form: 'reading' | 'crJson';
  readonly trust: TrustLists;
  /** Address of the second blob. */
  readonly remote?: string | null;
}

/** What of the signer and the service is in every manifest. */
export interface ManifestShape {
  /** Of the signer, as the library names it. */
  readonly algorithm: string;
  /** Bytes to leave free for the signature. */
  readonly reserveBytes: number;
  /** Of the service, for the claim generator. */
  readonly version: string;
  /** Reversed domain name before the names of our soft bindings. */
  readonly namespace: string;
}

/** SHA-256 in lowercase hexadecimal of the two files of a job. */
export interface FileHashes {
  readonly bytesSha256: string;
  readonly parentSha256: string;
}

/** With four blobs: the delivered file, its parent, the fingerprint and the thumbnail; one of the last two that is empty is not there. */
export interface SignFrame {
  readonly kind: 'sign';
  readonly facts: Omit<SigningFacts, 'pdq'>;
  readonly shape: ManifestShape;
}

/** Asked while a manifest is built: the key of its random numbers. */
export type KeyQuestion = { readonly want: 'key' } & FileHashes;

/** With one blob, the claim. Answered with one, its COSE signature. */
export interface SignatureQuestion {
  readonly want: 'signature';
}
