import { DEFAULT_SCOPES } from '../../../src/app/scopes.ts';
import type { Account, TestService } from '../../fakes/testService.ts';

/** A key of this account where keys are in memory, without the organization that would have made it. @returns its header */
export async function plantedKey({ ports }: TestService, { id: userId }: Account): Promise<{ 'x-api-key': string }> {
  const { secret, ...minted } = ports.keySecrets.mint();
  const { organization } = await ports.memberships.personal(userId);
  const id = ports.ids.uuid();
  ports.apiKeys.keys.set(id, {
    ...minted,
    id,
    organizationId: organization.id,
    userId,
    name: 'planted',
    scopes: DEFAULT_SCOPES,
    rateLimitPerHour: null,
    rateLimitPerDay: null,
    isActive: true,
    expiresAt: null,
    lastUsedAt: null,
    revokedAt: null,
    rotatedToId: null,
    createdAt: ports.clock.now(),
  });
  return { 'x-api-key': secret };
}
