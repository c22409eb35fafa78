/** Bodies of the routes of commitments. @module */
import { z } from 'zod';
import { CONFIRMATION_STATUSES } from '../../../app/ports/ledger/commitments.ts';
import { NETWORKS } from '../../../app/ports/ledger/ledger.ts';
import type { Json } from '@assay/core/encoding/canonicalJson';
import { EXAMPLE_SHA256, Id, IdInput, pageOf, pageQuery, Timestamp } from '../common.ts';

const Base64 = z.string().meta({ contentEncoding: 'base64' });
const Sha256 = z.string().meta({ example: EXAMPLE_SHA256 });
const Status = z.enum(CONFIRMATION_STATUSES).describe('`pending` -> `confirmed` -> `finalized`; it never goes back.');
const LedgerKind = z
  .enum(['embedded', 'solana'])
  .describe('`embedded`: the ledger of this service alone, which is no public chain.');
const TxHash = z.string().nullable().describe('First signature of the transaction, base58; null until it is signed.');
const OnChainAt = Timestamp.nullable().describe('Time of the block; null until the commitment is confirmed.');

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const SIGNATURE_BYTES = 64;

/** Does the text name exactly 64 bytes in base58? Leading `1`s are leading zero bytes. */
function isSignature(text: string): boolean {
  if (text.length > 88) return false;
  let value = 0n;
  for (const letter of text) {
    const digit = ALPHABET.indexOf(letter);
    if (digit < 0) return false;
    value = value * 58n + BigInt(digit);
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const bytes = value === 0n ? 0 : Math.ceil(value.toString(16).length / 2);
  return zeros + bytes === SIGNATURE_BYTES;
}

export const TransactionParams = z.object({
  tx_hash: z.string().refine(isSignature, 'must be the first signature of a transaction: 64 bytes in base58').meta({
    description: 'First signature of a transaction, 64 bytes in base58.',
    example: '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW',
  }),
});
export const CommitmentParams = z.object({ commitment_id: IdInput });

export const CommitmentListQuery = z.object({
  ...pageQuery,
  asset_id: IdInput.optional().describe('Of this asset alone.'),
  organization_id: IdInput.optional().describe(
    'Default: `X-Organization-Id`, else your own. Not needed with `asset_id`.',
  ),
});

export const CommitBody = z
  .object({
    asset_id: IdInput,
    watermark_hash: z
      .string()
      .regex(/^[0-9a-fA-F]{64}$/, 'must be 64 hex characters')
      .toLowerCase()
      .nullish()
      .describe('SHA-256 of the 16 bytes that the tracks carry. Left out: the stored one. Given, it must be that one.'),
    metadata: z
      .record(z.string(), z.unknown())
      .transform((value) => value as Readonly<Record<string, Json>>)
      .nullish()
      .describe('At most 4 KiB as JSON. Only its hash goes into the commitment.'),
  })
  .meta({ id: 'NewCommitment', description: 'Asks for a commitment on the ledger.' });

export const CommittedBody = z
  .object({
    commitment_id: Id,
    asset_id: Id,
    tx_hash: TxHash,
    signature: Base64.describe("The organization's Ed25519 signature over the payload."),
    commitment_hash: Sha256.describe('SHA-256 of the payload.'),
    on_chain_at: OnChainAt,
    confirmation_status: Status,
    blockchain_network: z.enum(NETWORKS),
    ledger: LedgerKind,
    explorer_url: z.string().nullable(),
  })
  .meta({ id: 'Committed', description: 'A commitment that was just made.' });

export const CommitmentBody = z
  .object({
    commitment_id: Id,
    asset_id: Id,
    tx_hash: TxHash,
    commitment_hash: Sha256,
    on_chain_at: OnChainAt,
    confirmation_status: Status,
    verified: z
      .boolean()
      .describe('What was read back from the ledger, once it was final, was this hash and signature.'),
    ledger: LedgerKind,
  })
  .meta({ id: 'Commitment', description: 'A commitment as everybody may see it.' });

export const OwnCommitmentBody = CommitmentBody.extend({
  organization_id: Id,
  signature: Base64,
  blockchain_network: z.enum(NETWORKS),
  block_height: z.int().nullable(),
  verified_at: Timestamp.nullable(),
  explorer_url: z.string().nullable(),
  metadata: z.record(z.string(), z.unknown()).nullable().describe('As it was handed in.'),
  attempts: z.int().min(0).describe('Tries that failed since the last one that did not.'),
  last_error: z.string().nullable().describe('Why it is not further.'),
  created_at: Timestamp,
}).meta({ id: 'OwnCommitment', description: 'A commitment as members of its organization see it.' });

export const CommitmentPage = pageOf(OwnCommitmentBody).meta({
  id: 'CommitmentPage',
  description: 'Commitments on the ledger, the latest first.',
});

const Inclusion = z
  .object({
    checkpoint: z.string().describe('Signed head of the log, letter for letter (C2SP tlog-checkpoint).'),
    index: z.int().min(0),
    hashes: z.array(Base64).describe('From the sibling of the leaf up.'),
    log_key: z.string().describe('Verifier key of the log (C2SP signed-note). Compare it with one you know.'),
  })
  .describe('Where the commitment is in the transparency log; null until a checkpoint covers it.');

export const ProofBody = z
  .object({
    payload: Base64.describe('The JCS bytes that were hashed and signed; docs/spec/commitment.md.'),
    signature: Base64.describe('Ed25519 over them.'),
    public_key: Base64.describe('Raw Ed25519 key of the organization, 32 bytes; also in `/.well-known/jwks.json`.'),
    transaction: Base64.nullable().describe('The signed transaction as it travels; its memo names hash and signature.'),
    inclusion: Inclusion.nullable(),
  })
  .meta({ id: 'CommitmentProof', description: 'All that is needed to check a commitment without this service.' });

export const CheckedBody = z
  .object({
    tx_hash: z.string(),
    network: z.enum(NETWORKS),
    ledger: LedgerKind,
    on_chain: z.boolean().describe('The ledger holds it, asked just now.'),
    commitment_found: z.boolean().describe('It belongs to a commitment of this service.'),
    commitment_id: Id.nullable(),
    asset_id: Id.nullable(),
    commitment_hash: Sha256.nullable().describe('As stored here.'),
    on_chain_hash: Sha256.nullable().describe('As the ledger holds it.'),
    hash_match: z.boolean(),
    signature_valid: z.boolean(),
    public_key: Base64.nullable(),
    confirmation_status: Status.nullable(),
    block_height: z.int().nullable(),
    on_chain_at: OnChainAt,
    verified: z.boolean().describe('All of it holds.'),
    reason: z
      .string()
      .nullable()
      .describe('Why it is not verified; null if it is.')
      .meta({ example: 'The ledger does not know the transaction.' }),
    verified_at: Timestamp,
    explorer_url: z.string().nullable(),
    proof: ProofBody.nullable(),
  })
  .meta({ id: 'CheckedTransaction', description: 'A transaction, asked of the ledger just now.' });
