/** What the documents say of the interface, held against its description. @module */
import { describe, expect, test } from 'vitest';
import { documents, read } from '../repositoryTree.ts';
import { ErrorBody } from '../../../packages/service/src/http/schemas/common.ts';

const description = JSON.parse(read('docs/reference/openapi.json')) as { paths: Record<string, object> };

/** Whatever stands for a part of an address: `{asset_id}`, `$ID`, `SIZE`. */
const shape = (address: string): string =>
  address
    .replace(/\.$/, '')
    .replace(/\{[^}]*\}|\$[A-Z_]+|\b[A-Z_]{2,}\b/g, '{}')
    .replace(/\/$/, '');

const operations = new Set(
  Object.entries(description.paths).flatMap(([address, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${shape(address)}`),
  ),
);

/** `GET /v1/assets/{asset_id}` and the like, wherever a document names one. */
const requestsOf = (text: string): string[] =>
  [...text.matchAll(/\b(GET|POST|PUT|PATCH|DELETE) (\/v1\/[\w{}/.$-]*)/g)].map(
    ([, method, address]) => `${method} ${shape(address as string)}`,
  );

const named = documents.flatMap((file) => requestsOf(read(file)).map((request) => ({ file, request })));

describe('documents', () => {
  test('name no request that the description lacks', () => {
    expect(named.length).toBeGreaterThan(200);
    expect(named.filter(({ request }) => !operations.has(request))).toEqual([]);
  });

  test('a request with another method or word is told', () => {
    expect(requestsOf('`POST /v1/assets/{id}/downlaod`.').every((request) => operations.has(request))).toBe(false);
    expect(requestsOf('PUT /v1/assets/').every((request) => operations.has(request))).toBe(false);
    expect(requestsOf('`GET /v1/assets/$ID/download`.').every((request) => operations.has(request))).toBe(true);
  });

  test('the body of an error that they show is one', () => {
    const [, example = ''] = /```json\n([\s\S]*?)```/.exec(read('docs/reference/errors.md')) ?? [];
    expect(Object.keys(ErrorBody.strict().parse(JSON.parse(example)))).toContain('error_code');
  });
});
