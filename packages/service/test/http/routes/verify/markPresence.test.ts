import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';
import { toyPicture } from '../../../fakes/toyEngine.ts';

let service: TestService;
let ada: Account;
let assetId: string;
beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
  const form = formOf([{ name: 'file', value: toyPicture('meadow'), fileName: 'a.jpg' }]);
  const headers = { ...form.headers, ...ada.headers };
  const answer = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
  assetId = (answer.json() as { id: string }).id;
});
afterAll(() => service.app.close());

type Json = Record<string, unknown>;

async function verify(text: string, map = true): Promise<Json> {
  const parts = [{ name: 'file', value: `TOY ${text}`, fileName: 'q.jpg' }];
  const form = formOf(map ? [...parts, { name: 'include_tamper_map', value: 'true' }] : parts);
  const headers = { ...form.headers, ...ada.headers };
  const answer = await service.app.inject({ method: 'POST', url: '/v1/verify/', payload: form.payload, headers });
  expect(answer.statusCode).toBe(200);
  return answer.json() as Json;
}

const base64 = (text: string): string => Buffer.from(text).toString('base64');
const REGION = { x: 16, y: 24, w: 120, h: 96, score: 0.875 };
const statements = ({ evidence }: Json): string[] => (evidence as { statement: string }[]).map((one) => one.statement);

describe('where the mark is missing', () => {
  test('200: is told beside the comparison with the original, which rules verdict, tamper map and regions', async () => {
    const result = await verify(`meadow +edit MARK ${assetId}`);
    expect(result.mark_presence).toEqual({
      tracks: ['a'],
      assessable_fraction: 0.9,
      missing_fraction: 0.05,
      regions: [REGION],
      map: base64('presence png'),
    });
    expect(result).toMatchObject({ verdict: 'forged', tamper_source: 'comparison', tamper_map: base64('png') });
    expect(result.tamper_regions).not.toEqual([REGION]);
    expect(statements(result)).toContain(
      'Without the original: the mark of track A is missing in 1 place, 5.0 % of the picture; in 90.0 % of the picture that can be told.',
    );
  });

  test('200: is null for a picture without a mark, and its map only comes where maps are asked for', async () => {
    expect(await verify('meadow +edit')).toMatchObject({ mark_presence: null, tamper_source: 'comparison' });
    expect(await verify('nowhere')).toMatchObject({ mark_presence: null, tamper_source: null, tamper_map: null });
    const asked = vi.spyOn(service.ports.engine, 'inspect');
    expect((await verify(`meadow +edit MARK ${assetId}`, false)).mark_presence).toMatchObject({ map: null });
    expect(asked).toHaveBeenLastCalledWith(expect.anything(), false);
    asked.mockRestore();
  });

  test('200: a mark that no track read when it was made is not looked for', async () => {
    const { engine } = service.ports;
    const asked = vi.spyOn(engine, 'compare');
    await verify('meadow +edit');
    const isMarkedOf = (id: string) =>
      asked.mock.calls.filter(([{ asset }]) => asset?.id === id).map(([{ asset }]) => asset?.isMarked);
    expect(isMarkedOf(assetId)).toContain(true);
    const mark = vi.spyOn(engine, 'mark').mockImplementationOnce(async (...given) => {
      mark.mockRestore();
      const made = await engine.mark(...given);
      return { ...made, tracks: made.tracks.map((track) => ({ ...track, detected: false })) };
    });
    const form = formOf([{ name: 'file', value: toyPicture('fog'), fileName: 'a.jpg' }]);
    const headers = { ...form.headers, ...ada.headers };
    const answer = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
    await verify('fog +edit');
    const { id } = answer.json() as { id: string };
    expect(new Set(isMarkedOf(id))).toEqual(new Set([false]));
    asked.mockRestore();
  });

  test('200: a verification read again tells the same but for the map, and the report has it', async () => {
    const first = await verify(`meadow +edit MARK ${assetId}`);
    const url = `/v1/verify/${first.verification_id}`;
    const again = await service.app.inject({ method: 'GET', url, headers: ada.headers });
    const kept = { ...first, tamper_map: null, mark_presence: { ...(first.mark_presence as Json), map: null } };
    expect(again.json()).toEqual(kept);
    const report = await service.app.inject({ method: 'GET', url: `${url}/report.json`, headers: ada.headers });
    expect((report.json() as Json).verification).toEqual(kept);
  });

  test('200: without the original the delivered file is compared with; without either the mark stands in, flagged', async () => {
    const { files } = service.ports;
    await files.remove(assetId, 'original');
    expect(await verify(`meadow +edit MARK ${assetId}`)).toMatchObject({
      verdict: 'forged',
      tamper_source: 'comparison',
    });
    await files.remove(assetId, 'watermarked');
    expect(await verify(`meadow +edit MARK ${assetId}`)).toMatchObject({
      verdict: 'unknown',
      asset_id: assetId,
      tamper_source: 'mark_presence',
      tamper_map: base64('presence png'),
      tamper_regions: [REGION],
      tamper_score: 0.875,
    });
  });
});
