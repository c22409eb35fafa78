/** The transparency log as JSON. @module */
import type { z } from 'zod';
import type { Anchor, InclusionProof } from '../../app/ports/ledger/transparencyLog.ts';
import type { LogState } from '../../app/transparency/readLog.ts';
import type { AnchorBody, InclusionBody, LogBody } from '../schemas/ledger/transparency.ts';

export const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

export const logView = (
  { identity, latest, anchor, timestamp }: LogState,
  prefix: string,
): z.output<typeof LogBody> => ({
  origin: identity.origin,
  key_id: identity.keyId,
  public_key: base64(identity.publicKey),
  verifier_key: identity.verifierKey,
  prefix,
  tree_size: latest.size,
  root_hash: base64(latest.rootHash),
  checkpoint: latest.note,
  signed_at: latest.signedAt.toISOString(),
  anchor: anchor && anchorView(anchor),
  timestamp: timestamp && {
    tree_size: timestamp.size,
    authority: timestamp.authority,
    stamped_at: timestamp.stampedAt.toISOString(),
    url: `${prefix}timestamps/${timestamp.size}`,
  },
});

const anchorView = (anchor: Anchor): z.output<typeof AnchorBody> => ({
  tree_size: anchor.size,
  tx_hash: anchor.txHash,
  network: anchor.network,
  ledger: anchor.isEmbedded ? 'embedded' : 'solana',
  confirmation_status: anchor.status,
  block_height: anchor.blockHeight,
  anchored_at: anchor.anchoredAt?.toISOString() ?? null,
});

export const inclusionView = (proof: InclusionProof): z.output<typeof InclusionBody> => ({
  index: proof.index,
  hashes: proof.hashes.map(base64),
  checkpoint: proof.checkpoint.note,
  tlog_proof: proof.text,
});
