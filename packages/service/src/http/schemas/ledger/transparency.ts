/** The transparency log as JSON. Its checkpoints and tiles are served as C2SP tlog-tiles says, without JSON. @module */
import { z } from 'zod';
import { Timestamp } from '../common.ts';

const EXAMPLE_HASH = 'CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=';
const hash = z.string().meta({ description: 'SHA-256, 32 bytes in base64.', example: EXAMPLE_HASH });
const note = z.string().describe('Signed note, letter for letter (C2SP tlog-checkpoint).');
const count = z.int().min(0);

/** Far beyond any log; exact in JavaScript. */
const PLACE_MAX = Number.MAX_SAFE_INTEGER;
const place = z.coerce.number().int().min(0).max(PLACE_MAX);

export const InclusionQuery = z.object({ index: place.describe('Place of the entry, from 0.') });
export const ConsistencyQuery = z.object({
  first: place.describe('Entries of the older log.'),
  second: place.describe('Entries of the newer log.'),
});
export const CheckpointParams = z.object({ size: place.describe('Entries that the checkpoint covers.') });

export const AnchorBody = z
  .object({
    tree_size: count,
    tx_hash: z.string(),
    network: z.enum(['mainnet', 'devnet', 'testnet']),
    ledger: z
      .enum(['embedded', 'solana'])
      .describe('`embedded`: the ledger of this service, which proves nothing to others.'),
    confirmation_status: z.enum(['pending', 'confirmed', 'finalized']),
    block_height: count.nullable(),
    anchored_at: Timestamp.nullable(),
  })
  .meta({ id: 'LogAnchor', description: 'A checkpoint in the memo of a transaction.' });

export const TimestampBody = z
  .object({
    tree_size: count,
    authority: z.string().describe('Address of who signed it.'),
    stamped_at: Timestamp,
    url: z.url().describe('TimeStampResp of RFC 3161.'),
  })
  .meta({ id: 'LogTimestamp', description: 'What a time-stamp authority says of a checkpoint.' });

export const LogBody = z
  .object({
    origin: z.string().meta({ description: 'Name of the log.', example: 'example.org/tlog' }),
    key_id: z.string().meta({ description: '8 hex characters.', example: '033de0ae' }),
    public_key: z.string().describe('Ed25519, 32 bytes in base64.'),
    verifier_key: z.string().describe('All that a verifier has to know; keep a copy elsewhere.'),
    prefix: z.url().describe('Where checkpoint and tiles are served (C2SP tlog-tiles).'),
    tree_size: count.describe('Entries that the newest checkpoint covers.'),
    root_hash: hash,
    checkpoint: note.describe('Signed note (C2SP tlog-checkpoint), with the lines of its witnesses.'),
    signed_at: Timestamp,
    anchor: AnchorBody.nullable().describe('The newest checkpoint on the ledger.'),
    timestamp: TimestampBody.nullable().describe('The newest time-stamp.'),
  })
  .meta({ id: 'TransparencyLog', description: 'The log of all commitments, and what it last signed.' });

export const InclusionBody = z
  .object({
    index: count,
    hashes: z.array(hash).describe('From the sibling of the leaf up (RFC 6962, 2.1.1).'),
    checkpoint: note,
    tlog_proof: z.string().describe('The same in one text (C2SP tlog-proof).'),
  })
  .meta({ id: 'InclusionProof', description: 'That the log holds an entry.' });

export const ConsistencyBody = z
  .object({ first: count, second: count, hashes: z.array(hash).describe('RFC 6962, 2.1.2.') })
  .meta({ id: 'ConsistencyProof', description: 'That a log was continued and not changed.' });
