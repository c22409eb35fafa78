/**
 * An example for every field and every parameter of the description: those that schemas name themselves stay, all others come from
 * `exampleValues.ts`. Whoever copies a request from it sends something that is taken.
 * @module
 */
import { EXAMPLE_ID, EXAMPLE_TIME } from '../schemas/common.ts';
import { EXAMPLE_VALUES } from './exampleValues.ts';

type Json = Record<string, unknown>;

const JSON_TYPES = ['application/json', 'application/x-www-form-urlencoded'] as const;

const OF_FORMAT: Readonly<Record<string, string>> = {
  uuid: EXAMPLE_ID,
  'date-time': EXAMPLE_TIME,
  date: EXAMPLE_TIME.slice(0, 10),
  uri: 'https://photos.example.org/',
};

const typesOf = ({ type }: Json): readonly unknown[] => [type].flat();

/** Says by itself what a value looks like. */
const speaks = (schema: Json): boolean =>
  ['example', 'examples', 'enum', 'const', 'default'].some((word) => word in schema);

const branchesOf = (schema: Json): readonly Json[] =>
  (['anyOf', 'oneOf', 'allOf'] as const).flatMap((word) => (schema[word] ?? []) as Json[]);

/** The value for a field of this name that has the type of the schema; undefined where there is none. */
function valueOf(name: string, schema: Json): unknown {
  const types = typesOf(schema);
  const fits = (value: string | number): boolean =>
    typeof value === 'string'
      ? types.includes('string') && (schema.format !== 'uri' || URL.canParse(value))
      : types.includes('number') || (types.includes('integer') && Number.isInteger(value));
  const named = Object.hasOwn(EXAMPLE_VALUES, name) ? [EXAMPLE_VALUES[name] ?? []].flat().find(fits) : undefined;
  return named ?? (types.includes('string') ? OF_FORMAT[String(schema.format)] : undefined);
}

/** Gives `schema`, and what is in it, the examples that are missing. */
function complete(schema: Json | undefined, name: string): void {
  if (!schema || '$ref' in schema || speaks(schema) || schema.format === 'binary') return;
  for (const branch of branchesOf(schema)) complete(branch, name);
  for (const [member, its] of Object.entries((schema.properties ?? {}) as Record<string, Json>)) complete(its, member);
  if (schema.items) complete(schema.items as Json, `${name}[]`);
  const value = valueOf(name, schema);
  if (value !== undefined) schema.example = value;
}

/** What a request that holds only what it must looks like. @param resolve what a reference stands for */
function sampleOf(schema: Json, resolve: (reference: string) => Json): unknown {
  if ('$ref' in schema) return sampleOf(resolve(String(schema.$ref)), resolve);
  if ('example' in schema) return schema.example;
  if ('default' in schema) return schema.default;
  if ('const' in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const [branch] = branchesOf(schema);
  if (branch) return sampleOf(branch, resolve);
  if (schema.items) return [sampleOf(schema.items as Json, resolve)];
  if (typesOf(schema).includes('boolean')) return true;
  if (!schema.properties) return {};
  const members = Object.entries(schema.properties as Record<string, Json>);
  const required = (schema.required ?? []) as readonly string[];
  // A change needs nothing; what it names by its id need not be there.
  const wanted =
    required.length > 0
      ? members.filter(([name]) => required.includes(name))
      : members.filter(([, its]) => its.format !== 'uuid');
  return Object.fromEntries(wanted.map(([name, its]) => [name, sampleOf(its, resolve)]));
}

interface Operation {
  readonly parameters?: readonly (Json & { readonly name: string; readonly schema?: Json })[];
  readonly requestBody?: { readonly content?: Readonly<Record<string, Json & { readonly schema?: Json }>> };
  readonly responses?: Readonly<Record<string, { readonly content?: Readonly<Record<string, { schema?: Json }>> }>>;
}

/** @param document OpenAPI; is changed */
export function addExamples(document: Json): void {
  const { schemas } = document.components as { readonly schemas: Readonly<Record<string, Json>> };
  for (const schema of Object.values(schemas)) complete(schema, '');
  const resolve = (reference: string): Json => schemas[reference.split('/').at(-1) as string] ?? {};
  const operations = Object.values(document.paths as Record<string, Record<string, Operation>>).flatMap((methods) =>
    Object.values(methods),
  );
  for (const { parameters = [], requestBody, responses = {} } of operations) {
    for (const { name, schema } of parameters) complete(schema, name);
    for (const [type, body] of Object.entries(requestBody?.content ?? {})) {
      complete(body.schema, 'body');
      const isTyped = JSON_TYPES.some((one) => one === type);
      if (isTyped && body.schema && !('example' in body)) body.example = sampleOf(body.schema, resolve);
    }
    for (const { content = {} } of Object.values(responses))
      for (const { schema } of Object.values(content)) complete(schema, 'answer');
  }
}
