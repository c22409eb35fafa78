import { AppError } from '@assay/core/errors';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Account,
  type FormPart,
  formOf,
  openAccount,
  startTestService,
  type TestService,
  UPLOAD_BYTES_MAX,
} from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';

let service: TestService;
let ada: Account;
let assetId: string;
beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
  const form = formOf([{ name: 'file', value: toyPicture('harbour'), fileName: 'a.jpg' }]);
  const headers = { ...form.headers, ...ada.headers };
  const answer = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
  assetId = (answer.json() as { id: string }).id;
  // What strangers hear of it beside its id: strangers.test.ts.
  service.nameAssets((await service.ports.memberships.personal(ada.id)).organization.id);
});
afterAll(() => service.app.close());

type Json = Record<string, unknown>;
const file = (text: string, name = 'file'): FormPart => ({ name, value: `TOY ${text}`, fileName: 'q.jpg' });
const post = (url: string, parts: readonly FormPart[], headers: Record<string, string> = {}) => {
  const form = formOf(parts);
  return service.app.inject({ method: 'POST', url, payload: form.payload, headers: { ...form.headers, ...headers } });
};
const verify = async (text: string, headers: Record<string, string> = {}, map = false): Promise<Json> => {
  const parts = [file(text), ...(map ? [{ name: 'include_tamper_map', value: 'true' }] : [])];
  return (await post('/v1/verify/', parts, headers)).json() as Json;
};
const codeOf = (answer: { json(): unknown }) => (answer.json() as { error_code: string }).error_code;

const CONTRACT = [
  'is_authentic',
  'confidence',
  'watermark',
  'fingerprint',
  'blockchain',
  'metadata',
  'tamper_map',
].concat(['verdict', 'details']);

describe('one picture', () => {
  test('200: the original and the delivered file are authentic with exactly 1, and all other fields are filled', async () => {
    const original = await verify('harbour');
    expect(original).toMatchObject({ verdict: 'authentic', is_authentic: true, confidence: 1, asset_id: assetId });
    expect(original).toMatchObject({
      fingerprint: { similarity_score: 1, match_count: 1 },
      metadata: { exif_intact: true },
    });
    const delivered = await verify(`harbour MARK ${assetId}`);
    const payload = Buffer.from(assetId.replaceAll('-', ''), 'hex').toString('base64');
    expect(delivered).toMatchObject({
      verdict: 'authentic',
      confidence: 1,
      watermark: { track_a_detected: true, track_b_detected: true, track_c_detected: false, payload },
      fingerprint: { match_count: 1, top_matches: [{ asset_id: assetId, similarity: 1, distance: 0 }] },
    });
  });

  test('200: a forged region is found, with or without the mark', async () => {
    for (const text of ['harbour +edit', `harbour +edit MARK ${assetId}`]) {
      const result = await verify(text, {}, true);
      expect(result).toMatchObject({ verdict: 'forged', is_authentic: false, asset_id: assetId, tamper_score: 0.9 });
      expect(result.rule).toBe('local-edit');
      expect(result.tamper_map).toBe(Buffer.from('png').toString('base64'));
      expect(result.tamper_regions).toEqual([{ x: 0, y: 0, w: 40, h: 60, score: 0.9 }]);
      expect(result.confidence).toBeLessThan(1);
    }
  });

  test('200: a stranger is unknown, with every key there and null where there is nothing', async () => {
    const result = await verify('desert', {}, true);
    for (const key of CONTRACT) expect(result).toHaveProperty(key);
    expect(result).toMatchObject({
      verdict: 'unknown',
      watermark: { track_a_detected: false, track_b_detected: false, track_c_detected: false, payload: null },
      fingerprint: { match_count: 0, top_matches: [] },
      blockchain: { commitment_found: false, signature_valid: false, on_chain: false, tx_hash: null },
      metadata: { exif_intact: false, modifications: [] },
      tamper_map: null,
      asset_id: null,
    });
  });

  test('200: a mark moved onto another picture is forged and never authentic', async () => {
    expect(await verify(`desert MARK ${assetId}`)).toMatchObject({ verdict: 'forged', asset_id: assetId });
  });

  test('200: a payload that names no live asset is no detection', async () => {
    const result = await verify('desert MARK 01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f01');
    expect(result).toMatchObject({ verdict: 'unknown', watermark: { track_a_detected: false, payload: null } });
  });

  test('200: without a request for a map the key is there and null', async () => {
    expect((await verify('harbour +edit')).tamper_map).toBeNull();
  });

  test('200: anonymous callers read two decimals of confidence, and 1 only for a stored file', async () => {
    const result = await verify('harbour +edit');
    expect(Number(result.confidence) * 100).toBeCloseTo(Math.round(Number(result.confidence) * 100), 9);
  });

  test('400 and 422: bad pictures answer as an upload does, and are not logged', async () => {
    const before = service.ports.verifications.entries.length;
    const text = await post('/v1/verify/', [{ name: 'file', value: 'words', fileName: 'a.png' }]);
    const large = await post('/v1/verify/', [
      { name: 'file', value: Buffer.alloc(UPLOAD_BYTES_MAX + 1), fileName: 'a' },
    ]);
    const none = await post('/v1/verify/', [{ name: 'include_tamper_map', value: 'true' }]);
    const two = await post('/v1/verify/', [file('a'), file('b')]);
    const bad = await post('/v1/verify/', [file('a'), { name: 'include_tamper_map', value: 'perhaps' }]);
    expect([text, large, none, two, bad].map((answer) => [answer.statusCode, codeOf(answer)])).toEqual([
      [400, 'INVALID_FILE_TYPE'],
      [400, 'FILE_TOO_LARGE'],
      [422, 'VALIDATION_ERROR'],
      [422, 'VALIDATION_ERROR'],
      [422, 'VALIDATION_ERROR'],
    ]);
    expect(service.ports.verifications.entries.length).toBe(before);
  });

  test('400: a file that no decoder reads costs its unit; 503: a full queue gives it back', async () => {
    const { quotas, engine } = service.ports;
    const before = quotas.verificationsCounted();
    const bad = [{ name: 'file', value: 'no picture', fileName: 'q.jpg' }];
    expect((await post('/v1/verify/', bad)).statusCode).toBe(400);
    expect((await post('/v1/verify/', bad, ada.headers)).statusCode).toBe(400);
    expect((await post('/v1/verify/batch', [...bad, file('pier')])).statusCode).toBe(200);
    expect(quotas.verificationsCounted() - before).toBe(4);
    const { inspect } = engine;
    engine.inspect = () => Promise.reject(new AppError('SERVICE_UNAVAILABLE', 'full'));
    expect((await post('/v1/verify/', [file('pier')])).statusCode).toBe(503);
    engine.inspect = inspect;
    expect(quotas.verificationsCounted() - before).toBe(4);
  });

  test('400: what is refused for its container is hashed for nobody and goes to no thread', async () => {
    const { engine, digests } = service.ports;
    const before = [engine.assertStructure, engine.inspect, digests.sha256] as const;
    const asked: string[] = [];
    Object.assign(engine, {
      assertStructure: () => {
        throw new AppError('INVALID_FILE_TYPE', 'The file consists of thousands of parts.');
      },
      inspect: () => asked.push('inspect'),
    });
    Object.assign(digests, { sha256: () => asked.push('hash') });
    const refused = await post('/v1/verify/', [{ name: 'file', value: toyPicture('harbour'), fileName: 'q.jpg' }]);
    expect([refused.statusCode, asked]).toEqual([400, []]);
    Object.assign(engine, { assertStructure: before[0], inspect: before[1] });
    Object.assign(digests, { sha256: before[2] });
  });

  test('401: a bad credential is refused, never silently anonymous', async () => {
    const answer = await post('/v1/verify/', [file('harbour')], { authorization: 'Bearer nonsense' });
    expect([answer.statusCode, codeOf(answer)]).toEqual([401, 'INVALID_TOKEN']);
  });

  test('anonymous verifications are logged without a user, and the owner hears of his own ones', async () => {
    await verify('harbour');
    expect(service.ports.verifications.entries.at(-1)).toMatchObject({ userId: null, organizationId: null });
    const events = service.ports.verifications.events.length;
    const own = await verify('harbour', ada.headers);
    expect(service.ports.verifications.events.slice(events)).toMatchObject([
      {
        event: 'verification.completed',
        data: { verification_id: own.verification_id, verdict: 'authentic', matched_asset_id: assetId },
      },
    ]);
  });
});

describe('several pictures', () => {
  test('200: order kept, a bad one fails alone in the full shape, the sums fit', async () => {
    const parts = [
      file('harbour', 'files'),
      { name: 'files', value: 'words', fileName: 'bad.jpg' },
      { name: 'files[]', value: Buffer.alloc(UPLOAD_BYTES_MAX + 1), fileName: 'big.jpg' },
      file('desert', 'file'),
    ];
    const body = (await post('/v1/verify/batch', parts)).json() as { results: Json[] };
    expect(body).toMatchObject({ total: 4, successful: 2, failed: 2, processing_time_ms: expect.any(Number) });
    expect(body.results.map(({ verdict, index }) => [index, verdict])).toEqual([
      [0, 'authentic'],
      [1, 'unknown'],
      [2, 'unknown'],
      [3, 'unknown'],
    ]);
    expect(body.results.map(({ error }) => (error as Json | null)?.error_code ?? null)).toEqual([
      null,
      'INVALID_FILE_TYPE',
      'FILE_TOO_LARGE',
      null,
    ]);
    expect(body.results.map(({ rule }) => rule)).toEqual(['exact', null, null, 'nothing-found']);
    for (const result of body.results) for (const key of CONTRACT) expect(result).toHaveProperty(key);
  });

  test('200: the organization hears of the batch as a whole, and nobody of an anonymous one', async () => {
    const parts = [file('harbour', 'files'), { name: 'files', value: 'words', fileName: 'bad.jpg' }];
    await post('/v1/verify/batch', parts);
    expect(service.ports.outbox.events).toEqual([]);
    await post('/v1/verify/batch', parts, ada.headers);
    const data = { batch_id: expect.any(String), total: 2, successful: 1, failed: 1 };
    expect(service.ports.outbox.events).toMatchObject([{ event: 'verification.batch_completed', data }]);
  });

  test('422: no file, and more than 20', async () => {
    const many = Array.from({ length: 21 }, () => file('harbour', 'files'));
    for (const parts of [[], many]) expect((await post('/v1/verify/batch', parts)).statusCode).toBe(422);
    const twenty = await post('/v1/verify/batch', many.slice(0, 20));
    expect(twenty.json()).toMatchObject({ total: 20, successful: 20 });
  });
});

describe('history', () => {
  test('200: own verifications, the newest first, filtered by verdict and inclusive dates', async () => {
    const lea = await openAccount(service, 'lea@example.org');
    await verify('harbour', lea.headers);
    service.ports.clock.advance(60_000);
    const last = await verify('desert', lea.headers);
    const read = async (query: string) => {
      const answer = await service.app.inject({
        method: 'GET',
        url: `/v1/verify/history${query}`,
        headers: lea.headers,
      });
      return answer.json() as { items: Json[]; total: number };
    };
    const all = await read('');
    expect(all).toMatchObject({ total: 2, page: 1, page_size: 20, pages: 1 });
    expect(all.items[0]).toMatchObject({ id: last.verification_id, verdict: 'unknown', asset_id: null });
    expect(Object.keys(all.items[0] as Json).sort()).toEqual([
      'api_key_id',
      'asset_id',
      'confidence',
      'id',
      'matched_asset',
      'user_id',
      'verdict',
      'verified_at',
    ]);
    expect((await read('?verdict=authentic')).total).toBe(1);
    expect((await read('?start_date=2026-11-20&end_date=2026-11-20')).total).toBe(2);
    expect((await read(`?start_date=${encodeURIComponent(String(last.verified_at))}`)).total).toBe(1);
    expect((await read('?end_date=2026-11-19')).total).toBe(0);
  });

  test('422: an unknown verdict, a date that is none, an end before the start', async () => {
    for (const query of ['verdict=Authentic', 'start_date=yesterday', 'start_date=2026-11-21&end_date=2026-11-20']) {
      const answer = await service.app.inject({
        method: 'GET',
        url: `/v1/verify/history?${query}`,
        headers: ada.headers,
      });
      expect([answer.statusCode, codeOf(answer)]).toEqual([422, 'VALIDATION_ERROR']);
    }
  });

  test('200: one verification again, as it was answered; 404 for anybody else', async () => {
    const first = await verify('harbour +edit', ada.headers, true);
    const url = `/v1/verify/${first.verification_id}`;
    const again = await service.app.inject({ method: 'GET', url, headers: ada.headers });
    expect(again.json()).toEqual({ ...first, tamper_map: null });
    const eve = await openAccount(service, 'eve@example.org');
    const foreign = await service.app.inject({ method: 'GET', url, headers: eve.headers });
    expect([foreign.statusCode, codeOf(foreign)]).toEqual([404, 'VERIFICATION_NOT_FOUND']);
  });
});
