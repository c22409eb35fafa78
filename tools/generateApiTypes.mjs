// Prints the SDK's wire types and its table of tracks from the checked-in API description.
// Usage: node tools/generateApiTypes.mjs          writes the files of packages/sdk/src/generated
//        node tools/generateApiTypes.mjs --check  fails if they are not what would be written
// Our own printer because openapi-typescript needs the JavaScript API of TypeScript, which TypeScript 7 no longer has.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(import.meta.dirname, '..');
const SOURCE = path.join(root, 'docs/reference/openapi.json');
const FOLDER = path.join(root, 'packages/sdk/src/generated');

const HEADER = `/**
 * Types of the wire, one for each component of docs/reference/openapi.json.
 * Made by tools/generateApiTypes.mjs; change the schemas of the service and run it again, do not edit.
 * @module
 */
`;

const TRACKS_HEADER = `/**
 * The tracks of the watermark, \`x-watermark-tracks\` of docs/reference/openapi.json.
 * Made by tools/generateApiTypes.mjs; change the table of the core and run it again, do not edit.
 * @module
 */
`;

const OPERATIONS_HEADER = `/**
 * Every operation of docs/reference/openapi.json: its address, what it takes, what it answers.
 * Made by tools/generateApiTypes.mjs; change the routes of the service and run it again, do not edit.
 * @module
 */
import type { ImageInput } from '../image.ts';
import type * as api from './api.ts';
`;

/** Each operation's address as a constant, and an interface of what each takes and answers. */
export function operationsOf(document) {
  const all = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { operationId }]) => operationId)
      .map(([method, operation]) => ({ path, method, operation })),
  );
  all.sort((a, b) => (a.operation.operationId < b.operation.operationId ? -1 : 1));
  const addresses = all.map(
    ({ path, method, operation }) =>
      `  ${operation.operationId}: ${JSON.stringify(`${method.toUpperCase()} ${path}`)},\n`,
  );
  const shapes = all.map(({ path, operation }) => shapeOf(path, operation));
  return `${OPERATIONS_HEADER}
export const OPERATIONS = {
${addresses.join('')}} as const;

export interface Operations {
${shapes.join('')}}
`;
}

/** References become members of the namespace that the wire types are imported as. */
const inApi = (schema) =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === '$ref' ? `#/components/schemas/api.${value.split('/').pop()}` : value,
  );

function shapeOf(path, { operationId, summary, parameters = [], requestBody, responses }) {
  const query = parameters.filter((one) => one.in === 'query');
  const named = (list) => ({
    type: 'object',
    properties: Object.fromEntries(list.map((one) => [one.name, { ...one.schema, description: one.description }])),
    required: list.filter((one) => one.required).map((one) => one.name),
    additionalProperties: false,
  });
  const places = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    schema: { type: 'string' },
    required: true,
  }));
  const content = requestBody?.content ?? {};
  const json = content['application/json']?.schema;
  const form = content['multipart/form-data']?.schema;
  const given = {
    path: places.length > 0 ? named(places) : null,
    query: query.length > 0 ? named(query) : null,
    json: json ?? null,
    form: form ?? null,
  };
  const optional = { query: named(query).required.length === 0, json: !requestBody?.required };
  const lines = Object.entries(given)
    .filter(([, schema]) => schema !== null)
    .map(
      ([name, schema]) => `      readonly ${name}${optional[name] ? '?' : ''}: ${typeOf(inApi(schema), '      ')};\n`,
    );
  const answers = Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .map(([, { content: sent }]) => sent?.['application/json']?.schema ?? null);
  const schemas = answers.filter((schema) => schema !== null).map((schema) => typeOf(inApi(schema), '    '));
  const answer = schemas.length > 0 ? union(schemas) : 'null';
  const input = lines.length > 0 ? `{\n${lines.join('')}    }` : 'Record<never, never>';
  return `  /** ${summary} */\n  readonly ${operationId}: {\n    readonly input: ${input};\n    readonly answer: ${answer};\n  };\n`;
}

/** One exported type for each of the document's component schemas, in the order of their names. */
export function typesOf(document) {
  const schemas = Object.entries(document.components.schemas).sort(([a], [b]) => (a < b ? -1 : 1));
  return HEADER + schemas.map(([name, schema]) => `\n${declaration(name, schema)}\n`).join('');
}

/** The table of tracks as a constant. */
export function tracksOf(document) {
  const rows = document['x-watermark-tracks'].map(
    ({ default_strength: defaultStrength, ...row }) => `  ${JSON.stringify({ ...row, defaultStrength })},\n`,
  );
  return `${TRACKS_HEADER}\nexport const TRACKS = [\n${rows.join('')}] as const;\n`;
}

function declaration(name, schema) {
  const isPlainObject = schema.type === 'object' && !schema.allOf && !schema.anyOf && schema.properties;
  const start = isPlainObject ? `export interface ${name} ` : `export type ${name} = `;
  return comment(schema, '') + start + typeOf(schema, '') + (isPlainObject ? '' : ';');
}

/**
 * The TypeScript type of a JSON Schema (2020-12) as far as our description uses it.
 * @throws {Error} for a keyword that would silently lose meaning
 */
function typeOf(schema, indent) {
  if (schema === true || Object.keys(schema).every(isAnnotation)) return 'unknown';
  if (schema.$ref) return schema.$ref.replace('#/components/schemas/', '');
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  const parts = schema.anyOf ?? schema.oneOf;
  if (parts) return union(parts.map((part) => typeOf(part, indent)));
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, indent)).join(' & ');
  if (Array.isArray(schema.type)) return union(schema.type.map((type) => typeOf({ ...schema, type }, indent)));
  switch (schema.type) {
    case 'string':
      return schema.format === 'binary' ? 'ImageInput' : schema.type;
    case 'boolean':
    case 'null':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `readonly ${bracketed(typeOf(schema.items ?? true, indent))}[]`;
    case 'object':
      return objectType(schema, indent);
    default:
      throw new Error(`generateApiTypes: no rule for ${JSON.stringify(schema)}`);
  }
}

const ANNOTATIONS = ['description', 'example', 'examples', 'default', 'title', 'deprecated'];
const isAnnotation = (keyword) => ANNOTATIONS.includes(keyword);
const union = (types) => [...new Set(types)].join(' | ');
const bracketed = (type) => (/[|&]|^readonly /.test(type) && !type.startsWith('{') ? `(${type})` : type);

function objectType(schema, indent) {
  const inner = `${indent}  `;
  const required = new Set(schema.required ?? []);
  const lines = Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const key = /^[A-Za-z_]\w*$/.test(name) ? name : JSON.stringify(name);
    return `${comment(property, inner)}${inner}readonly ${key}${required.has(name) ? '' : '?'}: ${typeOf(property, inner)};`;
  });
  const others = schema.additionalProperties;
  if (others !== false && (others !== undefined || lines.length === 0)) {
    // An index signature has to admit the named members too, so beside those it says nothing more exact than unknown.
    const type = lines.length === 0 && typeof others === 'object' ? typeOf(others, inner) : 'unknown';
    lines.push(`${inner}readonly [member: string]: ${type};`);
  }
  return `{\n${lines.join('\n')}\n${indent}}`;
}

function comment({ description }, indent) {
  if (!description) return '';
  const lines = description.replaceAll('*/', '*\\/').split('\n');
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}`.trimEnd()).join('\n')}\n${indent} */\n`;
}

function main() {
  const document = JSON.parse(fs.readFileSync(SOURCE, 'utf8'));
  for (const [name, wanted] of [
    ['api.ts', typesOf(document)],
    ['operations.ts', operationsOf(document)],
    ['tracks.ts', tracksOf(document)],
  ])
    bringUpToDate(path.join(FOLDER, name), wanted, process.argv.includes('--check'));
}

function bringUpToDate(file, wanted, isCheck) {
  if (fs.existsSync(file) && fs.readFileSync(file, 'utf8') === wanted) return;
  if (isCheck) {
    console.error(`${path.relative(root, file)} is stale; run: node tools/generateApiTypes.mjs`);
    process.exit(1);
  }
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, wanted);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
