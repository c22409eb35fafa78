import { createHash } from 'node:crypto';
import { canonicalJson, type Json } from '@assay/core/encoding/canonicalJson';
import { historyCsv } from '../../../../src/http/views/historyCsv.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type Account,
  type FormPart,
  formOf,
  openAccount,
  startTestService,
  type TestService,
} from '../../../fakes/testService.ts';

let service: TestService;
let ada: Account;
let eve: Account;
beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
  eve = await openAccount(service, 'eve@example.org');
});
afterAll(() => service.app.close());

const send = (url: string, parts: readonly FormPart[], who: Account | null = ada) => {
  const form = formOf(parts);
  const headers = { ...form.headers, ...who?.headers };
  return service.app.inject({ method: 'POST', url, payload: form.payload, headers });
};
const file = (name: string, text: string): FormPart => ({ name, value: Buffer.from(text), fileName: 'x.jpg' });
const compare = (a: string, b: string, ...more: FormPart[]) =>
  send('/v1/verify/compare', [file('b', b), ...more, file('a', a)]);
const get = (url: string, who = ada) => service.app.inject({ method: 'GET', url, headers: who.headers });

describe('comparing two pictures', () => {
  test('200: what differs, whatever the order of the parts; nothing is stored', async () => {
    const logged = service.ports.verifications.entries.length;
    const answer = await compare('TOY lake +edit', 'TOY lake', { name: 'include_tamper_map', value: 'true' });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json()).toMatchObject({
      identical: false,
      same_picture: true,
      a: { sha256: createHash('sha256').update('TOY lake +edit').digest('hex') },
      registration: { inliers: 200, mirrored: false },
      tamper_map: Buffer.from('png').toString('base64'),
      tamper_regions: [{ x: 10, y: 20, w: 30, h: 40 }],
      modifications: [{ type: 'local_edit', severity: 'high' }],
    });
    expect(service.ports.verifications.entries).toHaveLength(logged);
    expect(service.ports.files.count()).toBe(0);
  });

  test('200: equal files are identical; strangers have no registration', async () => {
    expect((await compare('TOY lake', 'TOY lake')).json()).toMatchObject({
      identical: true,
      tamper_score: 0,
      tamper_map: null,
    });
    expect((await compare('TOY lake', 'TOY city')).json()).toMatchObject({
      identical: false,
      registration: null,
      same_picture: null,
      coverage: null,
    });
  });

  test('400: one of them is no picture; 401: without a credential', async () => {
    for (const [field, a, b] of [
      ['a', 'nonsense', 'TOY lake'],
      ['b', 'TOY lake', 'nonsense'],
    ] as const) {
      const answer = await compare(a, b);
      expect([answer.statusCode, answer.json()]).toMatchObject([
        400,
        {
          error_code: 'INVALID_FILE_TYPE',
          detail: expect.stringMatching(new RegExp(`^Picture ${field}: `)),
          errors: [{ field, location: 'body', code: 'invalid_file_type' }],
        },
      ]);
    }
    const parts = [file('a', 'TOY lake'), file('b', 'TOY lake')];
    expect((await send('/v1/verify/compare', parts, null)).statusCode).toBe(401);
  });

  test.each([
    ['only a', ['a']],
    ['only b', ['b']],
    ['a twice', ['a', 'a']],
    ['three', ['a', 'b', 'b']],
    ['none', []],
  ] as const)('422: %s', async (_name, names) => {
    const answer = await send(
      '/v1/verify/compare',
      names.map((name) => file(name, 'TOY lake')),
    );
    expect(answer.statusCode, answer.body).toBe(422);
  });
});

describe('reports, thresholds, history', () => {
  const verify = async (scene: string, query = '') =>
    (await send(`/v1/verify/${query}`, [file('file', `TOY ${scene}`)])).json() as Record<string, unknown>;

  test('200: a report whose digest can be taken again; 404: of somebody else', async () => {
    const { verification_id } = await verify('lake');
    const url = `/v1/verify/${verification_id}/report.json`;
    const answer = await get(url);
    expect(answer.statusCode, answer.body).toBe(200);
    const { digest, ...rest } = answer.json() as Record<string, Json>;
    expect(digest).toBe(createHash('sha256').update(canonicalJson(rest)).digest('hex'));
    expect(rest).toMatchObject({
      report_version: 1,
      verification: { verification_id },
      fired_rules: ['nothing-found'],
    });
    expect(answer.headers['content-disposition']).toContain('.json');
    expect((await get(url, eve)).statusCode).toBe(404);
  });

  test('200: the report of a verification without a maker is for whoever has its id, as its other forms are', async () => {
    const form = formOf([file('file', 'TOY lake')]);
    const made = await service.app.inject({ method: 'POST', url: '/v1/verify/', ...form });
    const { verification_id } = made.json() as { verification_id: string };
    const url = `/v1/verify/${verification_id}/report.json`;
    const answer = await service.app.inject({ method: 'GET', url });
    expect(answer.json()).toMatchObject({ report_version: 1, verification: { verification_id } });
    expect((await service.app.inject({ method: 'GET', url, headers: { 'x-api-key': 'bad' } })).statusCode).toBe(401);
  });

  test('422: a threshold outside 0.5..1; 200: one inside is in the report', async () => {
    const { verification_id } = await verify('lake', '?threshold=0.95');
    expect((await get(`/v1/verify/${verification_id}/report.json`)).json()).toMatchObject({ threshold: 0.95 });
    for (const threshold of ['0.49', '1.01', 'x'])
      expect(await verify('lake', `?threshold=${threshold}`)).toMatchObject({ error_code: 'VALIDATION_ERROR' });
  });

  test('200: the history as a table that no spreadsheet runs', async () => {
    const upload = [{ name: 'title', value: '=HYPERLINK("http://x")' }, file('file', 'TOY dam')];
    const asset = (await send('/v1/assets/', upload)).json() as { id: string };
    await verify('dam');
    const answer = await get('/v1/verify/history?format=csv');
    expect(answer.headers['content-type']).toContain('text/csv');
    const lines = answer.body.split('\r\n');
    expect(lines[0]).toBe('id,verified_at,verdict,confidence,asset_id,asset_title,user_id,api_key_id');
    expect(lines).toHaveLength(
      service.ports.verifications.entries.filter(({ userId }) => userId === ada.id).length + 2,
    );
    expect(lines[1]).toContain(asset.id);
  });

  test('200: an administrator sees what others verified in the organization; 403: an editor does not', async () => {
    const organizationId = (await service.ports.memberships.personal(ada.id)).organization.id;
    const max = await openAccount(service, 'max@example.org');
    service.join(max.id, organizationId, 'admin');
    const url = `/v1/verify/history?scope=organization&organization_id=${organizationId}`;
    const seen = (await get(url, max)).json() as { total: number };
    expect(seen.total).toBe(((await get('/v1/verify/history')).json() as { total: number }).total);
    expect(seen.total).toBeGreaterThan(0);
    const totalOf = async (query: string) => ((await get(`${url}&${query}`, max)).json() as { total: number }).total;
    expect([await totalOf(`user_id=${ada.id}`), await totalOf(`user_id=${max.id}`)]).toEqual([seen.total, 0]);
    const own = await get(`/v1/verify/history?user_id=${max.id}`);
    expect([own.statusCode, own.body]).toEqual([422, expect.stringContaining('needs scope=organization')]);
    const edda = await openAccount(service, 'edda@example.org');
    service.join(edda.id, organizationId, 'editor');
    expect((await get(url, edda)).statusCode).toBe(403);
    expect((await get(url, eve)).statusCode).toBe(404);
  });
});

test.each([
  ['plain', 'plain'],
  ['=1+1', "'=1+1"],
  ['a,"b"', '"a,""b"""'],
  ['\n=1+1', '"\'\n=1+1"'],
  ['＝1+1', "'＝1+1"],
  ['@x\r\ny', '"\'@x\r\ny"'],
])('a title %j is written %j', (title, written) => {
  const matchedAsset = { id: 'a', organizationId: 'o', title, originalFilename: null, cid: 'c' };
  const line = { id: 'v', verifiedAt: new Date(0), verdict: 'authentic', confidence: 1, assetId: 'a' } as const;
  const maker = { userId: 'u', apiKeyId: null };
  const table = historyCsv([{ ...line, ...maker, matchedAsset, previewToken: null }]);
  expect(table.slice(table.indexOf('\r\n') + 2)).toBe(`v,1970-01-01T00:00:00.000Z,authentic,1,a,${written},u,\r\n`);
});
