/** Which recipient's copy a picture is, and who may know: members of the asset's organization alone. @module */
import type { Caller } from '../accounts/caller.ts';
import { organizationIdsOf } from '../actingOrganization.ts';
import type { Asset } from '../ports/assets/assets.ts';
import type { RecipientCopy } from '../ports/assets/copies.ts';
import type { Ports } from '../ports/ports.ts';
import type { Marks } from './marks.ts';

export type NamedCopy = Pick<RecipientCopy, 'id' | 'recipient'>;

/** Byte for byte a copy's file, else the copy that most tracks name; null if it is none of the matched asset. */
export const copyOf = (matched: Asset | null, marks: Marks): RecipientCopy | null =>
  marks.copies.find(({ assetId }) => assetId === matched?.id) ?? null;

/** What the caller may know of it. */
export async function namedTo(
  deps: Pick<Ports, 'assets' | 'memberships'>,
  caller: Caller | null,
  copy: RecipientCopy | null,
): Promise<NamedCopy | null> {
  if (!caller || !copy) return null;
  const asset = await deps.assets.findAny(copy.assetId);
  if (!asset || !(await organizationIdsOf(deps, caller)).includes(asset.organizationId)) return null;
  return { id: copy.id, recipient: copy.recipient };
}
