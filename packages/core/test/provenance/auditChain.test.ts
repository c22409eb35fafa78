import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { auditHash, type AuditRecord, type ChainedAuditRecord } from '../../src/provenance/auditChain.ts';
import { findAuditFaults, type SignedAuditHead } from '../../src/provenance/auditCheck.ts';

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
  for (const length of [0, 1, 7]) expect(findAuditFaults(chainOf(length), [])).toEqual([]);
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
      const found = findAuditFaults(chain, []).map(({ sequence }) => sequence);
      expect(found.some((sequence) => [at + 1, at + 2, 99].includes(sequence))).toBe(true);
    }),
  );
});

const faultsOf = (chain: readonly ChainedAuditRecord[], heads: readonly SignedAuditHead[] = []): string[] =>
  findAuditFaults(chain, heads).map(({ fault, sequence }) => `${sequence} ${fault}`);

/** The same entries with hashes that fit, as whoever may write the table can make them. */
function hashedAnew(records: readonly AuditRecord[]): ChainedAuditRecord[] {
  const chain: ChainedAuditRecord[] = [];
  for (const [index, record] of records.entries()) {
    const moved = { ...record, sequence: index + 1 };
    const prev_hash = chain.at(-1)?.hash ?? null;
    chain.push({ ...moved, prev_hash, hash: auditHash(moved, prev_hash) });
  }
  return chain;
}

test('what was done to an entry is told by its name', () => {
  const chain = chainOf(7);
  const at = (sequence: number) => chain[sequence - 1] as ChainedAuditRecord;
  expect(faultsOf(chain.with(3, { ...at(4), action: 'nothing.happened' }))).toEqual(['4 changed']);
  const forged = { ...at(4), action: 'nothing.happened' };
  const fitting = { ...forged, hash: auditHash(forged, forged.prev_hash) };
  expect(faultsOf(chain.with(3, fitting))).toEqual(['5 changed']);
  expect(faultsOf(chain.filter(({ sequence }) => sequence !== 3))).toEqual(['3 removed']);
  expect(faultsOf(chain.filter(({ sequence }) => sequence > 2))).toEqual(['1 removed']);
  expect(faultsOf([...chain.slice(0, 3), at(3), ...chain.slice(3)])).toEqual(['3 added']);
  const swapped = chain.with(2, { ...at(4), sequence: 3 }).with(3, { ...at(3), sequence: 4 });
  expect(faultsOf(swapped).slice(0, 2)).toEqual(['3 reordered', '4 reordered']);
});

test('a log that fits together is still held to the heads that were signed', () => {
  const chain = chainOf(7);
  const heads = [3, 6].map((sequence) => ({ sequence, hash: chain[sequence - 1]?.hash as string }));
  expect(faultsOf(chain, heads)).toEqual([]);
  expect(faultsOf(chain.slice(0, 6), heads)).toEqual([]);
  expect(faultsOf(chain.slice(0, 5), heads)).toEqual(['6 cut off']);
  expect(faultsOf([], heads)).toEqual(['3 cut off', '6 cut off']);
  for (const anew of [chain.toSpliced(4, 1), chain.toReversed(), chain.with(4, { ...chain[4]!, action: 'other' })]) {
    expect(faultsOf(hashedAnew(anew))).toEqual([]);
    expect(faultsOf(hashedAnew(anew), heads)).toContain('6 rewritten');
  }
  expect(faultsOf(hashedAnew(chain.toSpliced(4, 1).slice(0, 5)), heads)).toEqual(['6 cut off']);
});
