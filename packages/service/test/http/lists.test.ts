import { expect, test } from 'vitest';
import { openAccount, startTestService } from '../fakes/testService.ts';

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly { readonly name: string }[];
  readonly responses: Readonly<Record<string, { readonly content?: Record<string, { readonly schema: Schema }> }>>;
}
interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

/** The description's operations whose answer has `items`, with the members of that answer. */
function listsOf({ paths, components }: Description): [Operation, string[]][] {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  return operations.flatMap((operation): [Operation, string[]][] => {
    const schema = operation.responses['200']?.content?.['application/json']?.schema;
    const whole = schema?.$ref ? components.schemas[schema.$ref.slice(schema.$ref.lastIndexOf('/') + 1)] : schema;
    const members = Object.keys(whole?.properties ?? {});
    return members.includes('items') ? [[operation, members]] : [];
  });
}

test('every list of the description has the shape of a page and takes page and page_size', async () => {
  const service = await startTestService();
  const description = (await service.app.inject({ method: 'GET', url: '/openapi.json' })).json() as Description;
  const lists = listsOf(description);
  expect(lists.length).toBeGreaterThanOrEqual(18);
  for (const [{ operationId, parameters = [] }, members] of lists) {
    expect(members, operationId).toEqual(expect.arrayContaining(['items', 'total', 'page', 'page_size', 'pages']));
    const taken = parameters.map(({ name }) => name);
    expect(taken, operationId).toEqual(expect.arrayContaining(['page', 'page_size']));
  }
  await service.app.close();
});

test('200: a list that is held as a whole is answered in pages too; 422: a page that is none', async () => {
  const service = await startTestService();
  const { headers } = await openAccount(service, 'lists@example.org');
  const read = (query: string) => service.app.inject({ method: 'GET', url: `/v1/webhooks/events${query}`, headers });
  const events = async (query: string) => (await read(query)).json() as { items: object[]; total: number };
  const all = await events('?page_size=100');
  const first = await read('?page_size=5');
  expect(first.json()).toMatchObject({ page: 1, page_size: 5, pages: Math.ceil(all.total / 5), total: all.total });
  expect(first.headers.link).toContain('rel="next"');
  const second = await events('?page=2&page_size=5');
  expect([...(first.json() as { items: object[] }).items, ...second.items]).toEqual(all.items.slice(0, 10));
  expect((await read('?page=0')).statusCode).toBe(422);
  await service.app.close();
});
