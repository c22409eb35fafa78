import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../fakes/testService.ts';
import { toyPicture } from '../fakes/toyEngine.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

let service: TestService;
let ada: Account;
beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
});
afterAll(() => service.app.close());

const get = (url: string, headers: Record<string, string> = {}) => service.app.inject({ method: 'GET', url, headers });

describe('every failure has the error body of the contract', () => {
  test('404: an unknown path answers NOT_FOUND as JSON', async () => {
    const answer = await get('/nothing/here');
    expect(answer.statusCode).toBe(404);
    const body = answer.json() as Record<string, unknown>;
    expect(body).toMatchObject({ error_code: 'NOT_FOUND', request_id: answer.headers['x-request-id'] });
    expect(typeof body.detail).toBe('string');
    expect(body.timestamp).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  });

  test('404: problem+json on request carries the members of RFC 9457 beside ours', async () => {
    const answer = await get('/nothing', { accept: 'application/problem+json' });
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({
      type: 'about:blank',
      status: 404,
      title: 'Not found',
      error_code: 'NOT_FOUND',
    });
  });

  test('405: a known path with another method names the methods it takes, also without the slash at the end', async () => {
    for (const url of ['/v1/auth/login', '/v1/auth/login/']) {
      const answer = await service.app.inject({ method: 'DELETE', url });
      expect(answer.statusCode).toBe(405);
      expect(answer.headers.allow).toBe('POST');
      expect(answer.json()).toMatchObject({ error_code: 'METHOD_NOT_ALLOWED' });
    }
    const item = await service.app.inject({ method: 'PUT', url: `/v1/assets/${ada.id}` });
    expect(item.headers.allow).toBe('DELETE, GET, HEAD, PATCH');
  });

  test('400: a malformed escape in the address is BAD_REQUEST with a request id', async () => {
    const answer = await get('/v1/assets/%zz');
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error_code: 'BAD_REQUEST' });
    expect(answer.headers['x-request-id']).toMatch(UUID);
  });

  test('400: broken JSON is BAD_REQUEST and says nothing of the parser', async () => {
    const headers = { 'content-type': 'application/json' };
    const answer = await service.app.inject({ method: 'POST', url: '/v1/auth/login', headers, payload: '{"email":' });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ error_code: 'BAD_REQUEST' });
    expect(answer.body).not.toMatch(/JSON at position|SyntaxError|FST_/);
  });

  test('413: JSON over 1 MiB is refused before the credential is looked at', async () => {
    const payload = { title: 'x'.repeat(1024 * 1024) };
    const answer = await service.app.inject({ method: 'PATCH', url: `/v1/assets/${ada.id}`, payload });
    expect(answer.statusCode).toBe(413);
    expect(answer.json()).toMatchObject({ error_code: 'PAYLOAD_TOO_LARGE' });
  });

  test('415: a JSON endpoint refuses forms and text, a form endpoint refuses JSON', async () => {
    const form = formOf([{ name: 'email', value: 'a@b.cd' }]);
    const asForm = await service.app.inject({ method: 'POST', url: '/v1/auth/login', ...form });
    const asText = await service.app.inject({
      method: 'POST',
      url: '/v1/auth/login',
      headers: { 'content-type': 'text/plain' },
      payload: '{"email":"a@b.cd","password":"x"}',
    });
    const asJson = await service.app.inject({ method: 'POST', url: '/v1/verify', payload: { file: 'x' } });
    for (const answer of [asForm, asText, asJson])
      expect([answer.statusCode, (answer.json() as { error_code: string }).error_code]).toEqual([
        415,
        'UNSUPPORTED_MEDIA_TYPE',
      ]);
  });

  test('422: every bad field is named with its place, and detail stays one string', async () => {
    const answer = await get('/v1/assets/?page=0&page_size=101&order=color', ada.headers);
    expect(answer.statusCode).toBe(422);
    const body = answer.json() as { detail: string; errors: { field: string; location: string; code: string }[] };
    expect(body.errors.map(({ field, location }) => `${location} ${field}`).sort()).toEqual([
      'query order',
      'query page',
      'query page_size',
    ]);
    expect(body.errors.find(({ field }) => field === 'page_size')?.code).toBe('too_big');
    expect(typeof body.detail).toBe('string');
  });

  test('422: a part of the address is judged by what belongs there, however long it is', async () => {
    const answer = await get(`/v1/assets/${'a'.repeat(500)}`, ada.headers);
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ errors: [{ field: 'asset_id', location: 'path' }] });
    const label = `urn:c2pa:${'b'.repeat(280)}`;
    expect((await get(`/v1/c2pa/manifests/${label}`)).json()).not.toMatchObject({ error_code: 'BAD_REQUEST' });
  });

  test('500: an unexpected failure tells nothing of itself', async () => {
    const broken = await startTestService();
    const eve = await openAccount(broken, 'eve@example.org');
    Object.assign(broken.ports.assets, { list: () => Promise.reject(new Error('relation "secret" does not exist')) });
    const answer = await broken.app.inject({ method: 'GET', url: '/v1/assets/', headers: eve.headers });
    expect(answer.statusCode).toBe(500);
    expect(answer.json()).toMatchObject({ error_code: 'INTERNAL_ERROR' });
    expect(answer.body).not.toContain('secret');
    await broken.app.close();
  });

  test('503: a process that is ending says when to come back, and stays alive for its probes', async () => {
    const ending = await startTestService({ draining: () => true });
    const answer = await ending.app.inject({ method: 'GET', url: '/v1/assets/' });
    expect(answer.statusCode).toBe(503);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    expect((await ending.app.inject({ method: 'GET', url: '/health/live' })).statusCode).toBe(200);
    expect((await ending.app.inject({ method: 'GET', url: '/health/ready' })).statusCode).toBe(503);
    await ending.app.close();
  });

  test('a process that is leaving tells its balancer and still answers, on connections that are not kept', async () => {
    const leaving = await startTestService({ leaving: () => true });
    expect((await leaving.app.inject({ method: 'GET', url: '/health/ready' })).statusCode).toBe(503);
    const answer = await leaving.app.inject({ method: 'GET', url: '/v1/assets/' });
    expect([answer.statusCode, answer.headers.connection]).toEqual([401, 'close']);
    await leaving.app.close();
  });
});

describe('401 always carries a challenge', () => {
  test('401: without a credential, UNAUTHENTICATED and a bare challenge', async () => {
    const answer = await get('/v1/assets/');
    expect(answer.json()).toMatchObject({ error_code: 'UNAUTHENTICATED' });
    expect(answer.headers['www-authenticate']).toBe('Bearer realm="api"');
  });

  test('401: with a useless token, INVALID_TOKEN and error="invalid_token"', async () => {
    for (const authorization of ['Bearer nonsense', 'Basic YTpi', 'Bearer']) {
      const answer = await get('/v1/assets/', { authorization });
      expect([answer.statusCode, answer.json()]).toMatchObject([401, { error_code: 'INVALID_TOKEN' }]);
      expect(answer.headers['www-authenticate']).toContain('error="invalid_token"');
    }
  });

  test('401: an API key is refused as INVALID_API_KEY, and never taken for an anonymous caller', async () => {
    const form = formOf([{ name: 'file', value: toyPicture('harbour'), fileName: 'a.jpg' }]);
    const headers = { ...form.headers, 'x-api-key': 'assay_pk_live_0000000000000000000000000000000000' };
    const answer = await service.app.inject({ method: 'POST', url: '/v1/verify/', headers, payload: form.payload });
    expect([answer.statusCode, answer.json()]).toMatchObject([401, { error_code: 'INVALID_API_KEY' }]);
  });

  test('200: Authorization wins when both credentials are sent', async () => {
    const answer = await get('/v1/assets/', { ...ada.headers, 'x-api-key': 'assay_pk_nonsense' });
    expect(answer.statusCode).toBe(200);
  });

  test('401 comes before 422: an anonymous caller learns nothing of his mistakes', async () => {
    expect((await get('/v1/assets/not-a-uuid')).statusCode).toBe(401);
  });
});

describe('headers of every answer', () => {
  test('a well-formed X-Request-Id comes back in header and body; any other is replaced', async () => {
    const kept = await get('/nothing', { 'x-request-id': 'trace_1.A-b' });
    expect(kept.headers['x-request-id']).toBe('trace_1.A-b');
    expect(kept.json()).toMatchObject({ request_id: 'trace_1.A-b' });
    for (const bad of ['has space', 'x'.repeat(129), 'semi;colon'])
      expect((await get('/health', { 'x-request-id': bad })).headers['x-request-id']).toMatch(UUID);
  });

  test('security headers and the version are on answers and on failures', async () => {
    for (const url of ['/health', '/nothing', '/v1/assets/']) {
      const { headers } = await get(url);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['strict-transport-security']).toContain('max-age=');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['cross-origin-resource-policy']).toBe('same-origin');
      expect(headers['server-version']).toBe('0.1.0');
    }
  });

  test('only listed origins may read answers, and they see the headers they need', async () => {
    const allowed = await get('/health', { origin: 'https://app.example.org' });
    expect(allowed.headers['access-control-allow-origin']).toBe('https://app.example.org');
    expect(allowed.headers['access-control-expose-headers']).toContain('X-Request-Id');
    const other = await get('/health', { origin: 'https://evil.example.org' });
    expect(other.headers['access-control-allow-origin']).toBeUndefined();
  });

  test('a preflight of a listed origin is answered, with every method and header that the description has', async () => {
    const { paths } = (await get('/openapi.json')).json() as {
      paths: Record<string, Record<string, { parameters?: { in: string; name: string }[] }>>;
    };
    const operations = Object.values(paths).flatMap((methods) => Object.entries(methods));
    const answer = await service.app.inject({
      method: 'OPTIONS',
      url: '/v1/assets/',
      headers: { origin: 'https://app.example.org', 'access-control-request-method': 'POST' },
    });
    expect(answer.statusCode).toBe(204);
    const allowed = (name: string) => new Set(String(answer.headers[name]).toLowerCase().split(/, */));
    const methods = allowed('access-control-allow-methods');
    const headers = allowed('access-control-allow-headers');
    for (const [method, { parameters = [] }] of operations) {
      expect(methods).toContain(method);
      for (const { name } of parameters.filter((parameter) => parameter.in === 'header'))
        expect(headers).toContain(name.toLowerCase());
    }
  });
});

describe('addresses', () => {
  test('every path is served with and without the slash at the end, without a redirect', async () => {
    for (const path of ['/health', '/v1/auth/me', '/v1/assets', '/v1/assets/search', '/v1/verify/history']) {
      const query = path.endsWith('search') ? '?q=a' : '';
      expect((await get(`${path}${query}`, ada.headers)).statusCode).toBe(200);
      expect((await get(`${path}/${query}`, ada.headers)).statusCode).toBe(200);
    }
  });

  test('200: /docs loads nothing from elsewhere and has no inline script', async () => {
    expect((await get('/docs')).headers.location).toBe('/docs/api/');
    for (const url of ['/docs/api', '/docs/api/']) {
      const page = (await get(url)).body;
      expect(page).not.toMatch(/(?:src|href)="https?:/);
      expect(page.match(/<script(?![^>]*src=)[^>]*>/)).toBeNull();
    }
    const script = await get('/docs/api/static/swagger-ui-bundle.js');
    expect(script.statusCode).toBe(200);
  });
});

describe('health', () => {
  test('200 healthy, 200 degraded without workers, 503 unhealthy without a database', async () => {
    const own = await startTestService();
    const read = async () => {
      own.ports.clock.advance(2000);
      const answer = await own.app.inject({ method: 'GET', url: '/health' });
      return [answer.statusCode, (answer.json() as { status: string }).status];
    };
    expect(await read()).toEqual([200, 'healthy']);
    own.probes.models = false;
    expect(await read()).toEqual([200, 'degraded']);
    own.probes.database = false;
    expect(await read()).toEqual([503, 'unhealthy']);
    await own.app.close();
  });

  test('200: the answer has exactly the members of the contract', async () => {
    const body = (await get('/health')).json() as { checks: object };
    expect(Object.keys(body).sort()).toEqual(['checks', 'problems', 'status', 'timestamp', 'version']);
    expect(Object.keys(body.checks).sort()).toEqual(['cache', 'database', 'ml_models', 'transparency_log']);
  });
});
