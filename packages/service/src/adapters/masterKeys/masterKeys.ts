/** The port `MasterKeys`: finds the key that a reference names. @module */
import { readFile } from 'node:fs/promises';
import { AppError } from '@assay/core/errors';
import type { MasterKeys } from '../../app/ports/content/masterKeys.ts';
import type { KmsCredentials } from './kms.ts';
import { keyFromBytes, makeUnder, openUnder } from './localWrapping.ts';
import { type MasterKeyRef, parseMasterKeyRef } from './masterKeyRef.ts';

export interface MasterKeySettings {
  readonly currentRef: string;
  /** 32 secret bytes: what `local:` means. */
  readonly localKey: Uint8Array;
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Null: `aws-kms:` cannot be used. */
  readonly kmsCredentials: KmsCredentials | null;
}

const unreadable = (cause: unknown): AppError =>
  new AppError('SERVICE_UNAVAILABLE', 'The master key cannot be read. Please try again later.', {
    cause,
    retryAfterS: 30,
  });

/** With the signer of its requests, for services that use it alone: 45 ms of every start. */
const loadKms = (): Promise<typeof import('./kms.ts')> => import('./kms.ts');

/** @throws {RangeError} for a current reference of no known form */
export function createMasterKeys({ currentRef, localKey, environment, kmsCredentials }: MasterKeySettings): MasterKeys {
  parseMasterKeyRef(currentRef);

  const heldKey = async (ref: Exclude<MasterKeyRef, { kind: 'aws-kms' }>): Promise<Uint8Array> => {
    if (ref.kind === 'local') return localKey;
    try {
      if (ref.kind === 'env') return keyFromBytes(Buffer.from(environment[ref.name] ?? ''), `$${ref.name}`);
      return keyFromBytes(await readFile(ref.path), ref.path);
    } catch (cause) {
      throw unreadable(cause);
    }
  };
  const credentials = (): KmsCredentials => {
    if (kmsCredentials) return kmsCredentials;
    throw unreadable(new Error('aws-kms: needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY'));
  };

  return {
    currentRef,
    async make(text, context) {
      const ref = parseMasterKeyRef(text);
      if (ref.kind === 'aws-kms') return (await loadKms()).makeWithKms(ref, credentials(), context);
      return makeUnder(await heldKey(ref), context);
    },
    async open(text, context, wrapped) {
      const ref = parseMasterKeyRef(text);
      if (ref.kind === 'aws-kms') return (await loadKms()).openWithKms(ref, credentials(), context, wrapped);
      return openUnder(await heldKey(ref), context, wrapped);
    },
  };
}
