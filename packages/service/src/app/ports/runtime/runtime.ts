/** Time, chance and secrets: what a use case may not reach for by itself. @module */
import type { AppError } from '@assay/core/errors';

export interface Clock {
  now(): Date;
  /** Milliseconds since some moment of this process: for durations, since it never goes back when the time is set. */
  elapsedMs(): number;
  sleep(ms: number): Promise<void>;
}

/** Calls that come by themselves. None keeps the process alive. */
export interface Timers {
  /** @returns ends it */
  every(ms: number, call: () => void): () => void;
}

/** Hashes of whole files, by native code: some hundred megabytes would take a pure one seconds. */
export interface Digests {
  /** SHA-256 in hex, and how many bytes there were. */
  sha256(
    parts: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  ): Promise<{ readonly sha256: string; readonly sizeBytes: number }>;
}

/** For whom work is done, so that what is scarce can be shared out among tenants. */
export interface CurrentTenant {
  /** `name` and `network` answer this in the work and in all that it starts. */
  run<T>(tenant: Tenant, work: () => T): T;
  /** Empty for the service's own work. */
  name(): string;
  /** From where it was asked for: one client may be many tenants there. Empty for the service's own work. */
  network(): string;
}

export interface Tenant {
  readonly name: string;
  /** As `AddressRules.networkOf` gives it. */
  readonly network: string;
}

/** Whether anybody still wants what is being done, so that it can be ended in the middle. */
export interface CurrentWork {
  /** `signal` answers this in the work and in all that it starts; undefined: it goes on to its end. */
  run<T>(signal: AbortSignal | undefined, work: () => T): T;
  /** Its reason is the AppError that the work then ends with. */
  signal(): AbortSignal | undefined;
  /** Work that `cancel` of the same name ends, beside whatever would end it anyway. */
  named<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Ends what runs in this process under that name, if anything does. */
  cancel(name: string, reason: AppError): void;
}

/** What an address of the network says of whoever uses it. */
export interface AddressRules {
  /**
   * An address as limits count it: IPv4 as it is, also when mapped into IPv6; of IPv6 the /64, since whose address it is
   * cannot be told below the first 64 bits (RFC 6177). What is no address stays as it is.
   */
  networkOf(ip: string): string;
}

export interface Ids {
  /** A fresh UUID, version 7 (RFC 9562): sorts by time, so that indexes stay local. */
  uuid(): string;
}

export interface PasswordHasher {
  /** Argon2id PHC string; parameters in docs/spec/accounts.md#password-hashes. */
  hash(password: string): Promise<string>;
  /** Takes the same time for `hash === null` (unknown account) as for a stored hash. */
  verify(password: string, hash: string | null): Promise<boolean>;
  /** True when `hash` was made with other parameters than today's. */
  needsRehash(hash: string): boolean;
}

export interface TokenClaims {
  readonly userId: string;
  /** Of a token with scopes: the id of its API key. */
  readonly sessionId: string;
  readonly type: 'access' | 'refresh';
  readonly tier: string;
  /** Present: a token for a program, bounded by them. */
  readonly scopes?: readonly string[];
}

/** Which token it is. The same claims and identity give the same token, letter for letter. */
export interface TokenIdentity {
  /** Its `jti`. */
  readonly tokenId: string;
  readonly issuedAt: Date;
}

export interface Tokens {
  /** Signed HS256 JWT with the claims of docs/spec/accounts.md#tokens. @param identity default: a fresh id, now */
  issue(claims: TokenClaims, lifetimeS: number, identity?: TokenIdentity): Promise<string>;
  /** @throws {AppError} TOKEN_EXPIRED past `exp`, INVALID_TOKEN for everything else that is wrong. */
  verify(token: string, type: TokenClaims['type']): Promise<TokenClaims & Pick<TokenIdentity, 'tokenId'>>;
}

/** Secrets that travel once, by mail; only their hash is kept. */
export interface OneTimeTokens {
  /** 32 random bytes, base64url. */
  make(): string;
  /** SHA-256, hex. */
  hash(token: string): string;
}

/** Signed state tokens: small facts that leave the service for a while and come back unchanged. Not secret; what is encrypted is in `StoredBytes` and `seal`. */
export interface StateTokens {
  /** @param purpose a token for one is none for another */
  sign(purpose: string, facts: Readonly<Record<string, string>>, lifetimeS: number): Promise<string>;
  /** Null if it is not ours, for another purpose, changed, or too old. */
  verify(purpose: string, text: string): Promise<Readonly<Record<string, string>> | null>;
}

/** Work that nobody waits for. A failure is logged, and tried again while the outside is what fails. */
export interface Background {
  /** @param task names it in the log */
  run(task: string, work: () => Promise<void>): void;
}

/** Expiring links to one stored file of one asset. */
export interface UrlSigner {
  sign(assetId: string, variant: FileVariant, expiresAt: Date): Promise<string>;
  /** @throws {AppError} GONE when expired, NOT_FOUND when not ours. */
  open(token: string): Promise<{ readonly assetId: string; readonly variant: FileVariant; readonly expiresAt: Date }>;
}

/** Which stored file of an asset. */
export type FileVariant = 'original' | 'watermarked' | 'preview';

/** What makes an asset's own identifier; anyone who knows these three can derive it again. */
export interface AssetCidFacts {
  readonly assetId: string;
  readonly organizationId: string;
  readonly contentSha256: string;
}

export interface ContentIdentifiers {
  /** CIDv1, raw codec, SHA-256 of the JCS bytes of `{"asset_id","content_sha256","organization_id","v":1}`. */
  assetCid(facts: AssetCidFacts): string;
}
