import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Account, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';

/** Who asks for manifests by a picture could tune an edit as by verifications, so it counts as they do. */
let service: TestService;
let ada: Account;
let entry: { manifestId: string; organizationId: string; assetId: string; copyId: null };

beforeEach(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
  const { organization } = await service.ports.memberships.personal(ada.id);
  entry = { manifestId: 'urn:c2pa:harbour', organizationId: organization.id, assetId: randomUUID(), copyId: null };
  const { manifests } = service.ports;
  Object.assign(manifests, {
    nearestByPdq: async (pdq: Uint8Array) => [{ ...entry, pdq }],
    byBinding: async () => [entry],
  });
});
afterEach(() => service.app.close());

const value = (i: number): string => Buffer.alloc(32, i).toString('base64');
const byBinding = (alg: string, i: number, headers: Record<string, string> = {}, remoteAddress = '192.0.2.1') => {
  const query = new URLSearchParams({ alg, value: value(i) });
  return service.app.inject({ url: `/v1/c2pa/matches/byBinding?${query}`, headers, remoteAddress });
};
const byContent = (i: number, remoteAddress: string) => {
  const { fingerprint: alg } = service.ports.credentials.algorithms;
  return service.app.inject({
    method: 'POST',
    url: `/v1/c2pa/matches/byContent?alg=${alg}`,
    payload: Buffer.from(`TOY harbour MARK 00000000-0000-4000-8000-${String(i).padStart(12, '0')}`),
    headers: { 'content-type': 'image/jpeg' },
    remoteAddress,
  });
};

test('429: the 21st different picture or fingerprint of one asset in an hour; marks and own pictures are not counted', async () => {
  const { fingerprint, tracks } = service.ports.credentials.algorithms;
  for (let i = 0; i < 20; i++) {
    const answer = await byBinding(fingerprint, i);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { matches: [{ manifestId: entry.manifestId, similarityScore: 100 }] },
    ]);
  }
  const refused = await byBinding(fingerprint, 20);
  expect(refused.json()).toMatchObject({ error_code: 'RATE_LIMITED', limit: 20, window: 'hour' });
  expect(refused.body).not.toContain(entry.assetId);
  const content = await byContent(0, '192.0.2.1');
  expect(content.statusCode, content.body).toBe(429);
  // One that was asked before, a mark, a member, another network.
  expect((await byBinding(fingerprint, 3)).statusCode).toBe(200);
  expect((await byBinding(tracks.b, 21)).statusCode).toBe(200);
  for (let i = 21; i < 45; i++) expect((await byBinding(fingerprint, i, ada.headers)).statusCode).toBe(200);
  expect((await byContent(1, '198.51.100.1')).statusCode).toBe(200);
});

test('the owner is told of the tenth, as of verifications; of an asset that many ask about the score is coarser', async () => {
  const { fingerprint } = service.ports.credentials.algorithms;
  for (let i = 0; i < 10; i++) await byContent(i, `192.0.2.${i % 3}`);
  expect(service.ports.outbox.events).toMatchObject([
    { event: 'asset.matched', organizationId: entry.organizationId, data: { asset_id: entry.assetId, checks: 10 } },
  ]);
  Object.assign(service.ports.manifests, {
    nearestByPdq: async (pdq: Uint8Array) => [{ ...entry, pdq: pdq.map((byte, i) => (i < 2 ? byte ^ 0xff : byte)) }],
  });
  const scoreOf = async (i: number, from: string) =>
    (await byBinding(fingerprint, i, {}, from)).json() as { matches: { similarityScore: number }[] };
  expect(await scoreOf(100, '203.0.113.1')).toMatchObject({ matches: [{ similarityScore: 90 }] });
  for (let i = 101; i < 150; i++) await byBinding(fingerprint, i, {}, `203.0.${i}.1`);
  expect(await scoreOf(150, '203.0.113.2')).toMatchObject({ matches: [{ similarityScore: 75 }] });
});
