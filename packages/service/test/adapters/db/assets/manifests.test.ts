import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { ManifestEntry, NewManifest } from '../../../../src/app/ports/credentials/manifests.ts';
import {
  type Account,
  completedAsset,
  fingerprintOf,
  NOW,
  registerAccount,
  testRepositories,
} from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const EVERYONE = { organizationIds: [] };
const binding = (value: string) => ({ algorithm: 'test.assay.track-a.1', value });
const label = (): string => `urn:c2pa:${randomUUID()}`;
const idsOf = (entries: readonly ManifestEntry[]): string[] => entries.map(({ manifestId }) => manifestId);

describeOnEachEngine('manifests', (database) => {
  const repositories = () => testRepositories(database());
  const manifests = () => repositories().manifests;
  const stored = (account: Account, fields: Partial<NewManifest> = {}): NewManifest => ({
    manifestId: label(),
    organizationId: account.organizationId,
    assetId: null,
    copyId: null,
    store: Uint8Array.of(1, 2, 3),
    createdBy: account.user.id,
    bindings: [],
    ...fields,
  });

  test('the manifest of a delivered file is found by id, by its bindings and by its asset, and goes with the asset', async () => {
    const account = await registerAccount(repositories(), { publicAssetIds: true });
    const manifest = { id: label(), bindings: [binding('AAAA'), binding('BBBB')] };
    const asset = await completedAsset(repositories(), account, {}, { manifest });
    const entry = { manifestId: manifest.id, organizationId: account.organizationId, assetId: asset.id, copyId: null };
    expect(await manifests().find(manifest.id, EVERYONE)).toEqual(entry);
    expect(await manifests().byBinding(binding('BBBB'), EVERYONE, 10)).toEqual([entry]);
    expect(await manifests().byBinding(binding('CCCC'), EVERYONE, 10)).toEqual([]);
    expect(await manifests().ofAssets([randomUUID(), asset.id], EVERYONE)).toEqual([entry]);
    await repositories().assets.remove(account.organizationId, asset.id, []);
    expect(await manifests().find(manifest.id, EVERYONE)).toBeNull();
  });

  test('that of a copy is told apart from that of its asset, and goes with the copy', async () => {
    const account = await registerAccount(repositories(), { publicAssetIds: true });
    const asset = await completedAsset(repositories(), account, {}, { manifest: { id: label(), bindings: [] } });
    const copy = { id: randomUUID(), assetId: asset.id, recipient: 'Daily News', note: null, createdBy: null };
    const file = { cid: 'cid', contentHash: 'a'.repeat(64), sizeBytes: 10, tracks: [], createdAt: NOW };
    const trace = { id: randomUUID(), assetId: asset.id, parentAssetId: null, relation: null, action: 'copy_created' };
    const step = { ...trace, actorId: null, actorKind: 'service', tool: 'test', details: {}, createdAt: NOW } as const;
    const manifest = { id: label(), bindings: [binding('DDDD')] };
    await repositories().copies.add({ ...copy, ...file }, step as never, manifest);
    expect(idsOf(await manifests().ofCopies([copy.id], EVERYONE))).toEqual([manifest.id]);
    expect(idsOf(await manifests().ofAssets([asset.id], EVERYONE))).not.toContain(manifest.id);
    await repositories().copies.remove(asset.id, copy.id, { ...step, id: randomUUID() } as never);
    expect(await manifests().byBinding(binding('DDDD'), EVERYONE, 10)).toEqual([]);
  });

  test('what strangers do not see looks missing, by every way; members see it', async () => {
    const hidden = await registerAccount(repositories(), { publicVerification: false });
    const manifest = { id: label(), bindings: [binding('EEEE')] };
    const fingerprint = fingerprintOf('hidden');
    await completedAsset(repositories(), hidden, {}, { manifest, fingerprint });
    const own = stored(hidden, { bindings: [binding('EEEE')] });
    expect(await manifests().add(own, 10)).toBe('added');
    const members = { organizationIds: [hidden.organizationId] };
    for (const id of [manifest.id, own.manifestId]) {
      expect(await manifests().find(id, EVERYONE)).toBeNull();
      expect(await manifests().find(id, members)).toMatchObject({ manifestId: id });
    }
    expect(await manifests().byBinding(binding('EEEE'), EVERYONE, 10)).toEqual([]);
    expect(await manifests().byBinding(binding('EEEE'), members, 10)).toHaveLength(2);
    const near = (scope: typeof members) => manifests().nearestByPdq(fingerprint.pdq, scope, 1);
    expect(idsOf(await near(members))).toEqual([manifest.id]);
    expect(idsOf(await near(EVERYONE))).not.toContain(manifest.id);
  });

  test('strangers to an organization that does not name its assets are led to none of their manifests, and get one by its id', async () => {
    const silent = await registerAccount(repositories());
    const members = { organizationIds: [silent.organizationId] };
    const manifest = { id: label(), bindings: [binding('GGGG')] };
    const fingerprint = fingerprintOf('silent');
    const asset = await completedAsset(repositories(), silent, {}, { manifest, fingerprint });
    const own = stored(silent, { bindings: [binding('GGGG')] });
    await manifests().add(own, 10);
    expect(idsOf(await manifests().byBinding(binding('GGGG'), EVERYONE, 10))).toEqual([own.manifestId]);
    expect(await manifests().byBinding(binding('GGGG'), members, 10)).toHaveLength(2);
    expect(await manifests().ofAssets([asset.id], EVERYONE)).toEqual([]);
    expect(idsOf(await manifests().ofAssets([asset.id], members))).toEqual([manifest.id]);
    expect(idsOf(await manifests().nearestByPdq(fingerprint.pdq, EVERYONE, 1))).not.toContain(manifest.id);
    expect(idsOf(await manifests().nearestByPdq(fingerprint.pdq, members, 1))).toEqual([manifest.id]);
    expect(await manifests().find(manifest.id, EVERYONE)).toMatchObject({ manifestId: manifest.id });
  });

  test('a member’s manifest is stored once in an organization, up to its limit, and bound and removed there alone', async () => {
    const [account, other] = [await registerAccount(repositories()), await registerAccount(repositories())];
    const manifest = stored(account);
    expect(await manifests().add(manifest, 2)).toBe('added');
    expect(await manifests().add(manifest, 2)).toBe('exists');
    expect(await manifests().add({ ...manifest, organizationId: other.organizationId }, 2)).toBe('added');
    expect(await manifests().add(stored(account), 2)).toBe('added');
    expect(await manifests().add(stored(account), 2)).toBe('full');
    expect(await manifests().storeOf(manifest)).toEqual(Uint8Array.of(1, 2, 3));
    const { organizationId, manifestId } = manifest;
    for (let again = 0; again < 2; again++)
      expect(await manifests().bind(organizationId, manifestId, binding('FFFF'))).toBe(true);
    expect(await manifests().bind(organizationId, label(), binding('FFFF'))).toBe(false);
    expect(idsOf(await manifests().byBinding(binding('FFFF'), EVERYONE, 10))).toEqual([manifestId]);
    expect(await manifests().remove(organizationId, manifestId)).toBe(true);
    expect(await manifests().remove(organizationId, manifestId)).toBe(false);
    expect(await manifests().find(manifestId, EVERYONE)).toMatchObject({ organizationId: other.organizationId });
  });

  test('two that store at once never pass the limit', async () => {
    const account = await registerAccount(repositories());
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => manifests().add(stored(account), 3)));
    expect(outcomes.filter((outcome) => outcome === 'added')).toHaveLength(3);
  });
});
