/**
 * A stranger who watches the transparency log while its service is killed: it keeps every checkpoint that it was shown, and
 * at the end has proved that the log still is what each of them said, and holds every commitment once.
 * @module
 */
import { isConsistent } from '@assay/core/transparency/checkProof';
import { type Checkpoint, openCheckpoint } from '@assay/core/transparency/checkpoint';
import { bytesOfBase64 } from '@assay/core/encoding/base64';
import { readVerifierKey } from '@assay/core/transparency/signedNote';
import type { AssayClient } from '@assay/sdk/client';
import { NotFoundError } from '@assay/sdk/errors';
import { verifyReceipt } from '@assay/sdk/receipt';
import type { OwnCommitment } from '@assay/sdk/types';
import { verifyEd25519 } from '../../packages/service/src/adapters/crypto/ed25519.ts';
import { sleep } from '../../packages/service/test/process/serviceProcess.ts';

/** Between two looks. */
const LOOK_MS = 100;
/** The log signs every second; much longer means that it stands still. */
const COVERED_MAX_MS = 30_000;

export class LogWitness {
  /** Signed notes by the size of the log. */
  readonly #seen = new Map<number, string>();
  #logKey: string | null = null;
  readonly faults: string[] = [];

  /** Different sizes of the log that it was shown. */
  get checkpoints(): number {
    return this.#seen.size;
  }

  /** Looks again and again until the life of the service is over. */
  async watch(client: AssayClient, life: { readonly isOver: boolean }): Promise<void> {
    while (!life.isOver) {
      await this.look(client).catch((error: unknown) => {
        if (!life.isOver && !(error instanceof NotFoundError)) throw error;
      });
      await sleep(LOOK_MS);
    }
  }

  /** @returns the size of the log. @throws {NotFoundError} before its first checkpoint */
  async look(client: AssayClient): Promise<number> {
    const { verifier_key, checkpoint, tree_size: size } = await client.log.head();
    this.#logKey ??= verifier_key;
    if (verifier_key !== this.#logKey) this.faults.push(`the key of the log became ${verifier_key}`);
    const known = this.#seen.get(size);
    if (known !== undefined && known !== checkpoint) this.faults.push(`two checkpoints for ${size} entries`);
    this.#seen.set(size, checkpoint);
    return size;
  }

  /** At the end: everything that was ever shown still holds, and every commitment is in the log, once. */
  async judge(client: AssayClient, commitments: readonly OwnCommitment[]): Promise<void> {
    const deadline = performance.now() + COVERED_MAX_MS;
    let size = await this.look(client);
    while (size < commitments.length && performance.now() < deadline) {
      await sleep(LOOK_MS);
      size = await this.look(client);
    }
    if (size !== commitments.length) this.faults.push(`the log has ${size} entries, not ${commitments.length}`);
    await this.#judgeHistory(client, size);
    const places = new Set<number>();
    for (const { tx_hash } of commitments) {
      const checked = await client.checkTransaction(String(tx_hash));
      const verified = await verifyReceipt(checked, { logKey: this.#logKey ?? '' });
      if (!verified.holds || verified.missing.length > 0) this.faults.push(`the proof of ${tx_hash} does not hold`);
      else places.add(checked.proof?.inclusion?.index ?? -1);
    }
    if (places.size !== commitments.length) this.faults.push('two commitments have one place in the log');
  }

  async #judgeHistory(client: AssayClient, size: number): Promise<void> {
    const newest = this.#open(size);
    for (const older of this.#seen.keys()) {
      const kept = this.#open(older);
      if (!kept || !newest) {
        this.faults.push(`a checkpoint of ${older} entries is not signed`);
        continue;
      }
      const hashes = older === size ? [] : (await client.log.consistency(older, size)).hashes;
      const proof = hashes.map(bytesOfBase64);
      if (!proof.every((hash) => hash !== null) || !isConsistent(kept, newest, proof))
        this.faults.push(`the log of ${size} entries does not continue the one of ${older}`);
    }
  }

  #open(size: number): Checkpoint | null {
    const key = readVerifierKey(this.#logKey ?? '');
    return key && openCheckpoint(this.#seen.get(size) ?? '', key, verifyEd25519);
  }
}
