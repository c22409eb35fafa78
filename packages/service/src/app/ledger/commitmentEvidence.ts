/** What the commitments of stored assets say of them: evidence of a verification. Nothing is asked of the ledger for it. @module */
import { type CommitmentPayload, readPayload, sha256Hex } from '@assay/core/commitment/payload';
import type { CommitmentEvidence } from '@assay/core/verdict/evidence';
import type { Asset } from '../ports/assets/assets.ts';
import type { Commitment } from '../ports/ledger/commitments.ts';
import type { Ports } from '../ports/ports.ts';

export type CommitmentsOfAssets = ReadonlyMap<string, CommitmentEvidence>;

/** By the id of the asset; of those without a commitment there is nothing. */
export async function commitmentEvidence(
  deps: Pick<Ports, 'commitments' | 'organizationSigner'>,
  assets: readonly Asset[],
): Promise<CommitmentsOfAssets> {
  const found = await deps.commitments.ofAssets([...new Set(assets.map(({ id }) => id))]);
  const evidence = new Map<string, CommitmentEvidence>();
  for (const asset of assets) {
    const commitment = found.get(asset.id);
    if (commitment && !evidence.has(asset.id)) evidence.set(asset.id, await evidenceOf(deps, asset, commitment));
  }
  return evidence;
}

async function evidenceOf(
  { organizationSigner }: Pick<Ports, 'organizationSigner'>,
  asset: Asset,
  { organizationId, keyVersion, payload, signature, hash, status, txHash }: Commitment,
): Promise<CommitmentEvidence> {
  const stated = readPayload(payload);
  return {
    hashFits: sha256Hex(payload) === hash && stated !== null && fits(stated, asset),
    signatureValid: await organizationSigner.verify(organizationId, keyVersion, payload, signature),
    // Read back from the ledger when it was confirmed, see takeStep.ts.
    onChain: status !== 'pending',
    txHash,
  };
}

const fits = (stated: CommitmentPayload, asset: Asset): boolean =>
  stated.asset_id === asset.id &&
  stated.organization_id === asset.organizationId &&
  stated.cid === asset.cid &&
  stated.content_hash === asset.contentHash &&
  isDelivered(asset, stated.watermarked_content_hash);

/** What a commitment states was true when it was made, whatever was delivered since. */
const isDelivered = (asset: Asset, hash: string | null): boolean =>
  asset.watermarkedContentHash === hash || asset.earlierDeliveries.some(({ contentHash }) => contentHash === hash);
