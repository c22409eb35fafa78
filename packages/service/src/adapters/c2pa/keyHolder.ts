/**
 * The signer's private key, and what a process without it may ask of it: for each job one key of random numbers and one
 * signature, so that whoever took over such a process cannot sign at will.
 * @module
 */
import { createHash, createHmac } from 'node:crypto';
import type { SigningFacts } from '../../app/ports/credentials/credentials.ts';
import type { AnswerChild } from '../processes/childProcess.ts';
import type { Frame } from '../processes/frames.ts';
import { createClaimSigner, type SignerFiles } from './claimSignature.ts';
import type { KeyQuestion, ManifestShape, SignatureQuestion } from './credentialFrames.ts';

export interface SigningSettings {
  readonly signer: SignerFiles;
  /** Of the service, for the claim generator. */
  readonly version: string;
  /** Reversed domain name before the names of our soft bindings. */
  readonly namespace: string;
}

export interface KeyHolder {
  readonly shape: ManifestShape;
  /** Answers the questions of one job, each once; @throws {Error} for any other */
  answering(facts: SigningFacts, thumbnail?: Uint8Array): AnswerChild;
}

/** A claim names its assertions and their hashes, some hundred bytes each; a thousand of them still fit. */
const CLAIM_BYTES_MAX = 1024 * 1024;

const SHA256_HEX = /^[0-9a-f]{64}$/;

/** @throws {Error} that says which of the signer's two files is wrong and how */
export function holdKey({ signer: files, version, namespace }: SigningSettings): KeyHolder {
  const signer = createClaimSigner(files);

  /**
   * Ids and salts of the manifest follow from everything that is signed and from the private key: an upload that is
   * finished by recovery gets the same file, and nobody can tell the salts beforehand.
   */
  function randomKey(
    { bytesSha256, parentSha256 }: KeyQuestion,
    { at, marks, pdq }: SigningFacts,
    thumbnail: Uint8Array | undefined,
  ): Uint8Array {
    if (!SHA256_HEX.test(bytesSha256) || !SHA256_HEX.test(parentSha256)) throw new Error('a hash has 64 digits');
    const named = marks.map(({ track, names }) => [track, names]);
    const fingerprint = pdq && Buffer.from(pdq).toString('base64');
    const shown = thumbnail && createHash('sha256').update(thumbnail).digest('hex');
    const text = JSON.stringify([bytesSha256, parentSha256, at, named, fingerprint, shown ?? null, namespace, version]);
    return createHmac('sha256', files.privateKey).update(text).digest();
  }

  function answerTo({ head, blobs: [claim] }: Frame, facts: SigningFacts, thumbnail?: Uint8Array): Uint8Array {
    const question = head as unknown as KeyQuestion | SignatureQuestion;
    if (question.want === 'key') return randomKey(question, facts, thumbnail);
    if (question.want !== 'signature' || !claim || claim.length > CLAIM_BYTES_MAX)
      throw new Error('a manifest asked for what is not signed');
    return signer.signClaim(claim);
  }

  return {
    shape: { algorithm: signer.algorithm, reserveBytes: signer.reserveBytes, version, namespace },
    answering(facts, thumbnail) {
      const left = new Set<unknown>(['key', 'signature']);
      return async (question) => {
        if (!left.delete(question.head.want)) throw new Error('a manifest has one key and one signature');
        return { head: {}, blobs: [answerTo(question, facts, thumbnail)] };
      };
    },
  };
}
