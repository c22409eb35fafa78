import { randomBytes } from 'node:crypto';
import { CarBufferReader } from '@ipld/car/buffer-reader';
import { decode } from '@ipld/dag-pb';
import { CID } from 'multiformats/cid';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { contentIds } from '../../../../src/adapters/content/contentIds.ts';
import { type Account, formOf, type TestService } from '../../../fakes/testService.ts';
import type { MemoryFiles } from '../../../fakes/memoryFiles.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';
import { type ContentService, startContentService } from '../../../support/contentService.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const MIB = 1024 * 1024;
const RAW = 'application/vnd.ipld.raw';
const CAR = 'application/vnd.ipld.car';

describeOnEachEngine('public content', (database) => {
  let service: TestService;
  let stored: MemoryFiles;
  let ada: Account;
  let eve: Account;
  let upload: ContentService['upload'];
  let assetWith: ContentService['assetWith'];
  let publication: ContentService['publication'];
  let publish: ContentService['publish'];
  const start = async () => {
    ({ service, stored, ada, eve, upload, assetWith, publication, publish } = await startContentService(
      database(),
      {},
    ));
  };

  const get = (cid: string, query = '', headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
    service.app.inject({ method, url: `/ipfs/${cid}${query}`, headers });

  /** What a client that trusts nobody makes of a CAR file: every block is checked, then the file is put together. */
  const fileOf = (car: Uint8Array, root: string): Buffer => {
    const blocks = new Map(
      [...CarBufferReader.fromBytes(car).blocks()].map(({ cid, bytes }) => [cid.toString(), bytes]),
    );
    const parts: Uint8Array[] = [];
    const visit = (cid: CID): void => {
      const bytes = blocks.get(cid.toString());
      if (!bytes) throw new Error(`${cid.toString()} is missing`);
      if (cid.code === 0x55) parts.push(bytes);
      else for (const { Hash } of decode(bytes).Links) visit(Hash);
    };
    visit(CID.parse(root));
    return Buffer.concat(parts);
  };
  const cidsOf = (car: Uint8Array) => [...CarBufferReader.fromBytes(car).blocks()].map(({ cid }) => cid.toString());

  describe('publication', () => {
    beforeAll(start);
    afterAll(() => service.app.close());

    test('201: the delivered file, unless others are named; 404 for the gateway before', async () => {
      const id = await upload('harbour');
      const { unixfsCid } = await contentIds((await stored.read(id, 'watermarked')) ?? new Uint8Array());
      expect((await get(unixfsCid, '?format=raw')).statusCode).toBe(404);
      const made = await publish(id);
      expect(made.files).toEqual([
        expect.objectContaining({
          variant: 'watermarked',
          cid: unixfsCid,
          url: `http://assay.test/ipfs/${unixfsCid}`,
          pin: null,
        }),
      ]);
      const block = await get(unixfsCid, '?format=raw');
      expect([block.statusCode, block.body]).toEqual([200, `TOY harbour MARK ${id}`]);
      expect((await publication('GET', id)).json()).toEqual(made);
      const both = await publish(id, { variants: ['original', 'watermarked'] });
      expect(both.files.map(({ variant }) => variant)).toEqual(['original', 'watermarked']);
    });

    test('204: taken back, deleted or withdrawn, the gateway knows it no more', async () => {
      const ids = [await upload('one'), await upload('two'), await upload('three')] as const;
      const cids = await Promise.all(ids.map(async (id) => (await publish(id)).files[0]?.cid ?? ''));
      for (const cid of cids) expect((await get(cid, '?format=raw')).statusCode).toBe(200);
      expect((await publication('DELETE', ids[0])).statusCode).toBe(204);
      expect((await publication('DELETE', ids[0])).statusCode).toBe(204);
      const history = await service.app.inject({ url: `/v1/assets/${ids[0]}/provenance`, headers: ada.headers });
      expect(history.body.match(/"(un)?published"/g)).toEqual(['"published"', '"unpublished"']);
      await service.app.inject({ method: 'DELETE', url: `/v1/assets/${ids[1]}`, headers: ada.headers });
      const revoke = {
        method: 'POST',
        url: `/v1/assets/${ids[2]}/revoke`,
        headers: ada.headers,
        payload: { reason: 'x' },
      } as const;
      await service.app.inject(revoke);
      for (const cid of cids) expect((await get(cid, '?format=raw')).statusCode).toBe(404);
      expect((await publication('POST', ids[2])).json()).toMatchObject({ error_code: 'CONFLICT' });
    });

    test('404: of a foreign asset; 401: without a credential; 422: unknown variants', async () => {
      const id = await upload('mole');
      for (const method of ['POST', 'GET', 'DELETE'] as const) {
        expect((await publication(method, id, eve)).json()).toMatchObject({ error_code: 'ASSET_NOT_FOUND' });
        expect((await publication(method, id, null)).statusCode).toBe(401);
      }
      expect((await publication('POST', id, ada, { variants: ['copy'] })).statusCode).toBe(422);
      expect((await publication('POST', id, ada, { variants: [] })).statusCode).toBe(422);
    });

    test('409: an asset that is not completed', async () => {
      service.ports.engine.failMarkWith(new Error('broken'));
      const form = formOf([{ name: 'file', value: toyPicture('fog'), fileName: 'x.jpg' }]);
      const headers = { ...form.headers, ...ada.headers };
      const failed = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
      const answer = await publication('POST', (failed.json() as { asset_id: string }).asset_id);
      expect([answer.statusCode, (answer.json() as { error_code: string }).error_code]).toEqual([
        409,
        'ASSET_NOT_READY',
      ]);
    });
  });

  describe('the gateway', () => {
    const bytes = randomBytes(3 * MIB + 1000);
    // The second and third MiB are the same, so that one block stands twice in the tree.
    bytes.copy(bytes, 2 * MIB, MIB, 2 * MIB);
    let root: string;
    let leaves: readonly string[];
    beforeAll(async () => {
      await start();
      root = (await publish(await assetWith(bytes))).files[0]?.cid ?? '';
      leaves = decode((await get(root, '?format=raw')).rawPayload).Links.map(({ Hash }) => Hash.toString());
    });
    afterAll(() => service.app.close());

    test('200: every block of a large file by its own name, in any spelling of it', async () => {
      expect(root).toBe((await contentIds(bytes)).unixfsCid);
      expect(leaves).toHaveLength(4);
      for (const [index, leaf] of leaves.entries()) {
        const block = await get(leaf, '', { accept: RAW });
        expect(block.rawPayload.equals(bytes.subarray(index * MIB, (index + 1) * MIB))).toBe(true);
        expect(block.headers).toMatchObject({
          'content-type': RAW,
          'content-disposition': `attachment; filename="${leaf}.bin"`,
          'content-location': `/ipfs/${leaf}?format=raw`,
          etag: `"${leaf}.raw"`,
          'cache-control': 'public, max-age=29030400, immutable',
          'x-ipfs-roots': leaf,
          'access-control-allow-origin': '*',
          'x-content-type-options': 'nosniff',
        });
      }
      const version0 = CID.parse(root).toV0().toString();
      expect((await get(version0, '?format=raw')).headers['x-ipfs-roots']).toBe(root);
    });

    test('200: a CAR file from which a client that trusts nobody rebuilds the picture', async () => {
      for (const answer of [
        await get(root, '?format=car'),
        await get(root, '', { accept: `text/html, ${CAR};q=0.5` }),
      ]) {
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([
          200,
          `${CAR}; version=1; order=dfs; dups=n`,
        ]);
        expect(Number(answer.headers['content-length'])).toBe(answer.rawPayload.length);
        expect(CarBufferReader.fromBytes(answer.rawPayload).getRoots().map(String)).toEqual([root]);
        expect(fileOf(answer.rawPayload, root).equals(bytes)).toBe(true);
        expect(cidsOf(answer.rawPayload)).toEqual([root, leaves[0], leaves[1], leaves[3]]);
      }
      const twice = await get(root, '', { accept: `${CAR};version=1;order=dfs;dups=y` });
      expect(twice.headers['content-type']).toContain('dups=y');
      expect(cidsOf(twice.rawPayload)).toEqual([root, ...leaves]);
      expect(cidsOf((await get(leaves[1] ?? '', '?format=car')).rawPayload)).toEqual([leaves[1]]);
    });

    test.each([
      ['dag-scope=block', []],
      ['dag-scope=entity', [0, 1, 3]],
      ['entity-bytes=0:*', [0, 1, 3]],
      ['entity-bytes=0:0', [0]],
      [`entity-bytes=${MIB - 1}:${MIB}`, [0, 1]],
      [`entity-bytes=${3 * MIB}:*`, [3]],
      ['entity-bytes=-10:*', [3]],
      [`entity-bytes=0:-${3 * MIB}`, [0]],
      // Partly outside: what there is. Nothing: the root, in which the client sees why.
      [`entity-bytes=${3 * MIB}:${9 * MIB}`, [3]],
      ['entity-bytes=5:4', []],
    ])('200: ?format=car&%s sends the root and the leaves %j', async (query, indexes) => {
      const answer = await get(root, `?format=car&${query}`);
      expect(answer.statusCode, answer.body.slice(0, 200)).toBe(200);
      expect(cidsOf(answer.rawPayload)).toEqual([root, ...indexes.map((index) => leaves[index])]);
      expect(answer.headers.etag).not.toBe((await get(root, '?format=car')).headers.etag);
    });

    test.each([
      ['', {}],
      ['', { accept: '*/*' }],
      ['?format=ipns-record', {}],
      ['?format=raw2', { accept: RAW }],
      ['?format=car&dag-scope=some', {}],
      ['?format=car&entity-bytes=a:b', {}],
      [`?format=car&entity-bytes=${9 * MIB}:*`, {}],
      ['?format=car&car-version=2', {}],
      ['?format=car&car-order=bfs', {}],
    ])('400: a request that no trustless answer fits: "%s" %j', async (query, headers) => {
      const answer = await get(root, query, headers);
      expect([answer.statusCode, (answer.json() as { error_code: string }).error_code]).toEqual([400, 'BAD_REQUEST']);
    });

    test('302: simply opened in a browser, it leads to the whole file', async () => {
      const answer = await get(root, '', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' });
      expect([answer.statusCode, answer.headers.location]).toEqual([302, `/ipfs/${root}?format=car`]);
    });

    test('400: what is no content identifier; 404: what nobody published; 412: only if it is here', async () => {
      expect((await get('hello', '?format=raw')).statusCode).toBe(400);
      const other = (await contentIds(randomBytes(9))).unixfsCid;
      expect((await get(other, '?format=raw')).statusCode).toBe(404);
      expect((await get(other, '?format=car', {}, 'HEAD')).statusCode).toBe(404);
      expect((await get(other, '?format=raw', { 'cache-control': 'only-if-cached' })).statusCode).toBe(412);
    });

    test('304: a block that the client has; HEAD tells as much as GET', async () => {
      const answer = await get(root, '?format=raw', { 'if-none-match': `"${root}.raw"` });
      expect([answer.statusCode, answer.body]).toEqual([304, '']);
      const head = await get(root, '?format=car', {}, 'HEAD');
      const full = await get(root, '?format=car');
      expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([
        200,
        String(full.rawPayload.length),
        '',
      ]);
    });

    test('200: the probe that tells a gateway', async () => {
      expect((await get('bafkqaaa', '', { accept: RAW })).rawPayload.length).toBe(0);
      const car = await get('bafkqaaa', '?format=car');
      expect(CarBufferReader.fromBytes(car.rawPayload).getRoots().map(String)).toEqual(['bafkqaaa']);
    });

    test('500: bytes that are not what the name says are never sent', async () => {
      const id = await assetWith(randomBytes(MIB + 1));
      const cid = (await publish(id)).files[0]?.cid ?? '';
      const [leaf] = decode((await get(cid, '?format=raw')).rawPayload).Links;
      await stored.put(id, 'watermarked', randomBytes(MIB + 1));
      const answer = await get(String(leaf?.Hash), '?format=raw');
      expect([answer.statusCode, (answer.json() as { error_code: string }).error_code]).toEqual([
        500,
        'INTERNAL_ERROR',
      ]);
      expect(answer.headers).not.toHaveProperty('cache-control');
    });

    test('200: of an encrypted asset that its owner made public, the picture itself', async () => {
      const plain = randomBytes(MIB + 5);
      const id = await assetWith(plain, true);
      const [file] = (await publish(id)).files;
      expect(file?.cid).toBe((await contentIds(plain)).unixfsCid);
      expect(fileOf((await get(file?.cid ?? '', '?format=car')).rawPayload, file?.cid ?? '').equals(plain)).toBe(true);
    });
  });
});
