/** Content Credentials: C2PA manifests in pictures, read and written. Plain data; nothing here needs the network. @module */
import type { TrackId } from '@assay/core/watermark/tracks';
import type { ContentIds } from '../verify/engine.ts';

/**
 * What validation says of the active manifest. `trusted`: whole, and its signer is on the operator's trust list;
 * `valid`: whole, signer not on the list; `invalid`: not whole, or not readable.
 */
export type CredentialState = 'trusted' | 'valid' | 'invalid';

export interface CredentialSigner {
  /** O= of the certificate; null if it has none. */
  readonly issuer: string | null;
  /** CN= of the certificate. */
  readonly commonName: string | null;
  /** For instance `Es256`, `Ps256`, `Ed25519`. */
  readonly algorithm: string | null;
  /** Decimal. */
  readonly serialNumber: string | null;
}

/** One certificate of the chain that a claim brings. */
export interface SignerCertificate {
  /** CN= and O= of whom it is for. */
  readonly commonName: string | null;
  readonly organization: string | null;
  /** CN= of who made it, else O=. */
  readonly issuer: string | null;
  /** RFC 3339. */
  readonly validFrom: string;
  readonly validTo: string;
  /** Itself; null if it is longer than any that an authority makes. Kept nowhere: the file has it. */
  readonly pem: string | null;
}

export interface ClaimCertificates {
  /** The signer's first, each made by the next one; what the file says, whoever trusts it. */
  readonly certificates: readonly SignerCertificate[];
  /** Of the C2PA conformance programme, as it stands in the signer's certificate; null: it names none. */
  readonly assuranceLevel: 1 | 2 | null;
}

export interface CredentialFinding {
  /** A status code of the C2PA specification, section 15.2, for instance `assertion.dataHash.mismatch`; or one of ours, `assay.*`. */
  readonly code: string;
  /** JUMBF address of what it is about. */
  readonly url: string | null;
  readonly explanation: string | null;
}

export interface ManifestSummary {
  readonly label: string;
  readonly claimGenerator: string | null;
  readonly title: string | null;
  readonly signer: CredentialSigner | null;
  /** RFC 3339; of the time stamp if there is one. */
  readonly signedAt: string | null;
  readonly actions: readonly string[];
  readonly assertions: readonly string[];
  readonly ingredients: readonly IngredientSummary[];
  readonly identities: readonly IdentitySummary[];
}

/** An identity assertion (CAWG): who vouches for parts of a manifest. */
export interface IdentitySummary {
  /** How it is signed, for instance `cawg.x509.cose`. */
  readonly kind: string | null;
  /** Of an aggregator (`cawg.identity_claims_aggregation`) its address, and in the common name whom it names. */
  readonly signer: CredentialSigner | null;
  readonly roles: readonly string[];
  /** Labels of the assertions that it vouches for. */
  readonly references: readonly string[];
  /**
   * As of a manifest, by the list for identities; null where it was not checked: in the manifest of an ancestor, which is not validated
   * again, and where the key of whoever vouches lies elsewhere.
   */
  readonly state: CredentialState | null;
}

export interface IngredientSummary {
  readonly title: string | null;
  readonly relationship: string | null;
  /** Label of the ingredient's manifest in this store; null if it has none. */
  readonly manifest: string | null;
  /** Failure codes of that manifest: those that were noted when it was taken in, and those of today. */
  readonly codes: readonly string[];
  /** One of them says that the manifest does not fit; that its signer is not trusted says no such thing. */
  readonly broken: boolean;
}

export interface CredentialReading extends ClaimCertificates {
  /** The file holds a manifest store, readable or not. */
  readonly present: boolean;
  /** Null exactly when there is none. */
  readonly state: CredentialState | null;
  /** The signed hash of the content, or the signature over the claim, does not fit: the bytes changed after signing. */
  readonly bindingBroken: boolean;
  readonly findings: readonly CredentialFinding[];
  readonly activeManifest: string | null;
  readonly signer: CredentialSigner | null;
  readonly signedAt: string | null;
  /** A time stamp of a third party proves `signedAt`. */
  readonly timeProven: boolean;
  /** What the file brings of the signer's certificate (OCSP response of its time); nobody is asked. */
  readonly revocation: 'not_revoked' | 'revoked' | 'unknown';
  /** The active one first; at most `MANIFESTS_SHOWN`. */
  readonly manifests: readonly ManifestSummary[];
  /** Where the file says that its manifest lies, if it holds none itself; it is never fetched. */
  readonly remoteManifest: string | null;
}

/** Ancestors beyond that many are counted and not shown. */
export const MANIFESTS_SHOWN = 20;

export interface SoftBinding {
  /** Reverse domain name with version, as the C2PA list of soft binding algorithms has them. */
  readonly algorithm: string;
  /** Base64. */
  readonly value: string;
}

/** The manifest of a file that the service made. */
export interface DeliveredManifest {
  /** Label, `urn:c2pa:...`. */
  readonly id: string;
  readonly bindings: readonly SoftBinding[];
}

/** What is signed into a delivered file. */
export interface SigningFacts {
  /** RFC 3339; the time of the actions. */
  readonly at: string;
  /** The tracks that the file carries, and the UUID that they name: of the asset, or of the recipient copy. */
  readonly marks: readonly { readonly track: TrackId; readonly names: string }[];
  /** 32 bytes; null if the picture has none. */
  readonly pdq: Uint8Array | null;
}

export interface SigningRequest {
  /** The delivered file, without a manifest of its own. */
  readonly bytes: Uint8Array;
  /** The file it was made from, with the manifest that it came with. */
  readonly parent: Uint8Array;
  readonly facts: SigningFacts;
  /** JPEG of the delivered picture, small; none when left out. */
  readonly thumbnail?: Uint8Array;
}

export interface Signed {
  readonly bytes: Uint8Array;
  readonly ids: ContentIds;
  /** Label of the new active manifest, `urn:c2pa:...`. */
  readonly manifestId: string;
  readonly bindings: readonly SoftBinding[];
}

export interface Credentials {
  /**
   * Reads and validates; a manifest that cannot be read in bounded time and memory is `invalid`.
   * @param bytes a picture that the engine takes
   * @throws {AppError} SERVICE_UNAVAILABLE when too much waits
   */
  read(bytes: Uint8Array): Promise<CredentialReading>;
  /**
   * The same in the form of the C2PA conformance programme (crJSON), by the list of signers; null without a manifest that can be read.
   * @throws {AppError} SERVICE_UNAVAILABLE when too much waits
   */
  readCrJson(bytes: Uint8Array): Promise<string | null>;
  /**
   * Adds a signed manifest. The pixels stay as they are; the same request gives the same bytes, except with an ECDSA or
   * RSA key, whose signatures are random.
   * @throws {AppError} SERVICE_UNAVAILABLE when too much waits; PROCESSING_FAILED when it cannot be signed
   */
  sign(request: SigningRequest): Promise<Signed>;
  /** False: delivered files get no manifest, `sign` is never called. */
  readonly signs: boolean;
  /** True: `sign` wants a thumbnail of each delivered file. */
  readonly thumbnails: boolean;
  /** The manifest store in a picture's file, as it lies there; null if there is none. */
  manifestStore(file: Uint8Array): Uint8Array | null;
  /** Of a manifest store its active manifest alone, as a store; null if the boxes do not add up. */
  activeManifest(store: Uint8Array): { readonly label: string; readonly bytes: Uint8Array } | null;
  /** Names of the soft bindings that this service makes and resolves. */
  readonly algorithms: {
    readonly tracks: Readonly<Record<TrackId, string>>;
    readonly fingerprint: string;
  };
  close(): Promise<void>;
}

/** Base64 of the 16 bytes of a UUID: what a track's soft binding carries. */
export const markBindingValue = (uuid: string): string =>
  Buffer.from(uuid.replaceAll('-', ''), 'hex').toString('base64');
