import { createHash } from 'node:crypto';
import type { ChainedAuditRecord } from '@assay/core/provenance/auditChain';
import { auditHeadEntry } from '@assay/core/transparency/auditHead';
import { createAuditHeads } from '../../../../src/adapters/db/organizations/auditHeads.ts';
import { findAuditFaults } from '@assay/core/provenance/auditCheck';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Account, PASSWORD } from '../../../fakes/testService.ts';
import { type DatabaseService, newAccount, startDatabaseService } from '../../../support/databaseService.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

interface Shown {
  readonly sequence: number;
  readonly hash: string;
  readonly is_last: boolean;
  readonly salt: string;
  readonly entry: string;
}
const KEY = { name: 'audit' };

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

    test('200: heads for those who may read the log; entry and chain fit them', async () => {
      const id = await service.found(ada);
      await service.join(id, ada, grace, 'editor');
      const heads = createAuditHeads(database(), service.ports);
      await heads.addDue(service.ports.clock.now(), 1, 1000);
      await service.ask('PATCH', at(id), ada, { name: 'Other' });
      service.ports.clock.advance(1000);
      await heads.addDue(service.ports.clock.now(), 1, 1000);
      const read = async (rest: string) =>
        (await service.ask('GET', at(id, `/audit-log${rest}?page_size=100`), ada)).body.items as unknown as Shown[];
      const shown = await read('/heads');
      expect(shown.map(({ sequence, is_last }) => [sequence, is_last])).toEqual([
        [4, false],
        [3, false],
      ]);
      const opened = shown.map(({ is_last: isLast, salt, sequence, hash }) => ({
        ...{ organizationId: id, isLast, sequence, hash },
        salt: new Uint8Array(Buffer.from(salt, 'base64')),
      }));
      expect(opened.map((head) => Buffer.from(auditHeadEntry(head)).toString())).toEqual(
        shown.map(({ entry }) => entry),
      );
      const chain = ((await read('')) as unknown as ChainedAuditRecord[]).toReversed();
      expect(findAuditFaults(chain, opened)).toEqual([]);
      expect(findAuditFaults(chain.slice(0, 3), opened)).not.toEqual([]);
      const key = async (scope: string) => ({
        key: String(
          (await service.ask('POST', '/v1/api-keys/', ada, { ...KEY, scopes: [scope], organization_id: id })).body.key,
        ),
      });
      for (const [who, status] of [
        [grace, 403],
        [await newAccount(service), 404],
        [await key('org:read'), 403],
        [await key('org:admin'), 200],
      ] as const)
        expect((await service.ask('GET', at(id, '/audit-log/heads'), who)).status).toBe(status);
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
