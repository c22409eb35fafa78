/** The keys above all others. They never leave their place; everything else is wrapped under one of them. @module */

/** Encryption context: what a wrapped key is, bound to it as associated data (AAD); it opens only for exactly the same facts. Short ASCII texts, never secret. */
export type EncryptionContext = Readonly<Record<string, string>>;

/**
 * Master keys by reference (`master_key_ref`):
 *
 * - `local:` the service's own key encryption key
 * - `file:/path` 32 bytes in a file, raw, hex or base64
 * - `env:NAME` 32 bytes in an environment variable, hex or base64
 * - `aws-kms:KEY?region=...&endpoint=...` a key of AWS KMS, by id, alias or ARN
 *
 * @throws {AppError} all methods: SERVICE_UNAVAILABLE when the key cannot be reached or read
 */
export interface MasterKeys {
  /** Wraps new keys: ASSAY_MASTER_KEY_REF. */
  readonly currentRef: string;
  /** 32 fresh random bytes, and the same wrapped. */
  make(ref: string, context: EncryptionContext): Promise<{ readonly key: Uint8Array; readonly wrapped: Uint8Array }>;
  /** @throws {Error} when the key, the context or the bytes are not the ones it was wrapped with */
  open(ref: string, context: EncryptionContext, wrapped: Uint8Array): Promise<Uint8Array>;
}
