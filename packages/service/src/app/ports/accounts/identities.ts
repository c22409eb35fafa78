/** Signing in through another service. @module */

/** A person as a provider knows them. */
export interface ProviderPerson {
  /** The provider's own stable name of the person, never the address. */
  readonly subject: string;
  readonly email: string | null;
  /** The provider itself has checked the address. */
  readonly emailVerified: boolean;
  readonly fullName: string | null;
}

/** What one attempt to sign in must keep to itself until the person comes back. */
export interface AttemptSecrets {
  readonly state: string;
  /** Bound into the identity token by OpenID Connect. */
  readonly nonce: string;
  /** PKCE, RFC 7636. */
  readonly codeVerifier: string;
}

export interface IdentityProvider {
  /** As in paths: `google`, `github`. */
  readonly id: string;
  readonly name: string;
  /** Where the person has to go. @throws {AppError} SERVICE_UNAVAILABLE when the provider cannot be reached */
  authorizationUrl(secrets: AttemptSecrets, redirectUri: string): Promise<string>;
  /**
   * Who came back. @param callbackUrl the whole address that the provider sent the person to
   * @throws {AppError} INVALID_CREDENTIALS when the provider refuses, SERVICE_UNAVAILABLE when it cannot be reached
   */
  personOf(secrets: AttemptSecrets, callbackUrl: string): Promise<ProviderPerson>;
}

export interface IdentityProviders {
  readonly all: readonly IdentityProvider[];
  makeSecrets(): AttemptSecrets;
}

export interface Identity {
  readonly id: string;
  readonly userId: string;
  readonly provider: string;
  readonly subject: string;
  readonly email: string | null;
  readonly createdAt: Date;
  readonly lastLoginAt: Date | null;
}

export interface Identities {
  find(provider: string, subject: string): Promise<Identity | null>;
  list(userId: string): Promise<readonly Identity[]>;
  /** Nothing happens if the person is linked already. */
  link(identity: Identity): Promise<void>;
  recordLogin(id: string, at: Date): Promise<void>;
}
