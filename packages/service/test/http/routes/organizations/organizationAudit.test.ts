import { createHash } from 'node:crypto';
import type { ChainedAuditRecord } from '@assay/core/provenance/auditChain';
import { findAuditFaults } from '@assay/core/provenance/auditCheck';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, PASSWORD } from '../../../fakes/testService.ts';
import { type DatabaseService, newAccount, startDatabaseService } from '../../../support/databaseService.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

describeOnEachEngine('audit log and master keys over HTTP', (database) => {
  let service: DatabaseService;
  let ada: Account;
  let grace: Account;
  beforeAll(async () => {
    service = await startDatabaseService(database());
  });
  beforeEach(async () => {
    [ada, grace] = [await newAccount(service), await newAccount(service)];
  });
  afterAll(() => service.app.close());
  const at = (id: string, rest = ''): string => `/v1/organizations/${id}${rest}`;

  describe('audit log and keys', () => {
    test('200: every change is an entry, and the chain holds', async () => {
      const id = await service.found(ada);
      await service.join(id, ada, grace, 'editor');
      await service.ask('PATCH', at(id), ada, { name: 'Other' }, { 'x-request-id': 'audit-1' });
      await service.ask('PATCH', at(id, `/members/${grace.id}`), ada, { role: 'viewer' });
      await service.ask('POST', at(id, '/keys/rotate'), ada);
      await service.ask('DELETE', at(id, `/members/${grace.id}`), ada);
      const { items, total } = (await service.ask('GET', at(id, '/audit-log?page_size=100'), ada)).body as unknown as {
        items: ChainedAuditRecord[];
        total: number;
      };
      expect(total).toBe(7);
      const chain = items.toReversed();
      expect(chain.map(({ action }) => action)).toEqual([
        'organization.created',
        'member.invited',
        'member.joined',
        'organization.updated',
        'member.role_changed',
        'organization.key_rotated',
        'member.removed',
      ]);
      expect(chain[3]).toMatchObject({ actor_id: ada.id, request_id: 'audit-1', details: { changed: ['name'] } });
      expect(findAuditFaults(chain, [])).toEqual([]);
      const refused = await service.ask('GET', at(id, '/audit-log'), grace);
      expect(refused.status).toBe(404);
    });

    test('200: a member whose account was deleted stays in the log as the hash of an address', async () => {
      const id = await service.found(ada);
      await service.join(id, ada, grace, 'editor');
      expect((await service.ask('DELETE', '/v1/auth/me', grace, { password: PASSWORD })).status).toBe(204);
      const { items } = (await service.ask('GET', at(id, '/audit-log?page_size=100'), ada)).body as unknown as {
        items: ChainedAuditRecord[];
      };
      expect(items[0]).toMatchObject({
        action: 'member.account_deleted',
        actor_id: grace.id,
        target_id: grace.id,
        requester_ip: null,
        details: {
          created_by_email_hash: createHash('sha256').update(grace.email).digest('hex'),
          assets_count: 0,
        },
      });
      expect(JSON.stringify(items[0])).not.toContain(grace.email);
      expect(findAuditFaults(items.toReversed(), [])).toEqual([]);
    });

    test('201: a rotated key signs, both are published, and their names tell nothing of the organization', async () => {
      const id = await service.found(ada);
      const rotated = await service.ask('POST', at(id, '/keys/rotate'), ada);
      expect(rotated).toMatchObject({
        status: 201,
        body: { version: 2, master_key_ref: `local:${id}/2`, retired_at: null },
      });
      expect((await service.ask('GET', at(id), ada)).body.master_key_ref).toBe(`local:${id}/2`);
      const { items } = (await service.ask('GET', at(id, '/keys'), ada)).body as unknown as {
        items: { kid: string; version: number; public_key: string; retired_at: string | null }[];
      };
      expect(items.map(({ version, retired_at }) => [version, retired_at === null])).toEqual([
        [1, false],
        [2, true],
      ]);
      const jwks = await service.ask('GET', '/.well-known/jwks.json', null);
      const { keys } = jwks.body as unknown as { keys: { kid: string; x: string; kty: string }[] };
      for (const { kid, public_key } of items) {
        const jwk = keys.find((key) => key.kid === kid);
        expect(Buffer.from(jwk!.x, 'base64url').toString('base64')).toBe(public_key);
      }
      expect(JSON.stringify(jwks.body)).not.toContain(id);
    });
  });
});
