import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AssayError } from '@assay/sdk/errors';
import { nextPause } from '../../src/actions/client/deviceLogin.ts';
import { EXIT } from '../../src/exitCode.ts';
import { fakeTerminal } from '../fakeTerminal.ts';
import { runAssay } from '../runAssay.ts';
import { page, refusal, stubService } from './stubService.ts';

const { asked, state, assay } = stubService();
let folder: string;
const at = (name: string) => path.join(folder, name);
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-commands-'));
  for (const name of ['a.jpg', 'b.jpg']) await writeFile(at(name), 'x');
});
afterAll(() => rm(folder, { recursive: true }));

const ASSET = {
  id: 'i',
  processing_status: 'completed',
  width: 1,
  height: 2,
  created_at: '2026-11-20T12:00:00Z',
  title: 'T',
};

/** [what is typed, what the service is asked, its body as JSON] */
test.each<[string[], string, unknown?]>([
  [['assets', 'ls'], 'GET /v1/assets/?page=1&page_size=100'],
  [
    ['assets', 'ls', '--tags', 'a,b', '--status', 'failed', '--limit', '5'],
    'GET /v1/assets/?tags=a%2Cb&status=failed&page=1&page_size=5',
  ],
  [['assets', 'ls', '--query', 'quay'], 'GET /v1/assets/search/?q=quay&page=1&page_size=100'],
  [['assets', 'get', 'i'], 'GET /v1/assets/i'],
  [['assets', 'rm', 'i'], 'DELETE /v1/assets/i'],
  [['assets', 'remark', 'i'], 'POST /v1/assets/i/reprocess'],
  [['assets', 'revoke', 'i', '--reason', 'sold'], 'POST /v1/assets/i/revoke', { reason: 'sold' }],
  [['copies', 'add', 'i', '--recipient', 'R'], 'POST /v1/assets/i/copies', { recipient: 'R', note: null }],
  [['copies', 'ls', 'i'], 'GET /v1/assets/i/copies?page_size=100&page=1'],
  [['copies', 'rm', 'i', 'c'], 'DELETE /v1/assets/i/copies/c'],
  [
    ['history', '--verdict', 'forged', '--since', '2026-11-20'],
    'GET /v1/verify/history?verdict=forged&start_date=2026-11-20&page=1&page_size=100',
  ],
  [
    ['history', '--everyone', '--key', 'k', '--limit', '5'],
    'GET /v1/verify/history?api_key_id=k&scope=organization&page=1&page_size=5',
  ],
  [['history', '--member', 'u'], 'GET /v1/verify/history?scope=organization&user_id=u&page=1&page_size=100'],
  [['keys', 'ls'], 'GET /v1/api-keys/?page_size=100&page=1'],
  [
    ['keys', 'create', 'Desk', '--scopes', 'read, write', '--expires-in-days', '7'],
    'POST /v1/api-keys/',
    { name: 'Desk', scopes: ['read', 'write'], expires_in_days: 7 },
  ],
  [['keys', 'rm', 'k'], 'DELETE /v1/api-keys/k'],
  [['webhooks', 'ls'], 'GET /v1/webhooks/?page_size=100&page=1'],
  [['webhooks', 'replay', 'w', 'd'], 'POST /v1/webhooks/w/deliveries/d/redeliver'],
  [['webhooks', 'replay', 'w', '--since', '2026-11-20'], 'POST /v1/webhooks/w/recover', { since: '2026-11-20' }],
  [['report', 'v'], 'GET /v1/verify/v/report.json'],
  [['share', 'i', '--expires-in', '90'], 'POST /v1/assets/i/share', { expires_in: 90 }],
  [['share', 'v', '--verification'], 'POST /v1/verify/v/share', {}],
  [['commit', 'i'], 'POST /v1/blockchain/commit', { asset_id: 'i' }],
])('%j asks for %s', async (args, line, body) => {
  state.answer = (one) =>
    one.line.includes('page=1') ? page() : { json: { ...ASSET, complete: true, expires_at: null } };
  const { code } = await assay(args, { environment: { ASSAY_API_KEY: 'assay_pk_x' } });
  expect([code, asked.map((one) => one.line)]).toEqual([EXIT.ok, [line]]);
  expect(asked[0]?.headers['x-api-key']).toBe('assay_pk_x');
  if (body !== undefined) expect(JSON.parse(asked[0]!.body)).toEqual(body);
});

test('lists are tables on a terminal and a line of JSON for each elsewhere', async () => {
  state.answer = () => page(ASSET, { ...ASSET, id: 'j', title: null, original_filename: 'j.jpg' });
  const { printed } = await assay(['assets', 'ls'], { isInteractive: true });
  expect(printed).toEqual([
    'ID  STATUS     SIZE   CREATED           NAME\ni   completed  1 x 2  2026-11-20T12:00  T\nj   completed  1 x 2  2026-11-20T12:00  j.jpg',
  ]);
  expect((await assay(['assets', 'ls', '--limit', '1'])).printed.map((line) => JSON.parse(line) as unknown)).toEqual([
    ASSET,
  ]);
  expect((await assay(['assets', 'ls', '--limit', 'x'])).code).toBe(EXIT.usage);
});

test('compare sends both pictures; a missing one is named', async () => {
  expect((await assay(['compare', at('a.jpg'), at('b.jpg')])).code).toBe(EXIT.ok);
  expect(asked[0]?.body).toMatch(/name="a"; filename="a.jpg"[\s\S]*name="b"; filename="b.jpg"/);
  const missing = await assay(['compare', at('a.jpg'), at('none.jpg')]);
  expect(missing).toMatchObject({
    code: EXIT.notFound,
    notes: [`assay compare: ${at('none.jpg')}: there is no such file`],
  });
});

test('compare takes one picture from standard input, and names the one that is none', async () => {
  expect((await assay(['compare', '-', at('b.jpg')], { input: 'piped' })).code).toBe(EXIT.ok);
  expect(asked[0]?.body).toMatch(/name="a"; filename="image"[\s\S]*piped[\s\S]*name="b"; filename="b.jpg"/);
  const error = refusal(400, 'INVALID_FILE_TYPE', 'Picture b: This looks like text.').json as object;
  const errors = [{ field: 'b', location: 'body', code: 'invalid_file_type', message: 'This looks like text.' }];
  state.answer = () => ({ status: 400, json: { ...error, errors } });
  expect(await assay(['compare', at('a.jpg'), at('b.jpg')])).toMatchObject({
    code: EXIT.usage,
    notes: [`assay compare: ${at('b.jpg')}: This looks like text`],
  });
});

test.each<[object, string[]]>([
  [
    { identical: true, same_picture: true },
    ['The same file, byte for byte', '    overlap: 100.0 % of A, of which 0.0 % differs'],
  ],
  [{ coverage: null, changed_fraction: null }, ['Two different pictures', '    overlap: A could not be laid over B']],
  [{ same_picture: true, changed_fraction: 0.1, tamper_regions: [{}] }, ['The same picture, changed in 1 place']],
  [
    { same_picture: true, modifications: [{ type: 'denoise', severity: 'low' }] },
    ['The same picture, nothing in it replaced', '    done to B: denoise (low)'],
  ],
])('compare says to a person what two pictures have in common: %j', async (found, lines) => {
  const nothing = { identical: false, same_picture: null, coverage: 1, changed_fraction: 0, modifications: [] };
  const json = { ...nothing, similarity: { average: 0.5 }, tamper_regions: [], ...found };
  state.answer = () => ({ json });
  const { printed } = await assay(['compare', at('a.jpg'), at('b.jpg')], { isInteractive: true });
  expect(printed[0]?.split('\n')).toEqual(expect.arrayContaining(lines));
  expect((await assay(['compare', at('a.jpg'), at('b.jpg')])).printed).toEqual([JSON.stringify(json)]);
});

test('download writes where it is told to, and nowhere that the service says', async () => {
  const headers = { 'content-type': 'image/jpeg', 'content-disposition': 'attachment; filename="../../evil"' };
  state.answer = () => ({ raw: 'bytes', headers });
  expect((await assay(['assets', 'download', 'i', '-o', at('d.jpg')])).code).toBe(EXIT.ok);
  expect(await readFile(at('d.jpg'), 'utf8')).toBe('bytes');
  expect((await assay(['assets', 'download', 'i', '--variant', 'x', '-o', at('e.jpg')])).code).toBe(EXIT.usage);
});

test('marking all anew goes on where it broke off, and past what is refused', async () => {
  const asset = (id: string, marked_at: string | null) => ({
    id,
    watermark: marked_at && { marked_at, psnr_db: 41.26 },
  });
  state.answer = ({ line }) => {
    if (line.includes('/v1/assets/new') || line.includes('/v1/assets/bare')) return refusal(500, 'INTERNAL_ERROR');
    if (line === 'POST /v1/assets/bad/reprocess') return refusal(409, 'CONFLICT', 'Fewer tracks would read back.');
    if (line === 'POST /v1/assets/old/reprocess') return { json: asset('old', '2026-11-23T00:00:00.000Z') };
    return page(
      asset('bad', '2026-01-01T00:00:00.000Z'),
      asset('new', '2026-11-22T00:00:00.000Z'),
      asset('bare', null),
      asset('old', '2026-01-01T00:00:00.000Z'),
    );
  };
  const done = await assay(['assets', 'remark', '--all', '--before', '2026-11-20'], { isInteractive: true });
  expect(done.printed).toEqual(['old: marked anew, 41.3 dB']);
  expect([done.code, done.notes.join()]).toEqual([
    EXIT.usage,
    expect.stringContaining('bad: Fewer tracks would read back'),
  ]);
  expect(asked.map(({ line }) => line).filter((line) => line.startsWith('POST'))).toEqual([
    'POST /v1/assets/bad/reprocess',
    'POST /v1/assets/old/reprocess',
  ]);
  for (const wrong of [[], ['i', '--all'], ['i', '--before', '2026-11-20'], ['--all', '--before', 'soon']])
    expect((await assay(['assets', 'remark', ...wrong])).code).toBe(EXIT.usage);
});

test('report asks for what the file is called, in the language that was asked for', async () => {
  state.answer = () => ({ raw: '%PDF', headers: { 'content-type': 'application/pdf' } });
  for (const [name, path] of [
    ['r.json', '/v1/verify/v/report.json'],
    ['r.pdf', '/v1/verify/v/report.pdf?lang=de'],
    ['r.HTML', '/v1/verify/v/report.html?lang=de'],
  ] as const) {
    expect((await assay(['report', 'v', '-o', at(name), '--language', 'de'])).code).toBe(EXIT.ok);
    expect(asked.at(-1)?.line).toBe(`GET ${path}`);
    expect(await readFile(at(name), 'utf8')).toBe('%PDF');
    const again = await assay(['report', 'v', '-o', at(name), '--force']);
    expect(again).toEqual({
      code: EXIT.ok,
      printed: [JSON.stringify({ file: at(name), size_bytes: 4 })],
      notes: [],
    });
    const told = await assay(['report', 'v', '-o', at(name), '--force'], { isInteractive: true });
    expect(told).toMatchObject({ printed: [], notes: [`Report written to ${at(name)}`] });
  }
  state.answer = () => refusal(404, 'VERIFICATION_NOT_FOUND');
  expect((await assay(['report', 'v', '-o', at('other.pdf')])).code).toBe(EXIT.notFound);
});

test('share of what is no asset says how a verification is shared', async () => {
  state.answer = () => refusal(404, 'ASSET_NOT_FOUND', 'There is no such asset.');
  const { code, notes } = await assay(['share', 'v']);
  expect([code, notes.join('\n')]).toEqual([EXIT.notFound, expect.stringContaining('--verification')]);
  state.answer = () => refusal(404, 'VERIFICATION_NOT_FOUND');
  expect((await assay(['share', 'v', '--verification'])).notes.join('\n')).not.toContain('--verification');
});

test('a flag that has to be given may come from its variable, and is asked for by name', async () => {
  const environment = { ASSAY_REASON: 'sold' };
  expect((await assay(['assets', 'revoke', 'i'], { environment })).code).toBe(EXIT.ok);
  expect(JSON.parse(asked.at(-1)!.body)).toEqual({ reason: 'sold' });
  const without = await assay(['assets', 'revoke', 'i']);
  expect([without.code, without.notes[0]]).toEqual([
    EXIT.usage,
    expect.stringContaining('--reason TEXT has to be given, or ASSAY_REASON'),
  ]);
});

describe('login', () => {
  test('keeps a key that the service knows, for its owner alone, and later commands take it', async () => {
    const environment = { ASSAY_CONFIG_DIR: at('key') };
    state.answer = () => ({ json: { name: 'Desk', scopes: ['read'] } });
    const { code } = await assay(['login'], { environment: { ...environment, ASSAY_API_KEY: 'assay_pk_kept' } });
    expect(code).toBe(EXIT.ok);
    expect((await stat(at('key/credentials.json'))).mode & 0o777).toBe(0o600);
    // The service of the last login, too.
    state.answer = () => page();
    const terminal = fakeTerminal({ environment, isInteractive: false });
    expect(await runAssay(['assets', 'ls'], terminal)).toBe(EXIT.ok);
    expect(asked.at(-1)?.headers['x-api-key']).toBe('assay_pk_kept');
    state.answer = ({ line }) =>
      line.includes('assets') ? page() : { json: { name: 'Desk', scopes: ['read'], status: 'healthy', version: '9' } };
    const report = await assay(['doctor'], { environment });
    expect(report.code).toBe(EXIT.ok);
    expect((await assay(['logout'], { environment })).code).toBe(EXIT.ok);
    await assay(['assets', 'ls'], { environment });
    expect(asked.at(-1)?.headers['x-api-key']).toBeUndefined();
  });

  test('answers to assay auth login and assay auth logout as well', async () => {
    state.answer = () => ({ json: { name: 'Desk', scopes: ['read'] } });
    const environment = { ASSAY_API_KEY: 'assay_pk_kept', ASSAY_CONFIG_DIR: at('auth') };
    const { code, printed } = await assay(['auth', 'login'], { environment });
    expect([code, printed]).toEqual([EXIT.ok, [JSON.stringify({ server: state.url, key: 'Desk', scopes: ['read'] })]]);
    const words = await assay(['auth', 'login'], { environment, isInteractive: true });
    expect(words.printed).toEqual([expect.stringContaining('Key "Desk"')]);
    const forgotten = async () => JSON.parse((await assay(['auth', 'logout'], { environment })).printed[0]!) as unknown;
    expect([await forgotten(), await forgotten()]).toEqual([
      { server: state.url, forgotten: true },
      { server: state.url, forgotten: false },
    ]);
  });

  test('keeps no key that the service refuses', async () => {
    state.answer = () => refusal(401, 'INVALID_API_KEY');
    const environment = { ASSAY_CONFIG_DIR: at('bad'), ASSAY_API_KEY: 'assay_pk_bad' };
    expect((await assay(['login'], { environment })).code).toBe(EXIT.authentication);
    await expect(stat(at('bad'))).rejects.toThrow('ENOENT');
  });

  test('asks a person, keeps the session, and keeps the next refresh token', async () => {
    const environment = { ASSAY_CONFIG_DIR: at('session') };
    const kept = async () =>
      Object.values(
        (JSON.parse(await readFile(at('session/credentials.json'), 'utf8')) as { servers: object }).servers,
      )[0] as unknown;
    state.answer = () => ({ json: { access_token: 't1', refresh_token: 'r1' } });
    const answers = { 'E-mail address: ': 'me@example.org', 'Password: ': 'a sentence' };
    expect((await assay(['login'], { environment, answers })).code).toBe(EXIT.ok);
    expect(JSON.parse(asked[0]!.body)).toEqual({ email: 'me@example.org', password: 'a sentence' });
    expect(await kept()).toEqual({ token: 't1', refreshToken: 'r1' });
    state.answer = ({ line, headers }) =>
      line.includes('refresh')
        ? { json: { access_token: 't2', refresh_token: 'r2' } }
        : headers.authorization === 'Bearer t2'
          ? page()
          : refusal(401, 'TOKEN_EXPIRED');
    expect((await assay(['keys', 'ls'], { environment })).code).toBe(EXIT.ok);
    expect(await kept()).toEqual({ token: 't2', refreshToken: 'r2' });
    expect((await assay(['login'], { environment })).code).toBe(EXIT.usage);
  });

  test('with a code that a person allows in a browser, and keeps the session for its owner alone', async () => {
    const environment = { ASSAY_CONFIG_DIR: at('device') };
    const said = ['authorization_pending', 'authorization_pending', ''];
    const codes = {
      device_code: 'd',
      user_code: 'BCDF-GHJK',
      verification_uri: 'http://s/device',
      verification_uri_complete: 'http://s/device?code=BCDF-GHJK',
      expires_in: 900,
      interval: 0.01,
    };
    const pending = (error: string) => {
      const { json, status } = refusal(400, 'BAD_REQUEST');
      return { status: status ?? 400, json: { ...(json as object), error } };
    };
    state.answer = ({ line }) => {
      if (line.endsWith('/authorize')) return { json: codes };
      if (line.endsWith('/me')) return { json: { email: 'me@example.org' } };
      const error = said.shift();
      return error ? pending(error) : { json: { access_token: 't1', refresh_token: 'r1' } };
    };
    const { code, notes, printed } = await assay(['login'], { environment, isInteractive: true });
    expect([code, printed[0]]).toEqual([EXIT.ok, `Logged in to ${state.url} as me@example.org`]);
    expect(notes.join('\n')).toMatch(/http:\/\/s\/device\?code=BCDF-GHJK[\s\S]*BCDF-GHJK/);
    expect(asked.filter(({ line }) => line.endsWith('/token'))).toHaveLength(3);
    expect((await stat(at('device/credentials.json'))).mode & 0o777).toBe(0o600);
    expect(asked.find(({ line }) => line.endsWith('/token'))?.body).toContain('"device_code":"d"');
  });

  test('slow_down makes the pause five seconds longer, as RFC 8628, 3.5 asks', () => {
    const said = (oauthError: string) =>
      new AssayError({ code: 'BAD_REQUEST', status: 400, detail: '', attempted: '', oauthError });
    expect(nextPause(said('authorization_pending'), 5)).toBe(5);
    expect(nextPause(said('slow_down'), 5)).toBe(10);
  });

  test.each([
    ['access_denied', 'refused'],
    ['expired_token', 'Nobody allowed the code in time'],
  ])('%s ends it with a sentence, and nothing is kept', async (error, sentence) => {
    state.answer = ({ line }) => {
      if (line.endsWith('/authorize')) return { json: { interval: 0.01, expires_in: 900 } };
      const { json } = refusal(400, 'BAD_REQUEST');
      return { status: 400, json: { ...(json as object), error } };
    };
    const { code, notes } = await assay(['login', '--device'], { environment: { ASSAY_CONFIG_DIR: at(error) } });
    expect([code, notes.at(-1)]).toEqual([EXIT.authentication, expect.stringContaining(sentence)]);
    await expect(stat(at(error))).rejects.toThrow('ENOENT');
  });
});

test('doctor says what is in the way', async () => {
  state.answer = ({ line }) =>
    line.includes('health') ? { json: { status: 'healthy', version: '9' } } : refusal(401, 'INVALID_API_KEY');
  const { code, printed } = await assay(['doctor'], { environment: { ASSAY_API_KEY: 'x' }, isInteractive: true });
  expect([code, printed[0]]).toEqual([
    EXIT.authentication,
    expect.stringMatching(/service +note .* version 9[\s\S]*credential +fail /),
  ]);
});

test('listen prints genuine events and refuses others', async () => {
  const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
  let url = '';
  state.answer = ({ line, body }) => {
    if (!line.startsWith('POST')) return {};
    ({ url } = JSON.parse(body) as { url: string });
    return { json: { id: 'w', secret } };
  };
  const running = assay(['webhooks', 'listen', '--count', '1', '--events', 'asset.processed']);
  await expect.poll(() => url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const body = JSON.stringify({ event: 'asset.processed', timestamp: 't', data: {} });
  const send = (signature: string, now: Date) =>
    fetch(url, {
      method: 'POST',
      body,
      headers: {
        'webhook-id': 'm',
        'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
        'webhook-signature': signature,
      },
    });
  const now = new Date();
  expect((await send('v1,AAAA', now)).status).toBe(401);
  expect((await send(new Webhook(secret).sign('m', now, body), now)).status).toBe(204);
  const { code, printed, notes } = await running;
  expect([code, printed]).toEqual([EXIT.ok, [body]]);
  expect(notes.join()).toContain('signature does not fit');
  expect(asked.map(({ line }) => line)).toEqual(['POST /v1/webhooks/', 'DELETE /v1/webhooks/w']);
});

test('listen: where the service sends nothing to this machine, it says what to do', async () => {
  const detail = 'This address cannot receive webhooks: it does not begin with https://.';
  state.answer = () => ({
    status: 422,
    json: { detail, error_code: 'WEBHOOK_URL_BLOCKED', timestamp: '2026-01-01T00:00:00Z' },
  });
  const { code, notes } = await assay(['webhooks', 'listen']);
  expect(code).toBe(EXIT.usage);
  expect(notes.join()).toMatch(/ASSAY_ALLOW_PRIVATE_WEBHOOKS=1.*https:\/\/ address.*--port PORT --secret SECRET/);
  expect(notes.join()).not.toContain('does not begin');
});

test('completions: a script for each shell, which asks the program', async () => {
  for (const shell of ['bash', 'zsh', 'fish'])
    expect((await assay(['completion', shell])).printed[0]).toContain('assay __complete');
  expect((await assay(['completion', 'dos'])).code).toBe(EXIT.usage);
  expect((await assay(['__complete', 'assets', ''])).printed[0]?.split('\n')).toEqual([
    'ls',
    'get',
    'download',
    'remark',
    'rm',
    'revoke',
  ]);
  expect((await assay(['__complete', 'verify', '--ta'])).printed).toEqual(['--tamper-map']);
});
