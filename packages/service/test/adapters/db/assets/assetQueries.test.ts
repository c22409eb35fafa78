import { describe, expect, test } from 'vitest';
import type { AssetListQuery, AssetSearchQuery, NewAsset } from '../../../../src/app/ports/assets/assets.ts';
import {
  type Account,
  completedAsset,
  newAsset,
  NOW,
  registerAccount,
  sha256,
  testRepositories,
  LEASE,
} from '../../../support/fixtures.ts';
import { describeOnEachEngine } from '../../../support/testDatabase.ts';

const DEFAULT_LIST: AssetListQuery = { page: 1, pageSize: 20, order: 'created_at', sort: 'desc' };

const idsOf = async (found: Promise<readonly { id: string }[]>) => (await found).map(({ id }) => id);

const at = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

describeOnEachEngine('reading assets', (database) => {
  const repositories = () => testRepositories(database());
  /** An account whose assets have these fields, in this order of creation. */
  const accountWith = async (...fields: Partial<NewAsset>[]): Promise<{ account: Account; ids: string[] }> => {
    const account = await registerAccount(repositories());
    const ids: string[] = [];
    for (const [i, field] of fields.entries()) {
      const { asset } = await repositories().assets.begin(newAsset(account, { createdAt: at(i), ...field }), LEASE);
      ids.push(asset.id);
    }
    return { account, ids };
  };
  const list = async ({ organizationId }: Account, query: Partial<AssetListQuery> = {}) =>
    repositories().assets.list(organizationId, { ...DEFAULT_LIST, ...query });
  const search = async ({ organizationId }: Account, q: string, query: Partial<AssetSearchQuery> = {}) =>
    (await repositories().assets.search(organizationId, { q, page: 1, pageSize: 20, ...query })).items.map(
      (asset) => asset.id,
    );

  describe('list', () => {
    test('shows the organization its own assets, newest first, and counts all pages', async () => {
      const { account, ids } = await accountWith({}, {}, {}, {}, {});
      await accountWith({});
      const first = await list(account, { pageSize: 2 });
      const second = await list(account, { pageSize: 2, page: 2 });
      const third = await list(account, { pageSize: 2, page: 3 });
      expect([first, second, third].flatMap(({ items }) => items.map((asset) => asset.id))).toEqual(ids.toReversed());
      expect(first.total).toBe(5);
      expect(await list(account, { page: 4, pageSize: 2 })).toEqual({ items: [], total: 5 });
    });

    test('equal sort keys: the pages still partition the list', async () => {
      const { account, ids } = await accountWith(...Array.from({ length: 7 }, () => ({ createdAt: NOW, width: 5 })));
      for (const order of ['created_at', 'width', 'title'] as const) {
        const seen: string[] = [];
        for (let page = 1; page <= 4; page++)
          seen.push(...(await list(account, { order, page, pageSize: 2 })).items.map((asset) => asset.id));
        expect(seen.toSorted()).toEqual(ids.toSorted());
      }
    });

    test('sorts by every field in both directions, those without the value last', async () => {
      const { account, ids } = await accountWith(
        { title: 'beta', fileSizeBytes: 3, width: 1, height: 9, originalFilename: 'c.png' },
        { title: null, fileSizeBytes: 1, width: 3, height: 8, originalFilename: null },
        { title: 'alpha', fileSizeBytes: 2, width: 2, height: 7, originalFilename: 'd.png' },
      );
      const names = async (order: AssetListQuery['order'], sort: 'asc' | 'desc') =>
        (await list(account, { order, sort })).items.map((asset) => ids.indexOf(asset.id));
      expect(await names('title', 'asc')).toEqual([2, 0, 1]);
      expect(await names('title', 'desc')).toEqual([0, 2, 1]);
      expect(await names('file_size_bytes', 'asc')).toEqual([1, 2, 0]);
      expect(await names('width', 'desc')).toEqual([1, 2, 0]);
      expect(await names('height', 'asc')).toEqual([2, 1, 0]);
      expect(await names('original_filename', 'desc')).toEqual([2, 0, 1]);
      expect((await names('processing_status', 'asc')).toSorted()).toEqual([0, 1, 2]);
      expect((await names('updated_at', 'asc')).toSorted()).toEqual([0, 1, 2]);
    });

    test('filters by tags (all, any case and accent), status, type and time', async () => {
      const { account, ids } = await accountWith(
        { tags: ['Été', 'Sea'], mimeType: 'image/png' },
        { tags: ['sea'] },
        { tags: ['SEASIDE'] },
      );
      const found = async (query: Partial<AssetListQuery>) =>
        (await list(account, query)).items.map((asset) => ids.indexOf(asset.id)).toSorted();
      expect(await found({ tags: ['SEA'] })).toEqual([0, 1]);
      expect(await found({ tags: ['sea', 'ete'] })).toEqual([0]);
      expect(await found({ tags: [] })).toEqual([0, 1, 2]);
      expect(await found({ tags: ['a"b\\{},\0'] })).toEqual([]);
      expect(await found({ mimeType: 'image/png' })).toEqual([0]);
      expect(await found({ status: 'completed' })).toEqual([]);
      expect(await found({ status: 'processing' })).toEqual([0, 1, 2]);
      expect(await found({ createdFrom: at(1), createdTo: at(1) })).toEqual([1]);
    });
  });

  describe('search', () => {
    test('finds words and beginnings of words in title, description, tags and file name, the title first', async () => {
      const { account, ids } = await accountWith(
        { description: 'a lighthouse far away' },
        { originalFilename: 'Lighthouse_IMG-2031.jpg' },
        { tags: ['Lighthouse'] },
        { title: 'The lighthouse at dusk' },
        { title: 'A light house' },
      );
      expect(await search(account, 'lighthouse')).toEqual([ids[3], ids[2], ids[1], ids[0]]);
      expect((await search(account, 'LIGHTH')).toSorted()).toEqual(ids.slice(0, 4).toSorted());
      expect(await search(account, 'img 2031')).toEqual([ids[1]]);
      expect(await search(account, 'dusk light')).toEqual([ids[3]]);
      expect(await search(account, 'house')).toEqual([ids[4]]);
      expect(await search(account, 'nothing')).toEqual([]);
    });

    test('works in any script, with and without accents and spaces', async () => {
      const { account, ids } = await accountWith(
        { title: '東京都庁の夜景' },
        { title: 'Café Zürich' },
        { title: 'Красная площадь' },
        { title: 'ภาพถ่ายวัดอรุณ' },
        { title: 'صورة فوتوغرافية' },
        { tags: ['🌅', 'श्रीनगर'] },
      );
      expect(await search(account, '都庁')).toEqual([ids[0]]);
      expect(await search(account, '夜景')).toEqual([ids[0]]);
      expect(await search(account, '庁都')).toEqual([]);
      expect(await search(account, 'cafe zur')).toEqual([ids[1]]);
      expect(await search(account, 'CAFÉ')).toEqual([ids[1]]);
      expect(await search(account, 'ПЛОЩ')).toEqual([ids[2]]);
      expect(await search(account, 'วัดอรุณ')).toEqual([ids[3]]);
      expect(await search(account, 'فوتو')).toEqual([ids[4]]);
      expect(await search(account, '🌅')).toEqual([ids[5]]);
      expect(await search(account, 'श्रीन')).toEqual([ids[5]]);
    });

    test('an exact id, cid or hash is found, before any word', async () => {
      const hash = sha256('some picture');
      const { account, ids } = await accountWith(
        { contentHash: hash, cid: 'bafkfirst' },
        { title: `notes on ${hash}` },
      );
      expect(await search(account, hash)).toEqual([ids[0], ids[1]]);
      expect(await search(account, hash.toUpperCase())).toEqual([ids[0], ids[1]]);
      expect(await search(account, 'bafkfirst')).toEqual([ids[0]]);
      expect(await search(account, ` ${ids[1]?.toUpperCase()} `)).toEqual([ids[1]]);
    });

    test('says which fields matched, and where, in the text as it was written', async () => {
      const hash = sha256('met by its hash');
      const { account, ids } = await accountWith({
        title: '🌅 CAFÉ by the caf\u0065\u0301s, ΟΔΟΣ',
        tags: ['sea', 'cafeteria', '東京都庁'],
        originalFilename: 'ｶﾞﾗｽ.jpg',
        description: `${'cafe '.repeat(50)}tea`,
        contentHash: hash,
      });
      const places = async (q: string) => {
        const { items } = await repositories().assets.search(account.organizationId, { q, page: 1, pageSize: 20 });
        return items.flatMap(({ highlights }) =>
          highlights.map(({ field, index, start, length }) => [field, index, start, length]),
        );
      };
      const cafes = await places('cafe');
      expect(cafes.slice(0, 4)).toEqual([
        ['title', null, 2, 4],
        ['title', null, 14, 6],
        ['tags', 1, 0, 9],
        ['description', null, 0, 4],
      ]);
      expect(cafes).toHaveLength(3 + 10);
      expect(await places('tea sea')).toEqual([
        ['tags', 0, 0, 3],
        ['description', null, 250, 3],
      ]);
      expect(await places('京都')).toEqual([['tags', 2, 1, 2]]);
      expect(await places('οδοσ')).toEqual([]);
      expect(await places('οδος')).toEqual([['title', null, 22, 4]]);
      expect(await places('ガラス')).toEqual([['original_filename', null, 0, 4]]);
      expect(await places(hash.toUpperCase())).toEqual([['content_hash', null, 0, 64]]);
      expect(await places(` ${ids[0]} `)).toEqual([['id', null, 0, 36]]);
    });

    test('follows a patch, filters, orders and pages as the list does', async () => {
      const { account, ids } = await accountWith(
        { title: 'boat one', mimeType: 'image/png', width: 1 },
        { title: 'boat two', width: 3 },
        { title: 'boat three', width: 2 },
      );
      await repositories().assets.patch(account.organizationId, ids[2]!, { title: 'ship' }, at(9), []);
      expect(await search(account, 'ship')).toEqual([ids[2]]);
      expect(await search(account, 'boat', { order: 'width', sort: 'asc' })).toEqual([ids[0], ids[1]]);
      expect(await search(account, 'boat', { mimeType: 'image/png' })).toEqual([ids[0]]);
      expect(await search(account, 'boat', { page: 2, pageSize: 1, order: 'width' })).toEqual([ids[0]]);
    });

    test.each([`'`, `\\`, `a' | 'b`, ':*', '!!!', '\0', '\uD800', `'x':*A & (`, '%_', '"'])(
      'text that means something to PostgreSQL is text: %j',
      async (q) => {
        const { account } = await accountWith({ title: `quote ' and \\ back` });
        await expect(search(account, q)).resolves.toBeInstanceOf(Array);
        expect((await search(account, 'back')).length).toBe(1);
      },
    );

    test('the longest description with one repeated word can be stored and found', async () => {
      const { account, ids } = await accountWith(
        { description: 'x '.repeat(5000) },
        { description: '山'.repeat(10_000) },
      );
      expect(await search(account, 'x')).toEqual([ids[0]]);
      expect(await search(account, '山山山')).toEqual([ids[1]]);
    });
  });

  describe('what a verification may see', () => {
    test('completed assets of public organizations and of its own', async () => {
      const open = await registerAccount(repositories());
      const closed = await registerAccount(repositories(), { publicVerification: false });
      const contentHash = sha256(crypto.randomUUID());
      const inOpen = await completedAsset(repositories(), open, { contentHash, createdAt: at(2) });
      const inClosed = await completedAsset(repositories(), closed, { contentHash, createdAt: at(1) });
      const { asset: unfinished } = await repositories().assets.begin(newAsset(open, { contentHash }), LEASE);
      const { findByContent, findLive, findLiveOf } = repositories().assets;
      const stranger = { organizationIds: [] };
      const member = { organizationIds: [closed.organizationId] };
      expect(await idsOf(findByContent(contentHash, stranger))).toEqual([inOpen.id]);
      expect(await idsOf(findByContent(contentHash, member))).toEqual([inClosed.id, inOpen.id]);
      expect(await idsOf(findByContent(inOpen.watermarkedContentHash!, stranger))).toEqual([inOpen.id]);
      expect(await findLive(inClosed.id, stranger)).toBeNull();
      expect((await findLive(inClosed.id, member))?.id).toBe(inClosed.id);
      expect(await findLive(unfinished.id, { organizationIds: [open.organizationId] })).toBeNull();
      const all = [inClosed.id, unfinished.id, crypto.randomUUID(), inOpen.id];
      expect(await findLiveOf(all, stranger)).toEqual([await findLive(inOpen.id, stranger)]);
      expect((await idsOf(findLiveOf(all, member))).sort()).toEqual([inOpen.id, inClosed.id].sort());
      expect(await findLiveOf([], member)).toEqual([]);
    });
  });
});
