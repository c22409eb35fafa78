/** A new encryption key for an organization. @module */
import { AppError } from '@assay/core/errors';
import type { Caller } from '../accounts/caller.ts';
import { newAudit, type Trace } from '../audit.ts';
import type { KeyRotation } from '../ports/content/encryption.ts';
import type { Ports } from '../ports/ports.ts';
import { actingAs } from './insideOrganization.ts';

/**
 * The keys of all its encrypted assets are wrapped anew, the old key is destroyed; no file changes.
 * @throws {AppError} ORGANIZATION_NOT_FOUND, FORBIDDEN, SERVICE_UNAVAILABLE; CONFLICT if it never had an encrypted asset
 */
export async function rotateEncryptionKey(
  deps: Pick<Ports, 'assetKeys' | 'organizations' | 'memberships' | 'clock' | 'ids'>,
  caller: Caller,
  trace: Trace,
  id: string,
): Promise<KeyRotation> {
  await actingAs(deps, caller, id, 'organization.rotateKey');
  const rotation = await deps.assetKeys.rotate(id);
  if (!rotation)
    throw new AppError('CONFLICT', 'This organization never had an encrypted asset, so it has no such key.');
  const details = { version: rotation.version, rewrapped: rotation.rewrapped };
  const audit = [newAudit(deps, caller, trace, { action: 'organization.encryption_key_rotated', details })];
  await deps.organizations.change(id, () => ({ commands: [], audit, events: [], result: undefined }));
  return rotation;
}
