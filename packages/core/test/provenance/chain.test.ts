import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { type ChainedRecord, checkChain, inChainOrder, provenanceHash } from '../../src/provenance/chain.ts';

const recordOf = (index: number) => ({
  id: `01980a5e-7c3b-7d2e-8f10-${String(index).padStart(12, '0')}`,
  asset_id: '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6',
  action: index === 0 ? 'uploaded' : 'marked',
  relation: null,
  actor_id: null,
  actor_kind: 'service',
  tool: 'assay@0.1.0',
  details: { step: index },
  created_at: '2026-11-20T12:00:00.000Z',
});

function chainOf(length: number): ChainedRecord[] {
  const chain: ChainedRecord[] = [];
  for (let index = 0; index < length; index++) {
    const prevHash = chain.at(-1)?.hash ?? null;
    chain.push({ ...recordOf(index), prev_hash: prevHash, hash: provenanceHash(recordOf(index), prevHash) });
  }
  return chain;
}

test('an untouched chain holds, and so does an empty one', () => {
  expect(checkChain(chainOf(5))).toEqual({ valid: true });
  expect(checkChain([])).toEqual({ valid: true });
});

test('a known answer, made with json.dumps(sort_keys=True, separators=(",", ":")) and hashlib of Python', () => {
  expect(provenanceHash(recordOf(0), null)).toBe('b98fc4f4859612d935c4812d3f10f968a108fe9a83e640dce4ff0f3ba6f6ea3d');
});

test('changing any field of any record is found at that record', () => {
  const fields = ['id', 'action', 'relation', 'actor_id', 'actor_kind', 'tool', 'created_at', 'hash'] as const;
  fc.assert(
    fc.property(fc.nat(4), fc.constantFrom(...fields), fc.uuid(), (index, field, text) => {
      const chain = chainOf(5);
      chain[index] = { ...(chain[index] as ChainedRecord), [field]: text };
      expect(checkChain(chain)).toMatchObject({ valid: false, index });
    }),
  );
  const chain = chainOf(5);
  chain[2] = { ...(chain[2] as ChainedRecord), details: { step: 3 } };
  expect(checkChain(chain)).toMatchObject({ valid: false, index: 2 });
});

test('a record that was forged together with its hash breaks the one after it', () => {
  const chain = chainOf(3);
  const forged = { ...(chain[1] as ChainedRecord), action: 'revoked' };
  chain[1] = { ...forged, hash: provenanceHash(forged, forged.prev_hash) };
  expect(checkChain(chain)).toMatchObject({ valid: false, index: 2 });
});

test('dropping or exchanging records inside is found', () => {
  const [a, b, c, d] = chainOf(4) as [ChainedRecord, ChainedRecord, ChainedRecord, ChainedRecord];
  expect(checkChain([b, c, d])).toMatchObject({ valid: false, index: 0 });
  expect(checkChain([a, c, d])).toMatchObject({ valid: false, index: 1 });
  expect(checkChain([a, c, b, d])).toMatchObject({ valid: false, index: 1 });
});

test('the order of the chain is found again, and what does not belong comes last', () => {
  const [a, b, c] = chainOf(3) as [ChainedRecord, ChainedRecord, ChainedRecord];
  expect(inChainOrder([c, a, b])).toEqual([a, b, c]);
  expect(checkChain(inChainOrder([c, a]))).toMatchObject({ valid: false, index: 1 });
  const loop = { ...b, prev_hash: b.hash };
  expect(inChainOrder([loop, a])).toEqual([a, loop]);
});
