import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Action, authorize, authorizeScopes, grantableScopes, mayDo, POLICY } from '../../src/app/policy.ts';
import type { Role } from '../../src/app/ports/accounts/accounts.ts';
import { cleanScopes, DEFAULT_SCOPES, type Scope, SCOPES } from '../../src/app/scopes.ts';

/** From the least to the most. */
const ROLES = ['viewer', 'verifier', 'editor', 'admin', 'owner'] as const satisfies readonly Role[];
const ACTIONS = Object.keys(POLICY) as Action[];

/** docs/spec/api.md#roles written out again, a letter for each role: x may, o may with the own. */
const TABLE: Readonly<Record<Action, readonly [scope: Scope | null, viewer: string]>> = {
  //                          viewer, verifier, editor, admin, owner
  'asset.see': ['read', 'xxxxx'],
  'asset.write': ['write', '--xxx'],
  'asset.readOriginal': ['write', '--xxx'],
  'asset.delete': ['delete', '--oxx'],
  'asset.withdraw': ['delete', '--oxx'],
  'asset.commit': ['commit', '--xxx'],
  verify: ['verify', 'xxxxx'],
  'verification.see': ['verify', 'xxxxx'],
  'history.see': ['read', 'xxxxx'],
  'webhook.manage': ['webhooks', '---xx'],
  'organization.see': ['org:read', 'xxxxx'],
  'usage.see': ['read', 'xxxxx'],
  'organization.change': ['org:admin', '---xx'],
  'audit.see': ['org:admin', '---xx'],
  'member.manage': ['org:admin', '---xx'],
  'member.manageOwner': [null, '----x'],
  'organization.choosePlan': [null, '----x'],
  'organization.delete': [null, '----x'],
  'organization.transfer': [null, '----x'],
  'organization.rotateKey': [null, '----x'],
  'key.manage': [null, '-ooxx'],
  'account.manage': [null, 'xxxxx'],
};

const codeOf = (act: () => void): string | null => {
  try {
    act();
    return null;
  } catch (error) {
    return (error as { code: string }).code;
  }
};

describe('the table', () => {
  test.each(ACTIONS)('%s: every role, signed in, with the own and with what others made', (action) => {
    const [, roles] = TABLE[action];
    for (const [at, role] of ROLES.entries()) {
      const letter = roles[at];
      const principal = { role, scopes: null };
      expect(mayDo(principal, action), role).toBe(letter === 'x');
      expect(mayDo(principal, action, { isOwn: true }), role).toBe(letter !== '-');
      expect(
        codeOf(() => authorize(principal, action)),
        role,
      ).toBe(letter === 'x' ? null : 'FORBIDDEN');
    }
  });

  test.each(ACTIONS)('%s: every scope of a key, made by an owner', (action) => {
    const [scope] = TABLE[action];
    for (const held of SCOPES) {
      const may = scope !== null && (held === scope || held === '*');
      expect(mayDo({ role: 'owner', scopes: [held] }, action), held).toBe(may);
      const refusal = scope === null ? 'FORBIDDEN' : 'INSUFFICIENT_SCOPE';
      expect(
        codeOf(() => authorizeScopes([held], action)),
        held,
      ).toBe(may ? null : refusal);
    }
    expect(mayDo({ role: 'owner', scopes: [] }, action)).toBe(false);
  });

  test('INSUFFICIENT_SCOPE names the scope that is missing', () => {
    expect(() => authorizeScopes(['read'], 'asset.write')).toThrow(
      expect.objectContaining({ extra: { required_scope: 'write' } }),
    );
  });
});

describe('laws', () => {
  const role = fc.constantFrom(...ROLES);
  const action = fc.constantFrom(...ACTIONS);
  const scopes = fc.uniqueArray(fc.constantFrom(...SCOPES));
  const isOwn = fc.boolean();

  test('a higher role may all that a lower one may', () => {
    fc.assert(
      fc.property(fc.nat(4), fc.nat(4), action, fc.option(scopes), isOwn, (a, b, act, held, own) => {
        const [low, high] = [ROLES[Math.min(a, b)]!, ROLES[Math.max(a, b)]!];
        const lower = mayDo({ role: low, scopes: held }, act, { isOwn: own });
        expect(!lower || mayDo({ role: high, scopes: held }, act, { isOwn: own })).toBe(true);
      }),
    );
  });

  test('more scopes never allow less, and * allows what any of them allows', () => {
    fc.assert(
      fc.property(role, action, scopes, scopes, isOwn, (who, act, some, others, own) => {
        const few = mayDo({ role: who, scopes: some }, act, { isOwn: own });
        expect(!few || mayDo({ role: who, scopes: [...some, ...others] }, act, { isOwn: own })).toBe(true);
        expect(!few || mayDo({ role: who, scopes: ['*'] }, act, { isOwn: own })).toBe(true);
      }),
    );
  });

  test('a key never may what its maker may not, whatever its scopes', () => {
    fc.assert(
      fc.property(role, action, scopes, isOwn, (who, act, held, own) => {
        const key = mayDo({ role: who, scopes: held }, act, { isOwn: own });
        expect(!key || mayDo({ role: who, scopes: null }, act, { isOwn: own })).toBe(true);
      }),
    );
  });

  test('authorize and mayDo agree', () => {
    fc.assert(
      fc.property(role, action, fc.option(scopes), isOwn, (who, act, held, own) => {
        const allowed = codeOf(() => authorize({ role: who, scopes: held }, act, { isOwn: own })) === null;
        expect(allowed).toBe(mayDo({ role: who, scopes: held }, act, { isOwn: own }));
      }),
    );
  });
});

describe('scopes', () => {
  test('each role can give the scopes it can use itself, and * only who can use all', () => {
    expect(grantableScopes('viewer')).toEqual(['read', 'verify', 'org:read']);
    expect(grantableScopes('verifier')).toEqual(['read', 'verify', 'org:read']);
    expect(grantableScopes('editor')).toEqual(['read', 'verify', 'write', 'delete', 'commit', 'org:read']);
    expect(grantableScopes('admin')).toEqual(SCOPES);
    expect(grantableScopes('owner')).toEqual(SCOPES);
  });

  test('aliases are resolved, repetitions dropped, the order is ours, none means the default', () => {
    expect(cleanScopes(['upload', 'read', 'write', 'read'])).toEqual(['read', 'write']);
    expect(cleanScopes(['admin'])).toEqual(['*']);
    expect(cleanScopes([])).toEqual(DEFAULT_SCOPES);
  });
});
