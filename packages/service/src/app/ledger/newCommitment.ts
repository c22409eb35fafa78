/** Makes a commitment of a stored asset: the exact bytes, their hash, the organization's signature. @module */
import {
  type CommitmentPayload,
  fingerprintHash,
  jsonHash,
  payloadBytes,
  sha256Hex,
} from '@assay/core/commitment/payload';
import { AppError } from '@assay/core/errors';
import { canonicalJson, type Json } from '@assay/core/encoding/canonicalJson';
import type { Caller } from '../accounts/caller.ts';
import { newEvent } from '../newEvent.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { CommittedFacts, NewCommitment } from '../ports/ledger/commitments.ts';
import type { OutboxEvent } from '../ports/delivery/events.ts';
import type { NewTrace } from '../ports/assets/provenance.ts';
import type { Ports } from '../ports/ports.ts';
import { trace } from '../provenance/trace.ts';

export type Metadata = Readonly<Record<string, Json>>;

export interface CommitInput {
  /** What the caller believes the mark to be; null to take the stored one. */
  readonly watermarkHash: string | null;
  readonly metadata: Metadata | null;
}

export type NewCommitmentDeps = Pick<
  Ports,
  'commitments' | 'organizationSigner' | 'ledger' | 'oneTimeTokens' | 'clock' | 'ids' | 'modelVersion'
>;

export type UnsentCommitment = Omit<NewCommitment, 'signed'>;

/** Bytes of the canonical JSON of `metadata`; it is kept for ever in the payload's proof, so it stays small. */
export const METADATA_BYTES_MAX = 4096;

/** @throws {AppError} VALIDATION_ERROR: the mark is another one, or the metadata cannot be taken */
export async function newCommitment(
  deps: NewCommitmentDeps,
  asset: Asset,
  { watermarkHash, metadata }: CommitInput,
): Promise<UnsentCommitment> {
  const facts = await deps.commitments.factsOf(asset.id);
  const payload = payloadBytes(payloadOf(deps, asset, facts, { watermarkHash, metadata }));
  const { signature, keyVersion } = await deps.organizationSigner.sign(asset.organizationId, payload);
  return {
    id: deps.ids.uuid(),
    assetId: asset.id,
    organizationId: asset.organizationId,
    hash: sha256Hex(payload),
    payload,
    signature,
    keyVersion,
    metadata,
    network: deps.ledger.network,
    isEmbedded: deps.ledger.isEmbedded,
    createdAt: deps.clock.now(),
  };
}

function payloadOf(
  deps: Pick<NewCommitmentDeps, 'oneTimeTokens' | 'clock'>,
  asset: Asset,
  { watermarkPayload, fingerprint }: CommittedFacts,
  { watermarkHash, metadata }: CommitInput,
): CommitmentPayload {
  const storedHash = watermarkPayload && sha256Hex(watermarkPayload);
  if (watermarkHash !== null && watermarkHash !== storedHash)
    throw badField(
      'watermark_hash',
      storedHash === null ? 'must be left out: the asset carries no mark' : 'is not the hash of the stored mark',
    );
  return {
    v: 1,
    asset_id: asset.id,
    organization_id: asset.organizationId,
    cid: asset.cid,
    content_hash: asset.contentHash,
    watermarked_content_hash: asset.watermarkedContentHash,
    watermark_hash: storedHash,
    fingerprint_hash:
      fingerprint &&
      fingerprintHash({
        pdq_hash: fingerprint.pdqHash,
        clip_hash: fingerprint.embedding768Hash,
        dino_hash: fingerprint.embedding1024Hash,
        embedding_model: fingerprint.model,
      }),
    metadata_hash: metadata && metadataHash(metadata),
    // 32 random bytes through SHA-256: 64 hex characters that nobody can guess.
    salt: deps.oneTimeTokens.hash(deps.oneTimeTokens.make()),
    created_at: deps.clock.now().toISOString(),
  };
}

function metadataHash(metadata: Metadata): string {
  let text: string;
  try {
    text = canonicalJson(metadata);
  } catch {
    throw badField('metadata', 'must hold no half of a surrogate pair and no number beyond 1.8e308');
  }
  if (text.includes('\\u0000')) throw badField('metadata', 'must not contain the character U+0000');
  if (new TextEncoder().encode(text).length > METADATA_BYTES_MAX)
    throw badField('metadata', `must have at most ${METADATA_BYTES_MAX} bytes as JSON`);
  return jsonHash(metadata);
}

const badField = (field: string, message: string): AppError =>
  new AppError('VALIDATION_ERROR', `${field}: ${message}`, {
    errors: [{ field, location: 'body', code: 'custom', message }],
  });

/** What is written with a commitment. @param caller null: the service itself */
export function commitmentEvents(
  deps: Pick<Ports, 'clock' | 'ids' | 'modelVersion'>,
  caller: Caller | null,
  { id, assetId, organizationId, hash }: UnsentCommitment,
): { readonly events: OutboxEvent[]; readonly traces: NewTrace[] } {
  const data = { commitment_id: id, asset_id: assetId, confirmation_status: 'pending' };
  return {
    events: [newEvent(deps, organizationId, 'commitment.created', data)],
    traces: [trace(deps, caller, assetId, 'committed', { commitment_id: id, commitment_hash: hash })],
  };
}
