/** Ed25519 by the platform's WebCrypto. @module */

export interface Signed {
  /** 32 bytes. */
  readonly publicKey: Uint8Array;
  readonly message: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

/** Of a view, WebCrypto's types want the buffer behind it to be an ordinary one. */
export const plain = (bytes: Uint8Array): Uint8Array<ArrayBuffer> => new Uint8Array(bytes);

/** @throws {Error} where the platform has no Ed25519 */
export async function isSigned({ publicKey, message, signature }: Signed): Promise<boolean> {
  // Bytes of another length are refused by importKey and verify in a different way on each platform.
  if (publicKey.length !== 32 || signature.length !== 64) return false;
  let key: CryptoKey;
  try {
    key = await crypto.subtle.importKey('raw', plain(publicKey), { name: 'Ed25519' }, false, ['verify']);
  } catch (cause) {
    if ((cause as Error).name === 'NotSupportedError')
      throw new Error('this platform has no Ed25519 in WebCrypto; take Node 20 or a newer browser', { cause });
    return false;
  }
  return crypto.subtle.verify({ name: 'Ed25519' }, key, plain(signature), plain(message));
}
