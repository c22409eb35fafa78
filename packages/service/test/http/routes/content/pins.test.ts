import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Account, TestService } from '../../../fakes/testService.ts';
import type { MemoryFiles } from '../../../fakes/memoryFiles.ts';
import { type ContentService, type Publications, startContentService } from '../../../support/contentService.ts';
import { type Node, PIN_TOKEN, type PinningServer, startKubo, startPinningServer } from '../../../support/ipfsNode.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const MIB = 1024 * 1024;

describeOnEachEngine('pins', (database) => {
  let kubo: Node;
  let pinning: PinningServer;
  let service: TestService;
  let stored: MemoryFiles;
  let ada: Account;
  let assetWith: ContentService['assetWith'];
  let publication: ContentService['publication'];
  let publish: ContentService['publish'];
  let runPins: ContentService['runPins'];
  const start = async (url: string) => {
    const environment = { ASSAY_IPFS_PIN_URL: url, ASSAY_IPFS_PIN_TOKEN: PIN_TOKEN };
    ({ service, stored, ada, assetWith, publication, publish, runPins } = await startContentService(
      database(),
      environment,
    ));
  };
  const stateOf = async (id: string) => ((await publication('GET', id)).json() as Publications).files[0]?.pin;
  beforeAll(async () => {
    kubo = await startKubo();
    pinning = await startPinningServer();
  });
  afterAll(async () => {
    await kubo.close();
    await pinning.close();
  });

  describe('on a Kubo node', () => {
    beforeAll(() => start(`kubo+${kubo.url}`));
    afterAll(() => service.app.close());

    test('what is published is pinned with all its blocks, what is taken back is unpinned', async () => {
      const bytes = randomBytes(2 * MIB + 7);
      const id = await assetWith(bytes);
      const made = (await publish(id)).files[0];
      expect(made?.pin).toEqual({ cid: made?.cid, status: 'queued', last_error: null });
      await runPins();
      expect(await stateOf(id)).toEqual({ cid: made?.cid, status: 'pinned', last_error: null });
      expect([...(kubo.pinned.get(made?.cid ?? '') ?? [])]).toHaveLength(4);
      expect(await runPins()).toBe(0);
      await publication('DELETE', id);
      await runPins();
      expect(kubo.pinned.has(made?.cid ?? '')).toBe(false);
      expect(await runPins()).toBe(0);
    });

    test('of an encrypted asset the pin holds nothing but ciphertext', async () => {
      const plain = Buffer.from('a secret picture '.repeat(1000));
      const id = await assetWith(plain, true);
      const file = (await publish(id)).files[0];
      await runPins();
      expect(file?.pin?.cid).not.toBe(file?.cid);
      const blocks = [...(kubo.pinned.get(file?.pin?.cid ?? '')?.values() ?? [])];
      expect(blocks).toHaveLength(1);
      expect(Buffer.from(blocks[0] ?? []).equals((await stored.read(id, 'watermarked')) ?? new Uint8Array())).toBe(
        true,
      );
      expect(Buffer.concat(blocks).includes('secret')).toBe(false);
      expect(kubo.pinned.has(file?.cid ?? '')).toBe(false);
    });

    test('a node that is away is tried again later, and told about; deleting the asset unpins', async () => {
      const id = await assetWith(randomBytes(100));
      const cid = (await publish(id)).files[0]?.cid ?? '';
      kubo.isBroken = true;
      await runPins();
      expect(await stateOf(id)).toMatchObject({ status: 'failed', last_error: expect.stringContaining('500') });
      expect(await runPins()).toBe(0);
      kubo.isBroken = false;
      service.ports.clock.advance(31_000);
      await runPins();
      expect(await stateOf(id)).toMatchObject({ status: 'pinned', last_error: null });
      await service.app.inject({ method: 'DELETE', url: `/v1/assets/${id}`, headers: ada.headers });
      await runPins();
      expect(kubo.pinned.has(cid)).toBe(false);
    });

    test('content that two assets publish stays pinned until the last of them takes it back', async () => {
      const bytes = randomBytes(500);
      const [first, second] = [await assetWith(bytes), await assetWith(bytes)];
      const cid = (await publish(first)).files[0]?.cid ?? '';
      await publish(second);
      await runPins();
      await publication('DELETE', first);
      await runPins();
      expect(kubo.pinned.has(cid)).toBe(true);
      await publication('DELETE', second);
      await runPins();
      expect(kubo.pinned.has(cid)).toBe(false);
    });
  });

  describe('on a pinning service', () => {
    beforeAll(() => start(`pinning+${pinning.url}`));
    afterAll(() => service.app.close());

    test('the service is told identifier and gateway, asked until it has it, and told when it may go', async () => {
      const id = await assetWith(randomBytes(100));
      const cid = (await publish(id)).files[0]?.cid ?? '';
      await runPins();
      const [name] = [...pinning.requests.keys()];
      const request = pinning.requests.get(name ?? '');
      expect(request).toMatchObject({ cid, origins: ['/dns/assay.example/tcp/443/tls/http'] });
      expect(await stateOf(id)).toMatchObject({ status: 'pinning' });
      Object.assign(request ?? {}, { status: 'pinned' });
      service.ports.clock.advance(61_000);
      await runPins();
      expect(await stateOf(id)).toMatchObject({ status: 'pinned' });
      expect(pinning.requests.size).toBe(1);
      await publication('DELETE', id);
      await runPins();
      expect(pinning.requests.size).toBe(0);
    });

    test('a request that the service gives up is made anew', async () => {
      const id = await assetWith(randomBytes(100));
      await publish(id);
      await runPins();
      for (const request of pinning.requests.values()) request.status = 'failed';
      service.ports.clock.advance(61_000);
      await runPins();
      expect(await stateOf(id)).toMatchObject({ status: 'failed', last_error: 'no provider had it' });
      service.ports.clock.advance(61_000);
      await runPins();
      expect(await stateOf(id)).toMatchObject({ status: 'pinning', last_error: null });
      expect(pinning.requests.size).toBe(2);
    });
  });
});
