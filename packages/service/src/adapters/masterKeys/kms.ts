/**
 * AWS KMS over its JSON protocol: POST / with `X-Amz-Target: TrentService.<operation>`, signed with Signature Version 4.
 * Source: AWS KMS API reference, GenerateDataKey, Decrypt; "Encryption context".
 * @module
 */
import { AppError } from '@assay/core/errors';
import { SignatureV4 } from '@smithy/signature-v4';
import { request } from 'undici';
import { Sha256 } from '../crypto/signerHash.ts';
import type { EncryptionContext } from '../../app/ports/content/masterKeys.ts';
import type { MasterKeyRef } from './masterKeyRef.ts';

export type KmsRef = Extract<MasterKeyRef, { kind: 'aws-kms' }>;

export interface KmsCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Longest wait for one answer, ms; KMS answers within tens of them. */
const REQUEST_MS_MAX = 10_000;

/** KMS says so of bytes that this key did not wrap, or not for these facts: trying again is of no use. */
const NOT_OURS = /InvalidCiphertextException|IncorrectKeyException/;

const unavailable = (cause: unknown): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The key service cannot be reached. Please try again.', {
    cause,
    retryAfterS: 5,
  });

async function ask(
  { endpoint, region }: KmsRef,
  credentials: KmsCredentials,
  operation: string,
  input: object,
): Promise<Record<string, unknown>> {
  const url = new URL(endpoint);
  const signer = new SignatureV4({ service: 'kms', region, credentials, sha256: Sha256 });
  const body = JSON.stringify(input);
  const signed = await signer.sign({
    method: 'POST',
    protocol: url.protocol,
    hostname: url.hostname,
    path: '/',
    query: {},
    headers: {
      host: url.host,
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `TrentService.${operation}`,
    },
    body,
  });
  const answer = await request(`${url.origin}/`, {
    method: 'POST',
    headers: signed.headers,
    body,
    signal: AbortSignal.timeout(REQUEST_MS_MAX),
  });
  const text = await answer.body.text();
  if (answer.statusCode === 200) return JSON.parse(text) as Record<string, unknown>;
  // The body of a failure names its kind and says why; it holds no key.
  throw new Error(`KMS answered ${answer.statusCode} to ${operation}: ${text.slice(0, 500)}`);
}

function keyIn(answer: Record<string, unknown>, member: string): Uint8Array {
  const value = answer[member];
  if (typeof value !== 'string') throw new Error(`KMS gave no ${member}`);
  return new Uint8Array(Buffer.from(value, 'base64'));
}

/** @throws {AppError} SERVICE_UNAVAILABLE */
export async function makeWithKms(ref: KmsRef, credentials: KmsCredentials, context: EncryptionContext) {
  try {
    const input = { KeyId: ref.keyId, KeySpec: 'AES_256', EncryptionContext: context };
    const answer = await ask(ref, credentials, 'GenerateDataKey', input);
    return { key: keyIn(answer, 'Plaintext'), wrapped: keyIn(answer, 'CiphertextBlob') };
  } catch (cause) {
    throw unavailable(cause);
  }
}

/** @throws {AppError} SERVICE_UNAVAILABLE; {Error} when KMS says that it did not wrap these bytes for these facts */
export async function openWithKms(
  ref: KmsRef,
  credentials: KmsCredentials,
  context: EncryptionContext,
  wrapped: Uint8Array,
) {
  try {
    const input = {
      KeyId: ref.keyId,
      CiphertextBlob: Buffer.from(wrapped).toString('base64'),
      EncryptionContext: context,
    };
    return keyIn(await ask(ref, credentials, 'Decrypt', input), 'Plaintext');
  } catch (cause) {
    throw cause instanceof Error && NOT_OURS.test(cause.message) ? cause : unavailable(cause);
  }
}
