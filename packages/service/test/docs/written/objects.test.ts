import { expect, test } from 'vitest';
import { OPERATIONS, pageItem, PAGING, refName, type Schema, SCHEMAS, slug } from './apiDescription.ts';
import { table } from './generatedBlocks.ts';

/** What JavaScript counts exactly; stands in the description wherever a number has no bound of its own. */
const UNBOUNDED = Number.MAX_SAFE_INTEGER;

/** What is sent has a page of its own. */
const isSent = (name: string): boolean => name.endsWith('Input');
const link = (name: string): string => `[${name}](${isSent(name) ? 'requests' : 'objects'}.md#${slug(name)})`;

/** Lists of words that have a page of their own, by one of them. */
const WORD_PAGES: Readonly<Record<string, string>> = {
  INVALID_CREDENTIALS: 'an [error code](errors.md)',
  'asset.processed': 'an [event](events.md)',
};

function boundsOf({ minimum, maximum, minLength, maxLength }: Schema): string {
  const low = minimum !== undefined && minimum > -UNBOUNDED ? minimum : null;
  const high = maximum !== undefined && maximum < UNBOUNDED ? maximum : null;
  if (low !== null || high !== null)
    return low !== null && high !== null ? ` ${low} to ${high}` : low !== null ? ` from ${low}` : ` up to ${high}`;
  if (minLength === undefined && maxLength === undefined) return '';
  if (maxLength === undefined) return `, ${minLength} characters or more`;
  return `, ${minLength ? `${minLength} to` : 'up to'} ${maxLength} characters`;
}

function typeOf(schema: Schema): string {
  const name = refName(schema);
  if (name !== null) return link(name);
  if (schema.anyOf) return schema.anyOf.map(typeOf).join(' or ');
  if (schema.const !== undefined) return `\`${schema.const}\``;
  const page = schema.enum?.map((word) => WORD_PAGES[word]).find((found) => found !== undefined);
  if (page) return page;
  if (schema.enum) return schema.enum.map((word) => `\`${word}\``).join(', ');
  if (schema.items) return `list of ${typeOf(schema.items)}`;
  const names = [schema.type ?? 'anything'].flat().join(' or ');
  return `${names}${schema.format ? ` (${schema.format})` : ''}${boundsOf(schema)}`;
}

/** The object inside, where a field is one, a list of one, or one or null. */
function membersOf(schema: Schema): Schema | null {
  if (schema.properties && Object.keys(schema.properties).length > 0) return schema;
  if (schema.items) return membersOf(schema.items);
  return schema.anyOf?.map(membersOf).find((found) => found !== null) ?? null;
}

function rowsOf(schema: Schema, prefix = ''): string[][] {
  const required = new Set(schema.required);
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const inner = membersOf(field);
    const isList = field.items !== undefined || field.anyOf?.some(({ items }) => items) === true;
    const preset = field.default === undefined ? '' : ` Default: \`${JSON.stringify(field.default)}\`.`;
    const row = [
      `\`${prefix}${name}\`${required.has(name) ? '' : '?'}`,
      typeOf(field).replaceAll('|', '\\|'),
      `${field.description ?? ''}${preset}`.trim().replaceAll('|', '\\|').replaceAll('\n', ' '),
    ];
    return [row, ...(inner ? rowsOf(inner, `${prefix}${name}${isList ? '[]' : ''}.`) : [])];
  });
}

const section = (heading: string, text: string, rows: string[][]): string =>
  [
    `## ${heading}`,
    ...(text ? [text] : []),
    ...(rows.length > 0 ? [table(['Member', 'Type', 'Meaning'], rows)] : []),
  ].join('\n\n');

/** So much is worth a look elsewhere. */
const SHARED_MEMBERS_MIN = 5;

/** The largest other object all of whose members this one has as well, so that nothing is listed twice. */
function basisOf(name: string, schema: Schema): { readonly name: string; readonly rest: Schema } | null {
  const own = schema.properties ?? {};
  const sizeOf = ({ properties }: Schema): number => Object.keys(properties ?? {}).length;
  const [basis] = Object.entries(SCHEMAS)
    .filter(([other, { properties = {} }]) => {
      const shared = Object.entries(properties);
      const isPart = shared.every(([key, field]) => JSON.stringify(own[key]) === JSON.stringify(field));
      return other !== name && shared.length >= SHARED_MEMBERS_MIN && shared.length < Object.keys(own).length && isPart;
    })
    .sort(([, a], [, b]) => sizeOf(b) - sizeOf(a));
  if (!basis) return null;
  const shared = basis[1].properties ?? {};
  const properties = Object.fromEntries(Object.entries(own).filter(([key]) => !(key in shared)));
  return { name: basis[0], rest: { ...schema, properties } };
}

function objectSection([name, schema]: [string, Schema]): string {
  const { description = '' } = schema;
  const item = pageItem(schema);
  if (item) return section(name, `A page of ${typeOf(item)}: [lists](../spec/api.md#lists). ${description}`.trim(), []);
  const basis = basisOf(name, schema);
  if (!basis) return section(name, description, rowsOf(membersOf(schema) ?? schema));
  return section(name, `${description} All members of ${link(basis.name)}, and:`.trim(), rowsOf(basis.rest));
}

const bodyText = (method: string, path: string, { description }: Schema): string =>
  `\`${method} ${path}\`${description ? ` ${description}` : ''}`;

/** Forms, queries and some bodies stand in the operations themselves. */
const sentSections = OPERATIONS.flatMap(({ operationId, method, path, parameters = [], requestBody }) => {
  const query = parameters.filter((parameter) => parameter.in === 'query' && !PAGING.has(parameter.name));
  const { 'multipart/form-data': form, 'application/json': json } = requestBody?.content ?? {};
  const properties = Object.fromEntries(
    query.map(({ name, description = '', schema }) => [name, { description, ...schema }]),
  );
  const required = query.filter((parameter) => parameter.required).map(({ name }) => name);
  return [
    ...(query.length > 0
      ? [section(`Query of ${operationId}`, `\`${method} ${path}\``, rowsOf({ properties, required }))]
      : []),
    ...(form?.schema ? [section(`Form of ${operationId}`, `\`${method} ${path}\``, rowsOf(form.schema))] : []),
    ...(json?.schema && !refName(json.schema)
      ? [section(`Body of ${operationId}`, bodyText(method, path, json.schema), rowsOf(membersOf(json.schema) ?? {}))]
      : []),
  ];
});

const objects = (sent: boolean): string =>
  Object.entries(SCHEMAS)
    .filter(([name]) => isSent(name) === sent)
    .map(objectSection)
    .join('\n\n');

const PAGES = {
  objects: `# Objects

Everything that is answered, member by member; \`?\` = may be absent. What is sent: [requests.md](requests.md). Which operation
takes and answers what: [operations.md](operations.md). Rules that hold for all: [api.md](../spec/api.md).

This page is written from [openapi.json](openapi.json) by \`packages/service/test/docs/written/objects.test.ts\`.

${objects(false)}
`,
  requests: `# Requests

Everything that is sent, member by member; \`?\` = may be left out: bodies in JSON, then forms, queries and bodies of single
operations.
What is answered: [objects.md](objects.md). Which operation takes what: [operations.md](operations.md). Rules that hold for all:
[api.md](../spec/api.md#request-bodies).

This page is written from [openapi.json](openapi.json) by \`packages/service/test/docs/written/objects.test.ts\`.

${objects(true)}

${sentSections.join('\n\n')}
`,
};

test.each(['objects', 'requests'] as const)(
  'docs/reference/%s.md says what the description says; `vitest run --update` of this file writes it anew',
  async (name) => {
    await expect(PAGES[name]).toMatchFileSnapshot(`../../../../../docs/reference/${name}.md`);
  },
);
