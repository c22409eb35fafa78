import { afterAll, beforeAll, expect, test } from 'vitest';
import { EXAMPLE_VALUES } from '../../../src/http/description/exampleValues.ts';
import { startTestService, type TestService } from '../../fakes/testService.ts';

type Json = Record<string, unknown>;

interface Leaf {
  readonly place: string;
  readonly name: string;
  readonly schema: Json;
}

let service: TestService;
let leaves: readonly Leaf[];

const typesOf = ({ type }: Json): readonly unknown[] => [type].flat();
/** What has a type of its own, and many values: switches have two, and files are chosen. */
const isLeaf = (schema: Json): boolean =>
  typesOf(schema).some((type) => ['string', 'number', 'integer'].includes(String(type))) && schema.format !== 'binary';

function* leavesOf(schema: Json | undefined, name: string, place: string): Generator<Leaf, void> {
  // Whoever has an example as a whole needs none of its parts.
  if (!schema || 'example' in schema || 'default' in schema) {
    if (schema && isLeaf(schema)) yield { place, name, schema };
    return;
  }
  for (const word of ['anyOf', 'oneOf', 'allOf'])
    for (const branch of (schema[word] ?? []) as Json[]) yield* leavesOf(branch, name, place);
  for (const [member, its] of Object.entries((schema.properties ?? {}) as Record<string, Json>))
    yield* leavesOf(its, member, `${place}.${member}`);
  if (schema.items) yield* leavesOf(schema.items as Json, `${name}[]`, `${place}[]`);
  if (isLeaf(schema)) yield { place, name, schema };
}

beforeAll(async () => {
  service = await startTestService();
  const document = (await service.app.inject({ method: 'GET', url: '/openapi.json' })).json() as {
    paths: Record<string, Record<string, Json>>;
    components: { schemas: Record<string, Json> };
  };
  type Body = { content?: Record<string, { schema: Json }> };
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
  leaves = [
    ...Object.entries(document.components.schemas).flatMap(([name, schema]) => [...leavesOf(schema, '', name)]),
    ...operations.flatMap(({ operationId, parameters = [], requestBody = {}, responses }) => [
      ...(parameters as { name: string; schema: Json }[]).flatMap(({ name, schema }) => [
        ...leavesOf(schema, name, `${operationId} ${name}`),
      ]),
      ...[requestBody as Body, ...Object.values(responses as Record<string, Body>)].flatMap(({ content = {} }) =>
        Object.values(content).flatMap(({ schema }) => [...leavesOf(schema, 'body', `${operationId} body`)]),
      ),
    ]),
  ];
});
afterAll(() => service.app.close());

/** An answer that is a text as a whole is a page, or a file of a registered format. */
const WHOLE_TEXTS = /^\w+ body$/;

test('every field and parameter shows what it looks like', () => {
  expect(leaves.length).toBeGreaterThan(1000);
  const silent = leaves.filter(
    ({ schema, place }) =>
      !['example', 'enum', 'const', 'default'].some((word) => word in schema) && !WHOLE_TEXTS.test(place),
  );
  expect(silent.map(({ place }) => place)).toEqual([]);
});

test('no example of the table is for nothing', () => {
  const shown = (name: string, value: unknown) =>
    leaves.some((leaf) => leaf.name === name && leaf.schema.example === value);
  const idle = Object.entries(EXAMPLE_VALUES).flatMap(([name, values]) =>
    [values]
      .flat()
      .filter((value) => !shown(name, value))
      .map((value) => `${name}: ${value}`),
  );
  expect(idle).toEqual([]);
});
