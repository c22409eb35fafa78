import { expect, test } from 'vitest';
import { credentialsOf } from '../../../src/pages/asset/credentials.ts';

test('a file without them, or whose metadata is not kept, has none', () => {
  expect(credentialsOf(null)).toBeNull();
  expect(credentialsOf({ present: false })).toBeNull();
});

test('what a file claims is read, whatever the shape of the rest', () => {
  const read = credentialsOf({
    present: true,
    validation_state: 'trusted',
    binding_broken: true,
    signer: { issuer: null, common_name: 'Leaf 7' },
    time_proven: true,
    manifests: [{ label: 'one', actions: ['c2pa.created', { action: 'c2pa.edited' }, 7] }, 'nonsense'],
  });
  expect(read).toMatchObject({
    state: 'trusted',
    isBroken: true,
    signer: 'Leaf 7',
    signedAt: null,
    isTimeProven: true,
  });
  expect(read?.manifests.map(({ actions }) => actions)).toEqual([['c2pa.created', 'c2pa.edited'], []]);
  expect(credentialsOf({ present: true, validation_state: 'strange', signer: 7, manifests: 'x' })).toMatchObject({
    state: 'unreadable',
    signer: null,
    manifests: [],
  });
});

test('whom a manifest names is told with what was found of it', () => {
  const identities = [
    { kind: 'cawg.x509.cose', common_name: 'Ada Press', issuer: 'Press CA', validation_state: 'valid' },
    { kind: 'cawg.identity_claims_aggregation', common_name: null, issuer: 'did:web:names', validation_state: null },
    { kind: 'strange', common_name: null, issuer: null, validation_state: 'invalid' },
    7,
  ];
  const read = credentialsOf({ present: true, manifests: [{ label: 'one', identities }] });
  expect(read?.manifests[0]?.identities).toEqual([
    { who: 'Ada Press', state: 'valid' },
    { who: 'did:web:names', state: 'unchecked' },
  ]);
});
