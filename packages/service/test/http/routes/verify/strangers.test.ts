import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VerificationRecord } from '../../../../src/app/verify/verification.ts';
import type { VerificationEntry } from '../../../../src/app/ports/verify/verifications.ts';
import type { Compared } from '../../../../src/app/ports/verify/engine.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';

type Json = Record<string, unknown>;
let service: TestService;
let ada: Account;
let eve: Account;
let assetId: string;
/** Added to every measure of a comparison: another picture, but for its last digits. */
let nudge = 0;

/** What a real comparison measures: digits without end. */
const finely = (compared: Compared): Compared => ({
  ...compared,
  registration: compared.registration && { ...compared.registration, inliers: 137, residualPx: 0.6123 },
  difference: compared.difference && {
    ...compared.difference,
    largestRegionFraction: 0.0512345 + nudge,
    changedFraction: 0.0612345,
    tamperScore: 0.9123456 + nudge,
    regions: [{ x: 101 + Math.round(100 * nudge), y: 53, w: 77, h: 91, score: 0.8765432 + nudge }],
  },
  payloadZScore: 7.391 + nudge,
  modifications: [
    { type: 'crop', severity: 'low', region: { x: 1.25, y: 2, w: 601, h: 440 }, visibleFraction: 0.913 },
    { type: 'recompress', severity: 'low', original: 'jpeg quality 93', current: 'jpeg quality 81' },
    { type: 'local_edit', severity: 'high', region: { x: 101, y: 53, w: 77, h: 91, score: 0.8765432 } },
  ],
});

beforeAll(async () => {
  service = await startTestService();
  [ada, eve] = [await openAccount(service, 'ada@example.org'), await openAccount(service, 'eve@example.org')];
  const form = formOf([{ name: 'file', value: toyPicture('harbour'), fileName: 'a.jpg' }]);
  const headers = { ...form.headers, ...ada.headers };
  const answer = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
  assetId = (answer.json() as { id: string }).id;
  const { engine } = service.ports;
  const [compare, inspect] = [engine.compare, engine.inspect];
  engine.compare = async (request) => finely(await compare(request));
  engine.inspect = async (bytes) => {
    const inspected = await inspect(bytes);
    const { fingerprint } = inspected;
    if (fingerprint.model === null) return inspected;
    const embedding768 = fingerprint.embedding768.map((value, i) => value + (i % 7) * (0.015 + nudge / 100));
    return { ...inspected, fingerprint: { ...fingerprint, embedding768 } };
  };
});
afterAll(() => service.app.close());

const get = async (url: string, headers: Record<string, string> = {}) =>
  (await service.app.inject({ method: 'GET', url, headers })).json() as Json;

async function verify(text: string, headers: Record<string, string> = {}, url = '/v1/verify/'): Promise<Json> {
  const form = formOf([
    { name: url.endsWith('batch') ? 'files' : 'file', value: `TOY ${text}`, fileName: 'q.jpg' },
    { name: 'include_tamper_map', value: 'true' },
  ]);
  const answer = await service.app.inject({
    method: 'POST',
    url,
    payload: form.payload,
    headers: { ...form.headers, ...headers },
  });
  expect(answer.statusCode).toBe(200);
  return answer.json() as Json;
}

/** The toy picture is 640 by 480: a sixteenth of each side, px. */
const [CELL_X, CELL_Y] = [40, 30];
const HUNDREDTH = 0.01;
const TWENTIETH = 0.05;
/** How fine each number of an answer to a stranger may be; any other number is one too many. */
const STEPS: Readonly<Record<string, number>> = {
  confidence: HUNDREDTH,
  similarity_score: TWENTIETH,
  similarity: TWENTIETH,
  distance: TWENTIETH,
  tamper_score: TWENTIETH,
  score: TWENTIETH,
  threshold: TWENTIETH,
  ...{ x: CELL_X, w: CELL_X, y: CELL_Y, h: CELL_Y },
  ...Object.fromEntries(
    ['match_count', 'processing_time_ms', 'index', 'total', 'successful', 'failed'].map((n) => [n, 1]),
  ),
  ...Object.fromEntries(['page', 'page_size', 'pages', 'report_version'].map((name) => [name, 1])),
};
const isMultiple = (value: number, step: number): boolean => Math.abs(value / step - Math.round(value / step)) < 1e-9;
/** Sentences, whose numbers are read; other texts are words, hashes and times. */
const SENTENCES: ReadonlySet<string> = new Set(['statement', 'details']);

/** Every number that is finer than its step, with its place. */
function tooFine(value: unknown, key = '', place = ''): string[] {
  if (typeof value === 'number') return isMultiple(value, STEPS[key] ?? Number.NaN) ? [] : [`${place}: ${value}`];
  if (typeof value === 'string') {
    if (!SENTENCES.has(key)) return [];
    const numbers = (value.match(/\d+(?:\.\d+)?/g) ?? []).map(Number);
    return numbers.filter((number) => !isMultiple(number, TWENTIETH)).map((number) => `${place}: ${number} in words`);
  }
  if (Array.isArray(value)) return value.flatMap((item, i) => tooFine(item, key, `${place}[${i}]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => tooFine(member, name, `${place}.${name}`));
}

const PICTURES = () => ['harbour +edit', `harbour +edit MARK ${assetId}`, `desert MARK ${assetId}`, 'desert'];

describe('whoever is no member of the asset’s organization', () => {
  test('finds no number finer than its step: verify, batch, reading again, report, history, link', async () => {
    for (const headers of [{}, eve.headers])
      for (const text of PICTURES()) {
        const result = await verify(text, headers);
        expect(tooFine(result)).toEqual([]);
        expect(tooFine(await verify(text, headers, '/v1/verify/batch'))).toEqual([]);
        if (headers === eve.headers) {
          const url = `/v1/verify/${result.verification_id}`;
          expect(tooFine(await get(url, eve.headers))).toEqual([]);
          expect(tooFine(await get(`${url}/report.json`, eve.headers))).toEqual([]);
        }
      }
    expect(tooFine(await get('/v1/verify/history?page_size=100', eve.headers))).toEqual([]);
  });

  test('finds no presence map, no agreement of bits, no id, and nothing of the files that the owner has', async () => {
    for (const headers of [{}, eve.headers]) {
      const result = await verify(`harbour +edit MARK ${assetId}`, headers);
      expect(result).toMatchObject({
        verdict: 'forged',
        watermark: { track_a_detected: true, payload: null },
        fingerprint: { match_count: 1, top_matches: [] },
        blockchain: { tx_hash: null },
        mark_presence: null,
        mark_removal: null,
        tamper_source: 'comparison',
        asset_id: null,
      });
      const text = JSON.stringify(result);
      for (const hidden of [assetId, 'coded bits', 'standard deviations', 'jpeg quality', 'points agree'])
        expect(text).not.toContain(hidden);
      expect((result.metadata as { modifications: Json[] }).modifications.map((one) => Object.keys(one))).toEqual(
        Array.from({ length: 3 }, () => ['type', 'severity']),
      );
    }
    const table = await get('/v1/verify/history', eve.headers);
    expect((table.items as Json[])[0]).toMatchObject({ verdict: 'forged', asset_id: null, matched_asset: null });
    const { events } = service.ports.verifications;
    const told = events.filter(({ event }) => event === 'verification.completed');
    for (const { data } of told) expect(data).toMatchObject({ matched_asset_id: null });
    expect(told.flatMap(({ data }) => tooFine(data))).toEqual([]);
  });

  test('gets the same answer for two pictures that differ slightly, where a member sees them apart', async () => {
    const answers = async (headers: Record<string, string>) => {
      const seen: Json[] = [];
      for (nudge of [0, 0.004]) {
        const {
          verification_id: _id,
          verified_at: _at,
          processing_time_ms: _ms,
          ...rest
        } = await verify('harbour +edit', headers);
        seen.push(rest);
      }
      nudge = 0;
      return seen as [Json, Json];
    };
    for (const headers of [{}, eve.headers]) {
      const [first, second] = await answers(headers);
      expect(second).toEqual(first);
    }
    const [first, second] = await answers(ada.headers);
    expect(second).not.toEqual(first);
  });

  test('cannot read a similarity from a threshold of his own: it is a step as well', async () => {
    const at = async (threshold: number, headers: Record<string, string>) => {
      const { fingerprint } = await verify('harbour', headers, `/v1/verify/?threshold=${threshold}`);
      const { evidence } = service.ports.verifications.entries.at(-1) as VerificationEntry;
      const { description } = evidence as VerificationRecord;
      return { threshold: description.threshold, ...(fingerprint as { similarity_score: number }) };
    };
    const own = await at(0.8123, ada.headers);
    expect(own.threshold).toBe(0.8123);
    expect(await at(0.8123, eve.headers)).toMatchObject({ threshold: 0.85 });
    expect(await at(0.85, {})).toMatchObject({ threshold: 0.85 });
  });

  test('learns which asset it is where its organization says so, and no finer number for it', async () => {
    const { organization } = await service.ports.memberships.personal(ada.id);
    const unnamed = await verify(`harbour +edit MARK ${assetId}`, eve.headers);
    service.nameAssets(organization.id);
    const result = await get(`/v1/verify/${unnamed.verification_id}`, eve.headers);
    expect(result).toMatchObject({ asset_id: assetId, fingerprint: { top_matches: [{ asset_id: assetId }] } });
    expect(tooFine(result)).toEqual([]);
    expect(result.mark_presence).toBeNull();
  });
});

test('a member keeps everything, and a link to his verification shows what strangers see', async () => {
  const result = await verify(`harbour +edit MARK ${assetId}`, ada.headers);
  expect(result).toMatchObject({ asset_id: assetId, mark_presence: { tracks: ['a'] }, tamper_score: 0.9123456 });
  expect(tooFine(result)).not.toEqual([]);
  const link = await service.app.inject({
    method: 'POST',
    url: `/v1/verify/${result.verification_id}/share`,
    payload: {},
    headers: ada.headers,
  });
  expect(link.statusCode).toBe(201);
  const shown = await get(`/v1/shared/${(link.json() as { token: string }).token}`);
  expect(shown).toMatchObject({ verification: { verdict: 'forged', mark_presence: null } });
  expect(tooFine(shown)).toEqual([]);
});
