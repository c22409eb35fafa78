import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEncryptionKeys } from '../../../../src/adapters/db/keys/encryptionKeys.ts';
import { createRepositories } from '../../../../src/adapters/db/repositories.ts';
import { recoverStranded } from '../../../../src/app/assets/recoverStranded.ts';
import type { StoredVariant } from '../../../../src/app/ports/assets/storage.ts';
import { readConfig } from '../../../../src/config/config.ts';
import { composeContent } from '../../../../src/compose/content.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { type MemoryFiles, memoryFiles } from '../../../fakes/memoryFiles.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { KMS_CREDENTIALS, type KmsServer, startKmsServer } from '../../../support/kmsServer.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

interface Uploaded {
  readonly id: string;
  readonly organization_id: string;
  readonly content_hash: string;
  readonly is_encrypted: boolean;
}

describeOnEachEngine('encryption at rest', (database) => {
  let kms: KmsServer;
  let service: TestService;
  let stored: MemoryFiles;
  let ada: Account;
  let number = 0;

  const start = async (environment: Record<string, string> = {}) => {
    stored = memoryFiles();
    service = await startTestService({}, (ports) => {
      const { ids, clock } = ports;
      const keyEncryptionKey = Buffer.alloc(32, 1);
      const config = readConfig(environment);
      return {
        ...createRepositories(database(), { ids, clock, keyEncryptionKey }),
        ...composeContent(config, { database: database(), files: stored, keyEncryptionKey, clock, ids }),
        limits: { ...ports.limits, encryptAtRest: config.encryptAtRest },
      };
    });
    ada = await openAccount(service, `ada${++number}@example.org`);
  };
  beforeAll(async () => {
    kms = await startKmsServer();
    await start();
  });
  afterAll(async () => {
    await service.app.close();
    await kms.close();
  });

  const upload = async (scene: string, fields: Record<string, string> = { encrypt: 'true' }): Promise<Uploaded> => {
    const parts = Object.entries(fields).map(([name, value]) => ({ name, value }));
    const form = formOf([{ name: 'file', value: toyPicture(scene), fileName: 'x.jpg' }, ...parts]);
    const headers = { ...form.headers, ...ada.headers };
    const answer = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json() as Uploaded;
  };
  const download = (id: string, variant: string, headers: Record<string, string> = {}) =>
    service.app.inject({
      url: `/v1/assets/${id}/download?variant=${variant}`,
      headers: { ...ada.headers, ...headers },
    });
  const rawBytes = async (id: string, variant: StoredVariant) => Buffer.from((await stored.read(id, variant)) ?? []);
  const flip = async (id: string, variant: StoredVariant, at: number) => {
    const bytes = await rawBytes(id, variant);
    const place = at < 0 ? bytes.length + at : at;
    bytes[place] = (bytes[place] as number) ^ 1;
    await stored.put(id, variant, bytes);
  };

  describe('an encrypted asset', () => {
    test('201: says so; the store holds nothing of the picture; its owner reads it as ever', async () => {
      const asset = await upload('harbour');
      expect(asset.is_encrypted).toBe(true);
      for (const variant of ['original', 'watermarked', 'preview'] as const) {
        const raw = await rawBytes(asset.id, variant);
        expect(raw.length).toBeGreaterThan(72);
        expect(raw.includes('TOY')).toBe(false);
        expect(raw.includes('harbour')).toBe(false);
      }
      const original = await download(asset.id, 'original');
      expect(original.rawPayload.equals(toyPicture('harbour'))).toBe(true);
      // Hash and content identifier are of the picture, not of what is stored.
      expect(original.headers.etag).toBe(`"${asset.content_hash}"`);
      expect((await download(asset.id, 'watermarked')).body).toBe(`TOY harbour MARK ${asset.id}`);
    });

    test('200: only with the field; without it the store holds the picture itself', async () => {
      const asset = await upload('plain', {});
      expect(asset.is_encrypted).toBe(false);
      expect((await rawBytes(asset.id, 'original')).equals(toyPicture('plain'))).toBe(true);
      expect((await download(asset.id, 'original')).rawPayload.equals(toyPicture('plain'))).toBe(true);
    });

    test('206: a range is the same range of the picture', async () => {
      const { id } = await upload('lighthouse');
      const answer = await download(id, 'original', { range: 'bytes=4-8' });
      expect([answer.statusCode, answer.body]).toEqual([206, 'light']);
      expect(answer.headers['content-range']).toBe('bytes 4-8/14');
    });

    test('200: verification finds it by its bytes, its mark, and compares with its original', async () => {
      const { id } = await upload('island');
      for (const picture of [toyPicture('island'), Buffer.from(`TOY island +edit MARK ${id}`)]) {
        const form = formOf([{ name: 'file', value: picture, fileName: 'q.jpg' }]);
        const headers = { ...form.headers, ...ada.headers };
        const answer = await service.app.inject({ method: 'POST', url: '/v1/verify/', payload: form.payload, headers });
        const body = answer.json() as { verdict: string; fingerprint: { top_matches: { asset_id: string }[] } };
        expect([answer.statusCode, body.verdict]).toEqual([200, picture.includes('edit') ? 'forged' : 'authentic']);
      }
    });

    test('201: a recipient copy is encrypted as well and downloads as it is', async () => {
      const { id } = await upload('ferry');
      const url = `/v1/assets/${id}/copies`;
      const made = await service.app.inject({
        method: 'POST',
        url,
        headers: ada.headers,
        payload: { recipient: 'Eve' },
      });
      const copy = made.json() as { id: string };
      expect((await rawBytes(id, `copy-${copy.id}`)).includes('TOY')).toBe(false);
      const file = await service.app.inject({ url: `${url}/${copy.id}/download`, headers: ada.headers });
      expect(file.body).toBe(`TOY ferry MARK ${copy.id}`);
    });

    test('200: an upload that failed is processed again from its encrypted original; a crash is recovered from', async () => {
      service.ports.engine.failMarkWith(new Error('broken'));
      const form = formOf([
        { name: 'file', value: toyPicture('storm'), fileName: 'x.jpg' },
        { name: 'encrypt', value: '1' },
      ]);
      const headers = { ...form.headers, ...ada.headers };
      const failed = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
      const id = (failed.json() as { asset_id: string }).asset_id;
      expect((await rawBytes(id, 'original')).includes('TOY')).toBe(false);
      const again = await service.app.inject({
        method: 'POST',
        url: `/v1/assets/${id}/reprocess`,
        headers: ada.headers,
      });
      expect(again.json()).toMatchObject({ processing_status: 'completed', is_encrypted: true });

      const later = await service.app.inject({
        method: 'POST',
        url: '/v1/assets/',
        payload: form.payload,
        headers: { ...headers, prefer: 'respond-async' },
      });
      expect(later.statusCode).toBe(202);
      const stranded = (later.json() as { id: string }).id;
      expect(await recoverStranded(service.ports)).toMatchObject({ completed: 1 });
      expect((await download(stranded, 'watermarked')).body).toBe(`TOY storm MARK ${stranded}`);
    });
  });

  describe('what somebody did to the store', () => {
    test.each([
      ['a flipped bit', (id: string) => flip(id, 'original', -20)],
      [
        'a truncation',
        async (id: string) => stored.put(id, 'original', (await rawBytes(id, 'original')).subarray(0, -1)),
      ],
      ['the plain picture in its place', (id: string) => stored.put(id, 'original', toyPicture('bridge'))],
      [
        'another file of the same asset',
        async (id: string) => stored.put(id, 'original', await rawBytes(id, 'watermarked')),
      ],
      [
        'the file of another asset',
        async (id: string) => stored.put(id, 'original', await rawBytes((await upload('other')).id, 'original')),
      ],
    ])('500: %s; not a byte of the picture is sent, and the check finds it', async (_what, tamper) => {
      const { id } = await upload('bridge');
      await tamper(id);
      for (const headers of [{}, { range: 'bytes=0-3' }]) {
        const answer = await download(id, 'original', headers);
        expect(answer.statusCode).toBe(500);
        expect(answer.json()).toMatchObject({ error_code: 'INTERNAL_ERROR' });
        expect(answer.body).not.toContain('TOY');
        expect(answer.headers).not.toHaveProperty('etag');
        expect(answer.headers).not.toHaveProperty('content-range');
      }
      const check = await service.app.inject({
        method: 'POST',
        url: `/v1/storage/assets/${id}/check`,
        headers: ada.headers,
      });
      const body = check.json() as { intact: boolean; files: { variant: string; state: string }[] };
      expect(body.intact).toBe(false);
      expect(body.files.map(({ variant, state }) => [variant, state])).toEqual([
        ['original', 'altered'],
        ['watermarked', 'intact'],
        ['preview', 'intact'],
      ]);
    });
  });

  test('500: one flipped bit in the second chunk of a longer file; the first is not sent either', async () => {
    const scene = 'w'.repeat(60_000);
    const { id } = await upload(scene);
    await flip(id, 'original', 20_000);
    const answer = await download(id, 'original');
    expect([answer.statusCode, answer.body.includes('www')]).toEqual([500, false]);
    expect(answer.json()).toMatchObject({ error_code: 'INTERNAL_ERROR' });
    for (const name of ['etag', 'repr-digest', 'content-disposition']) expect(answer.headers).not.toHaveProperty(name);
    expect(Number(answer.headers['content-length'] ?? answer.rawPayload.length)).toBe(answer.rawPayload.length);
    // A range of authentic chunks is still to be had.
    expect((await download(id, 'original', { range: 'bytes=0-6' })).body).toBe('TOY www');
  });

  describe('keys', () => {
    const keyRows = (organizationId: string) =>
      createEncryptionKeys(database(), service.ports).ofOrganization(organizationId);

    test('rotation wraps the keys anew, destroys the old one, and leaves every file byte as it is', async () => {
      const asset = await upload('tower');
      const before = [await rawBytes(asset.id, 'original'), await rawBytes(asset.id, 'watermarked')];
      const [old] = await keyRows(asset.organization_id);
      const rotation = await service.ports.assetKeys.rotate(asset.organization_id);
      expect(rotation).toMatchObject({ version: (old?.version ?? 0) + 1, masterKeyRef: 'local:' });
      expect(rotation?.rewrapped).toBeGreaterThan(0);
      expect((await keyRows(asset.organization_id)).map(({ version }) => version)).toEqual([rotation?.version]);
      expect([await rawBytes(asset.id, 'original'), await rawBytes(asset.id, 'watermarked')]).toEqual(before);
      expect((await download(asset.id, 'original')).rawPayload.equals(toyPicture('tower'))).toBe(true);
      expect(await service.ports.assetKeys.rotate(service.ports.ids.uuid())).toBeNull();
    });

    test('200: an owner rotates by himself, and the audit log tells; 404 for strangers, 409 without a key', async () => {
      const { id, organization_id } = await upload('crane');
      const url = `/v1/organizations/${organization_id}/encryption-key/rotate`;
      const rotated = await service.app.inject({ method: 'POST', url, headers: ada.headers });
      expect([rotated.statusCode, rotated.json()]).toEqual([
        200,
        { organization_id, version: expect.any(Number), rewrapped: expect.any(Number) },
      ]);
      expect((await download(id, 'original')).statusCode).toBe(200);
      const log = await service.app.inject({
        url: `/v1/organizations/${organization_id}/audit-log`,
        headers: ada.headers,
      });
      expect(log.body).toContain('organization.encryption_key_rotated');
      const eve = await openAccount(service, `eve${++number}@example.org`);
      const foreign = await service.app.inject({ method: 'POST', url, headers: eve.headers });
      expect([foreign.statusCode, (foreign.json() as { error_code: string }).error_code]).toEqual([
        404,
        'ORGANIZATION_NOT_FOUND',
      ]);
      const mine = await service.app.inject({ url: '/v1/organizations/', headers: eve.headers });
      const [own] = (mine.json() as { items: { id: string }[] }).items;
      const none = await service.app.inject({
        method: 'POST',
        url: `/v1/organizations/${own?.id}/encryption-key/rotate`,
        headers: eve.headers,
      });
      expect([none.statusCode, (none.json() as { error_code: string }).error_code]).toEqual([409, 'CONFLICT']);
    });

    test('uploads while keys are rotated again and again all stay readable', async () => {
      const { organization_id } = await upload('first');
      const rotations = (async () => {
        for (let round = 0; round < 4; round++) await service.ports.assetKeys.rotate(organization_id);
      })();
      const uploads = await Promise.allSettled(Array.from({ length: 8 }, (_, i) => upload(`crowd${i}`)));
      await rotations;
      await service.ports.assetKeys.rotate(organization_id);
      const made = uploads.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
      expect(made.length).toBeGreaterThan(0);
      for (const { id } of made) expect((await download(id, 'original')).body).toMatch(/^TOY crowd\d$/);
    });

    test('deleting an asset destroys its key: what is left of its files opens for nobody', async () => {
      const { id } = await upload('wreck');
      const left = await rawBytes(id, 'original');
      await service.app.inject({ method: 'DELETE', url: `/v1/assets/${id}`, headers: ada.headers });
      await stored.put(id, 'original', left);
      await expect(service.ports.assetKeys.open(id)).rejects.toMatchObject({ code: 'ASSET_NOT_FOUND' });
      expect(await service.ports.files.read(id, 'original')).toBeNull();
      expect(await service.ports.files.open(id, 'original')).toBeNull();
      // Nothing of it comes back as plaintext while it was deleted, either.
      await expect(service.ports.files.put(id, 'preview', randomBytes(9))).rejects.toMatchObject({
        code: 'ASSET_NOT_FOUND',
      });
    });

    test('under aws-kms: an organization asks for one data key, and each asset for none', async () => {
      const { accessKeyId, secretAccessKey } = KMS_CREDENTIALS;
      await service.app.close();
      await start({
        ASSAY_ENCRYPT_AT_REST: '1',
        ASSAY_MASTER_KEY_REF: kms.ref,
        AWS_ACCESS_KEY_ID: accessKeyId,
        AWS_SECRET_ACCESS_KEY: secretAccessKey,
      });
      const asset = await upload('quay', {});
      const second = await upload('dock', {});
      expect([asset.is_encrypted, second.is_encrypted]).toEqual([true, true]);
      await download(asset.id, 'original');
      expect(kms.calls.filter((name) => name === 'GenerateDataKey')).toHaveLength(1);
      // Held for minutes, then asked for again.
      service.ports.clock.advance(6 * 60_000);
      ada = await openAccount(service, ada.email);
      expect((await download(asset.id, 'original')).rawPayload.equals(toyPicture('quay'))).toBe(true);
      expect(kms.calls.at(-1)).toBe('Decrypt');
      service.ports.clock.advance(6 * 60_000);
      kms.failWith = 503;
      const away = await download(asset.id, 'original');
      expect([away.statusCode, (away.json() as { error_code: string }).error_code]).toEqual([
        503,
        'SERVICE_UNAVAILABLE',
      ]);
      kms.failWith = null;
      expect((await download(second.id, 'original')).statusCode).toBe(200);
      expect((await keyRows(asset.organization_id)).map(({ masterKeyRef }) => masterKeyRef)).toEqual([kms.ref]);
    });
  });
});
