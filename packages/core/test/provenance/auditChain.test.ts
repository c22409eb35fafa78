import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  auditHash,
  type AuditRecord,
  type ChainedAuditRecord,
  checkAuditChain,
} from '../../src/provenance/auditChain.ts';

function chainOf(length: number): ChainedAuditRecord[] {
  const chain: ChainedAuditRecord[] = [];
  for (let i = 1; i <= length; i++) {
    const record: AuditRecord = {
      id: `entry ${i}`,
      organization_id: 'one',
      sequence: i,
      actor_id: `user ${i % 3}`,
      actor_kind: 'user',
      action: 'member.role_changed',
      target_kind: 'user',
      target_id: 'target',
      details: { from: 'viewer', to: 'editor', n: i },
      requester_ip: '2001:db8::1',
      request_id: null,
      created_at: '2026-11-20T12:00:00.000Z',
    };
    const prev_hash = chain.at(-1)?.hash ?? null;
    chain.push({ ...record, prev_hash, hash: auditHash(record, prev_hash) });
  }
  return chain;
}

test('a known chain: the hash is SHA-256 of the canonical JSON with prev_hash and v', () => {
  // By Python: hashlib.sha256(json.dumps({...}, sort_keys=True, separators=(',', ':'))).
  expect(chainOf(1)[0]?.hash).toBe('6c74ae3df7be8130381691f69326e856f8fc4b6392b411713493a85c28603303');
});

test('an untouched log holds, an empty one too', () => {
  for (const length of [0, 1, 7]) expect(checkAuditChain(chainOf(length))).toEqual({ valid: true });
});

const FIELDS = [
  'id',
  'organization_id',
  'sequence',
  'actor_id',
  'actor_kind',
  'action',
  'target_kind',
  'target_id',
  'details',
  'requester_ip',
  'request_id',
  'created_at',
  'prev_hash',
  'hash',
] as const;

test('any member of any entry changed is found, at that entry or the one after it', () => {
  fc.assert(
    fc.property(fc.nat(6), fc.constantFrom(...FIELDS), (at, field) => {
      const chain = chainOf(7);
      const before = chain[at] as ChainedAuditRecord;
      const value = field === 'sequence' ? 99 : field === 'details' ? { ...before.details, n: -1 } : 'changed';
      chain[at] = { ...before, [field]: value };
      const state = checkAuditChain(chain);
      expect(state.valid).toBe(false);
      if (!state.valid) expect([at, at + 1]).toContain(state.index);
    }),
  );
});

test('an entry rewritten with a hash of its own, dropped, doubled or moved is found', () => {
  const rewritten = chainOf(7);
  const forged = { ...rewritten[3]!, action: 'nothing.happened' };
  rewritten[3] = { ...forged, hash: auditHash(forged, forged.prev_hash) };
  expect(checkAuditChain(rewritten)).toMatchObject({ valid: false, index: 4 });
  const [first, second, ...rest] = chainOf(7) as [ChainedAuditRecord, ChainedAuditRecord, ...ChainedAuditRecord[]];
  for (const broken of [
    [first, ...rest],
    [second, ...rest],
    [first, second, second, ...rest],
    [second, first, ...rest],
  ])
    expect(checkAuditChain(broken).valid).toBe(false);
});

test('a log that was cut short is found by whoever kept its last hash', () => {
  const chain = chainOf(7);
  const head = chain.at(-1)!.hash;
  expect(checkAuditChain(chain.slice(0, 5))).toEqual({ valid: true });
  expect(checkAuditChain(chain.slice(0, 5), head)).toMatchObject({ valid: false, index: 5 });
  expect(checkAuditChain(chain, head)).toEqual({ valid: true });
});
