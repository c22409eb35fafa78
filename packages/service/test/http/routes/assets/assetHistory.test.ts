import { provenanceHash, type ProvenanceRecord } from '@assay/core/provenance/chain';
import { AppError } from '@assay/core/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recoveryJob } from '../../../../src/app/assets/recoveryJobs.ts';
import { sweepOrphans } from '../../../../src/app/assets/sweepOrphans.ts';
import { silentLog } from '../../../support/keptLog.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';

type Json = Record<string, unknown>;
interface Provenance {
  entries: (ProvenanceRecord & { hash: string; prev_hash: string | null })[];
  chain: Json;
  graph: { nodes: Json[]; edges: Json[] };
}

let service: TestService;
let ada: Account;
let eve: Account;
beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
  eve = await openAccount(service, 'eve@example.org');
});
afterAll(() => service.app.close());

const call = (method: 'GET' | 'POST', url: string, payload?: Json, who = ada) =>
  service.app.inject({ method, url, headers: who.headers, ...(payload ? { payload } : {}) });
const send = async (url: string, scene: string, fields: Record<string, string> = {}): Promise<Json> => {
  const texts = Object.entries(fields).map(([name, value]) => ({ name, value }));
  const form = formOf([...texts, { name: 'file', value: toyPicture(scene), fileName: 'a.jpg' }]);
  const headers = { ...form.headers, ...ada.headers };
  return (await service.app.inject({ method: 'POST', url, payload: form.payload, headers })).json();
};
const upload = (scene: string, fields?: Record<string, string>) => send('/v1/assets/', scene, fields);
const provenanceOf = async (id: unknown): Promise<Provenance> =>
  (await call('GET', `/v1/assets/${id}/provenance`)).json();
const codeOf = (answer: { json(): unknown }) => (answer.json() as { error_code: string }).error_code;

describe('withdrawing', () => {
  test('200: it stays, verifications say so, and restoring takes it back', async () => {
    const asset = await upload('harbour');
    const revoked = await call('POST', `/v1/assets/${asset.id}/revoke`, { reason: 'Published by mistake.' });
    expect(revoked.statusCode, revoked.body).toBe(200);
    expect(revoked.json()).toMatchObject({ revoked_at: expect.any(String), revoked_reason: 'Published by mistake.' });
    const verified = await send('/v1/verify/', 'harbour');
    expect(verified).toMatchObject({ verdict: 'authentic', revoked: true, asset_id: asset.id });
    expect(verified.details).toMatch(/withdrawn/i);
    expect(service.ports.assets.events.at(-1)).toMatchObject({ event: 'asset.revoked', data: { revoked: true } });
    const restored = await call('POST', `/v1/assets/${asset.id}/restore`);
    expect(restored.json()).toMatchObject({ revoked_at: null, revoked_reason: null });
    expect(await send('/v1/verify/', 'harbour')).toMatchObject({ revoked: false });
    expect(service.ports.assets.events.at(-1)).toMatchObject({ data: { revoked: false, reason: null } });
  });

  test('409: withdrawn already, or not withdrawn', async () => {
    const { id } = await upload('pier');
    expect(codeOf(await call('POST', `/v1/assets/${id}/restore`))).toBe('CONFLICT');
    await call('POST', `/v1/assets/${id}/revoke`, { reason: 'x' });
    expect(codeOf(await call('POST', `/v1/assets/${id}/revoke`, { reason: 'x' }))).toBe('CONFLICT');
  });

  test('422: a reason is needed', async () => {
    const { id } = await upload('quay');
    for (const payload of [{}, { reason: '' }, { reason: 'x'.repeat(1001) }])
      expect((await call('POST', `/v1/assets/${id}/revoke`, payload as Json)).statusCode).toBe(422);
  });

  test('404: strangers, whatever their body says', async () => {
    const { id } = await upload('mole');
    expect((await call('POST', `/v1/assets/${id}/revoke`, {}, eve)).statusCode).toBe(404);
  });
});

describe('provenance', () => {
  test('200: every step in one chain that the reader can check', async () => {
    const { id } = await upload('lake');
    await call('POST', `/v1/assets/${id}/revoke`, { reason: 'x' });
    await call('POST', `/v1/assets/${id}/restore`);
    const copy = (await call('POST', `/v1/assets/${id}/copies`, { recipient: 'Secret Post' })).json() as Json;
    const shared = (await call('POST', `/v1/assets/${id}/share`)).json() as Json;
    const history = await call('GET', `/v1/assets/${id}/provenance`);
    const { entries, chain } = history.json() as Provenance;
    expect(entries.map(({ action }) => action)).toEqual([
      ...['uploaded', 'marked', 'revoked', 'restored', 'copy_created', 'shared'],
    ]);
    expect(chain).toEqual({ valid: true, broken_at: null, reason: null });
    for (const [index, entry] of entries.entries()) {
      expect(entry.prev_hash).toBe(entries[index - 1]?.hash ?? null);
      expect(entry.hash).toBe(provenanceHash(entry, entry.prev_hash));
    }
    expect(entries[0]).toMatchObject({ actor_kind: 'user', actor_id: ada.id });
    expect(entries[1]).toMatchObject({ actor_kind: 'service', actor_id: null });
    expect(entries[4]?.details).toMatchObject({ copy_id: copy.id });
    expect(history.body).not.toMatch(new RegExp(`Secret Post|${String(shared.token)}`));
  });

  test('a step that was changed in the database is told', async () => {
    const { id } = await upload('river');
    const { traces } = service.ports.provenance;
    const at = traces.findIndex(({ assetId, action }) => assetId === id && action === 'marked');
    traces[at] = { ...traces[at]!, details: { content_hash: '0'.repeat(64) } };
    expect((await provenanceOf(id)).chain).toMatchObject({ valid: false, broken_at: 1 });
  });

  test('200: parents and children make a graph', async () => {
    const parent = await upload('meadow', { title: 'Meadow' });
    const child = await upload('meadow2', { parent_asset_id: String(parent.id), parent_relation: 'edited' });
    const grandchild = await upload('meadow3', { parent_asset_id: String(child.id) });
    for (const { id } of [parent, child, grandchild]) {
      const { nodes, edges } = (await provenanceOf(id)).graph;
      expect(nodes.map(({ asset_id }) => asset_id).sort()).toEqual([parent.id, child.id, grandchild.id].sort());
      expect(edges).toHaveLength(2);
      expect(edges).toContainEqual({ parent_asset_id: parent.id, child_asset_id: child.id, relation: 'edited' });
      expect(edges).toContainEqual({ parent_asset_id: child.id, child_asset_id: grandchild.id, relation: 'derived' });
    }
    expect((await provenanceOf(child.id)).entries[0]).toMatchObject({
      parent_asset_id: parent.id,
      details: { parent_asset_id: parent.id },
    });
  });

  test('404: a parent of somebody else is none', async () => {
    const form = formOf([
      { name: 'parent_asset_id', value: String((await upload('cliff')).id) },
      { name: 'file', value: toyPicture('cliff2'), fileName: 'a.jpg' },
    ]);
    const headers = { ...form.headers, ...eve.headers };
    const answer = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
    expect([answer.statusCode, codeOf(answer)]).toEqual([404, 'ASSET_NOT_FOUND']);
  });
});

describe('look-alikes and commitments', () => {
  test('200: matches are other assets of the same organization that look alike', async () => {
    const one = await upload('twin');
    const two = await upload('twin');
    const { items } = (await call('GET', `/v1/assets/${one.id}/matches`)).json() as { items: { asset: Json }[] };
    expect(items.map(({ asset }) => asset.id)).toEqual([two.id]);
    expect((items[0] as Json | undefined)?.similarity).toBeCloseTo(1, 6);
    // Nobody has laid them over each other yet.
    expect(items[0]).toMatchObject({ is_match: null });
    const similarity = { average: 1, embedding768: 1, embedding1024: 1, pdq: 1 };
    const pair = { sourceAssetId: two.id as string, targetAssetId: one.id as string, similarity, isMatch: true };
    await service.ports.fingerprints.putMatches(pair.sourceAssetId, 'toy', [{ ...pair, event: null }], new Date());
    expect((await call('GET', `/v1/assets/${one.id}/matches`)).json()).toMatchObject({ items: [{ is_match: true }] });
  });

  test('422: a threshold outside 0.5..1', async () => {
    const { id } = await upload('hill');
    for (const threshold of ['0.4', '1.1', 'high'])
      expect((await call('GET', `/v1/assets/${id}/matches?threshold=${threshold}`)).statusCode).toBe(422);
  });

  test('200: commitments are an empty page', async () => {
    const { id } = await upload('dune');
    const answer = await call('GET', `/v1/assets/${id}/commitments`);
    expect(answer.json()).toEqual({ items: [], total: 0, page: 1, page_size: 20, pages: 0 });
  });
});

describe('processing again', () => {
  const failed = async (scene: string): Promise<string> => {
    service.ports.engine.failMarkWith(new Error('broken'));
    return String((await upload(scene)).asset_id);
  };

  test('200: a failed upload is completed and counted again', async () => {
    const before = service.ports.assets.uploadsCounted();
    const id = await failed('storm');
    expect(service.ports.assets.uploadsCounted()).toBe(before);
    const answer = await call('POST', `/v1/assets/${id}/reprocess`);
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({ id, processing_status: 'completed', processing_error: null });
    expect(service.ports.assets.uploadsCounted()).toBe(before + 1);
    expect((await provenanceOf(id)).entries.map(({ action }) => action)).toEqual(['uploaded', 'reprocessed', 'marked']);
  });

  test('500: failing once more leaves it failed and gives the unit back', async () => {
    const before = service.ports.assets.uploadsCounted();
    const id = await failed('gale');
    service.ports.engine.failMarkWith(new Error('broken'));
    expect((await call('POST', `/v1/assets/${id}/reprocess`)).statusCode).toBe(500);
    expect((await call('GET', `/v1/assets/${id}`)).json()).toMatchObject({ processing_status: 'failed' });
    expect(service.ports.assets.uploadsCounted()).toBe(before);
  });

  test('409: what failed a day ago', async () => {
    const id = await failed('squall');
    await sweepOrphans(service.ports, silentLog);
    expect(await service.ports.files.read(id, 'original')).not.toBeNull();
    service.ports.clock.advance(24 * 60 * 60 * 1000 + 1);
    await sweepOrphans(service.ports, silentLog);
    expect(await service.ports.files.read(id, 'original')).toBeNull();
    ada = await openAccount(service, 'ada@example.org');
    expect(codeOf(await call('POST', `/v1/assets/${id}/reprocess`))).toBe('CONFLICT');
    expect((await call('GET', `/v1/assets/${id}`)).json()).toMatchObject({ processing_status: 'failed' });
  });
});

describe('recovery gives up', () => {
  const strand = async (scene: string): Promise<string> => {
    let id = '';
    service.ports.engine.duringMark(async (assetId) => {
      id = assetId;
      throw new AppError('SERVICE_UNAVAILABLE', 'stop');
    });
    // A crash in the middle: the row stays `processing`, nobody holds it.
    const { discard } = service.ports.assets;
    const { removeAll } = service.ports.files;
    Object.assign(service.ports.assets, { discard: async () => false });
    Object.assign(service.ports.files, { removeAll: async () => {} });
    await upload(scene);
    Object.assign(service.ports.assets, { discard });
    Object.assign(service.ports.files, { removeAll });
    service.ports.assets.expireLeases();
    return id;
  };
  const statusOf = async (id: string) => (await service.ports.assets.findAny(id))?.processingStatus;

  test('an asset whose recovery ends with the process each time is failed in the end', async () => {
    const id = await strand('whirl');
    for (const owner of ['first', 'second', 'third', 'fourth']) {
      await service.ports.assets.takeStranded({ owner, ms: 1 }, 1);
      expect(await statusOf(id)).toBe('processing');
      service.ports.assets.expireLeases();
    }
    await recoveryJob(service.ports, () => false)();
    expect(await statusOf(id)).toBe('failed');
  });

  test('whoever lets go of an asset, or lives and lost it, did not die of it', async () => {
    const id = await strand('eddy');
    const { assets } = service.ports;
    for (const owner of ['first', 'second', 'third', 'fourth', 'fifth']) {
      await assets.takeStranded({ owner, ms: 1 }, 1);
      await assets.releaseAll(owner);
      expect(await statusOf(id)).toBe('pending');
    }
    await recoveryJob(service.ports, () => false)();
    expect(await statusOf(id)).toBe('completed');
  });

  test('busy workers do not count as attempts, but after a day nobody waits any more', async () => {
    const id = await strand('vortex');
    const busy = () =>
      service.ports.engine.failMarkWith(new AppError('SERVICE_UNAVAILABLE', 'busy', { retryAfterS: 1 }));
    for (let round = 0; round < 6; round++) {
      service.ports.clock.advance(60_000);
      busy();
      await recoveryJob(service.ports, () => false)();
      expect(await statusOf(id)).toBe('pending');
    }
    service.ports.clock.advance(25 * 60 * 60 * 1000);
    busy();
    await recoveryJob(service.ports, () => false)();
    expect(await statusOf(id)).toBe('failed');
  });

  test('an original that cannot be read waits, holds up no other, and after a day the row says why it failed', async () => {
    ada = await openAccount(service, 'ada@example.org');
    const id = await strand('gust');
    const { files, clock, assets } = service.ports;
    const { read } = files;
    Object.assign(files, { read: () => Promise.reject(new Error('no route to the store')) });
    await expect(recoveryJob(service.ports, () => false)()).rejects.toThrow('no route');
    expect(await statusOf(id)).toBe('pending');
    clock.advance(25 * 60 * 60 * 1000);
    await recoveryJob(service.ports, () => false)();
    Object.assign(files, { read });
    expect(await assets.findAny(id)).toMatchObject({
      processingStatus: 'failed',
      processingError: 'PROCESSING_FAILED: the stored original could not be read for a day.',
    });
  });
});
