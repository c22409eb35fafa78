import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { variableOf, withEnvironment } from '../../src/environmentFlags.ts';
import { EXIT } from '../../src/exitCode.ts';
import { on, several, value } from '../../src/options.ts';
import { refusal, stubService } from './stubService.ts';

const { asked, state, assay } = stubService();
let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-status-'));
  file = path.join(folder, 'a.jpg');
  await writeFile(file, 'x');
});
afterAll(() => rm(folder, { recursive: true }));

const judged = (verdict: string) => ({ json: { verdict, confidence: 1, watermark: {}, fingerprint: {} } });

test.each([
  [0, 'authentic', () => judged('authentic')],
  [1, 'a fault of the service', () => refusal(500, 'INTERNAL_ERROR')],
  [2, 'no picture', () => refusal(400, 'INVALID_FILE_TYPE')],
  [3, 'a bad key', () => refusal(401, 'INVALID_API_KEY')],
  [3, 'too small a key', () => refusal(403, 'INSUFFICIENT_SCOPE')],
  [4, 'a quota', () => refusal(403, 'QUOTA_EXCEEDED')],
  [4, 'a rate limit', () => refusal(429, 'RATE_LIMITED')],
  [5, 'a service that is full', () => refusal(503, 'SERVICE_UNAVAILABLE')],
  [5, 'something that is no service', () => ({ raw: '<html>' })],
  [6, 'what is not there', () => refusal(404, 'ASSET_NOT_FOUND')],
  [10, 'forged', () => judged('forged')],
  [11, 'unknown', () => judged('unknown')],
])('status %i: %s; the message names the file and has neither stack nor errno', async (code, _, answer) => {
  state.answer = answer;
  const result = await assay(['verify', file]);
  expect(result.code).toBe(code);
  const isJudged = [0, 10, 11].includes(code);
  expect([result.printed.length, result.notes.length]).toEqual(isJudged ? [1, 0] : [0, 1]);
  expect(result.notes.join()).not.toMatch(/\n {4}at |ENOENT|ECONN/);
  if (!isJudged) expect(result.notes[0]).toContain(`${file}: `);
});

test('what the answer says is said once, and who may not is not sent to log in anew', async () => {
  const field = { field: 'asset_id', location: 'path', code: 'invalid_format', message: 'must be a UUID' };
  const body = refusal(422, 'VALIDATION_ERROR', 'asset_id: must be a UUID').json as object;
  state.answer = () => ({ status: 422, json: { ...body, errors: [field] } });
  expect((await assay(['assets', 'get', 'x'])).notes[0]).toBe('assay assets get: asset_id: must be a UUID');
  state.answer = () => refusal(403, 'FORBIDDEN', 'An API key may not do this.');
  expect((await assay(['keys', 'ls'])).notes).toEqual([
    'assay keys ls: An API key may not do this; assay doctor tells as whom you ask',
  ]);
});

test('--quiet leaves what went wrong, and nothing else, on standard error', async () => {
  state.answer = () => ({ json: { ...judged('unknown').json, tamper_map: null } });
  const map = ['--tamper-map', path.join(folder, 'm.png')];
  expect((await assay(['verify', file, ...map])).notes).toEqual([
    'No tamper map: there is no original to compare with.',
  ]);
  expect((await assay(['verify', file, ...map, '--quiet'])).notes).toEqual([]);
  expect((await assay(['verify', 'none.jpg', '--quiet'])).notes).toEqual(['none.jpg: there is no such file']);
});

test('a file that is there already is noticed before anything is asked', async () => {
  expect((await assay(['verify', file, '--tamper-map', file])).code).toBe(EXIT.usage);
  expect((await assay(['assets', 'download', 'id', '-o', file])).code).toBe(EXIT.usage);
  expect((await assay(['report', 'id', '-o', file])).code).toBe(EXIT.usage);
  expect(asked).toEqual([]);
});

describe('variables of flags', () => {
  const flags = { tamperMap: value('F', 'f'), json: on('j'), word: several('W', 'w') };

  test('stand for what was not typed', () => {
    expect(variableOf('tamperMap')).toBe('ASSAY_TAMPER_MAP');
    const environment = { ASSAY_TAMPER_MAP: 'm.png', ASSAY_JSON: '1', ASSAY_WORD: 'a,b', ASSAY_SERVER: 'x' };
    const given = withEnvironment({}, flags, environment);
    expect(given).toEqual({ tamperMap: 'm.png', json: true, word: ['a', 'b'] });
    const typed = { tamperMap: 'n.png', json: false, word: ['c'] };
    expect(withEnvironment(typed, flags, environment)).toEqual(typed);
    expect(withEnvironment({}, flags, { ASSAY_JSON: '0', ASSAY_TAMPER_MAP: '' })).toEqual({ json: false });
    expect(() => withEnvironment({}, flags, { ASSAY_JSON: 'yes' })).toThrow('ASSAY_JSON must be 1 or 0, not "yes"');
  });

  test('reach a command', async () => {
    state.answer = () => judged('forged');
    expect((await assay(['verify', file], { environment: { ASSAY_FAIL_ON: 'unknown' } })).code).toBe(EXIT.ok);
    const { printed } = await assay(['verify', file], { isInteractive: true, environment: { ASSAY_JSON: '1' } });
    expect(JSON.parse(printed[0]!)).toMatchObject({ verdict: 'forged' });
  });
});
