import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Account, openAccount, startTestService, type TestService } from '../../../fakes/testService.ts';

const ID = '01930c5e-8a2f-7c31-9f0a-5b6c7d8e9f01';

const LENGTHENED = [
  '/v1/auth/verify-email',
  '/v1/auth/reset-password',
  '/v1/auth/cancel-email-change',
  '/v1/auth/oauth/callback',
  '/v1/storage/signed/{token}',
  '/v1/shared/{token}',
];

let service: TestService;
let ada: Account;
beforeAll(async () => {
  service = await startTestService();
  ada = await openAccount(service, 'ada@example.org');
});
afterAll(() => service.app.close());

type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';
const send = (method: Method, url: string) => service.app.inject({ method, url, headers: ada.headers });

interface Failure {
  readonly error_code: string;
  readonly detail: string;
  readonly errors: readonly {
    readonly field: string;
    readonly location: string;
    readonly code: string;
    message: string;
  }[];
}

describe('422: a parameter that the operation does not know is named, with those that it knows', () => {
  test.each<[Method, string, string, string]>([
    [
      'GET',
      '/v1/assets?limt=5',
      'limt',
      'This operation takes page, page_size, order, sort, tags, status, created_from, created_to, organization_id',
    ],
    ['GET', '/v1/assets/?pageSize=5', 'pageSize', 'did you mean page_size?'],
    ['GET', '/v1/assets/search/?q=a&mimetype=image/png', 'mimetype', 'did you mean mime_type?'],
    ['GET', '/v1/verify/history?verdcit=forged', 'verdcit', 'did you mean verdict?'],
    ['GET', '/v1/verify/history?startdate=2026-01-01', 'startdate', 'did you mean start_date?'],
    ['GET', '/v1/webhooks?page_sizes=5', 'page_sizes', 'did you mean page_size?'],
    ['GET', '/v1/auth/oauth/providers?pages=1', 'pages', 'did you mean page?'],
    ['GET', '/v1/transparency/inclusion?index=0&idx=1', 'idx', 'This operation takes index'],
    ['POST', '/v1/verify?include_tamper_map=true', 'include_tamper_map', 'This operation takes threshold'],
    ['GET', '/v1/auth/me?fields=email', 'fields', 'this operation takes no query parameters'],
    ['GET', '/v1/service?_=1700000000', '_', 'this operation takes no query parameters'],
    ['DELETE', '/v1/auth/sessions/?all=true', 'all', 'this operation takes no query parameters'],
  ])('%s %s', async (method, url, field, told) => {
    const answer = await send(method, url);
    expect(answer.statusCode, answer.body).toBe(422);
    const { error_code, detail, errors } = answer.json() as Failure;
    expect(error_code).toBe('VALIDATION_ERROR');
    expect(errors).toEqual([
      { field, location: 'query', code: 'unknown_parameter', message: expect.stringContaining(told) as string },
    ]);
    expect(detail).toContain(`${field}: is not known`);
  });

  test('no operation of ours passes one over, and each says that it may refuse', async () => {
    const description = (await send('GET', '/openapi.json')).json() as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: object }>>>>;
    };
    const operations = Object.entries(description.paths)
      .filter(([path]) => path.startsWith('/v1/') && !path.startsWith('/v1/c2pa/') && !LENGTHENED.includes(path))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
      );
    const refused: string[] = [];
    for (const { path, method, operation } of operations) {
      const name = `${method} ${path}`;
      expect(Object.keys(operation.responses), name).toContain('422');
      const answer = await send(method.toUpperCase() as Method, `${path.replaceAll(/\{\w+\}/g, ID)}?zzz=1`);
      // What is told before it, in the order of checks: no such thing, another role, another body.
      expect(answer.statusCode, name).toBeGreaterThanOrEqual(400);
      if (answer.body.includes('"unknown_parameter"')) refused.push(name);
    }
    expect(refused.length).toBeGreaterThan(operations.length / 3);
  });

  test('what is wrong with known ones is told in the same answer', async () => {
    const answer = await send('GET', '/v1/assets/?page=0&tgas=a');
    const { errors } = answer.json() as Failure;
    expect(errors.map(({ field, code }) => [field, code])).toEqual([
      ['tgas', 'unknown_parameter'],
      ['page', 'too_small'],
    ]);
  });

  test('names of objects of the language are no known ones', async () => {
    for (const name of ['constructor', 'toString', '__proto__'])
      expect((await send('GET', `/v1/assets/?${name}=1`)).statusCode, name).toBe(422);
  });

  test('of very many unknown ones the first ten are told', async () => {
    const query = Array.from({ length: 500 }, (_, index) => `x${index}=1`).join('&');
    const answer = await send('GET', `/v1/assets/?${query}`);
    expect(answer.statusCode).toBe(422);
    expect((answer.json() as Failure).errors).toHaveLength(10);
  });

  test('the order of checks stays: a missing credential and a missing thing are told before', async () => {
    const anonymous = await service.app.inject({ method: 'GET', url: '/v1/assets/?limt=5' });
    expect(anonymous.statusCode).toBe(401);
    expect((await send('PATCH', `/v1/assets/${ID}?dry_run=true`)).statusCode).toBe(404);
  });
});

describe('open addresses', () => {
  test.each([
    ['/v1/auth/verify-email?token=x&utm_source=mail', 200],
    ['/v1/auth/reset-password?token=x&mc_cid=1', 200],
    ['/v1/auth/cancel-email-change?token=x&gclid=1', 200],
    ['/v1/auth/oauth/callback?code=x&state=y&iss=https%3A%2F%2Fprovider.example&session_state=z', 400],
    [`/v1/storage/signed/${'x'.repeat(40)}?expires=1`, 404],
    [`/v1/shared/${'x'.repeat(40)}?fbclid=1`, 404],
    ['/v1/c2pa/services/supportedAlgorithms?edition=3', 200],
    ['/v1/c2pa/matches/byBinding?alg=org.example.none&value=AAEC&fallback=1', 200],
    ['/.well-known/security.txt?cache=0', 200],
    ['/health/live?probe=1', 200],
  ])('addresses that others make longer take whatever comes: %s', async (url, status) => {
    const answer = await service.app.inject({ method: 'GET', url });
    expect(answer.statusCode, answer.body).toBe(status);
  });
});

test('known ones pass, with and without a slash at the end', async () => {
  for (const url of [
    '/v1/assets?page=1&order=title&sort=asc&tags=a&status=completed',
    '/v1/assets/?page_size=3',
    '/v1/assets?',
  ])
    expect((await send('GET', url)).statusCode, url).toBe(200);
});
