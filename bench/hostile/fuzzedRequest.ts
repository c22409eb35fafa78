/** One request made of an API description and of chance: right in parts, so that it gets past the first check, wrong in others. @module */
import type { Random } from '../verdict/random.ts';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}

interface Operation {
  readonly parameters?: readonly { readonly in: string; readonly name: string; readonly schema?: Schema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema?: Schema }>> };
}

export interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

export interface NamedOperation {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Header of one way to sign in; none of a stranger. */
export type Credential = Readonly<Record<string, string>>;

export interface FuzzedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** The service may close the connection on it: its framing is wrong. */
  readonly breaksConnection: boolean;
}

const METHODS = ['get', 'post', 'put', 'patch', 'delete', 'head', 'options'];

export const operationsOf = ({ paths }: Description): NamedOperation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );

/** Texts that have broken services before. */
const ODD_TEXTS = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  'null',
  'true',
  '\0',
  'a\u0000b',
  '\ud800',
  '\u202e\u0627\u0644',
  '\ufeff',
  "' OR 1=1 --",
  '"; DROP TABLE assets; --',
  '../../../../etc/passwd',
  '..%2f..%2f',
  '%00',
  '%',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '${7*7}',
  'a@b.c',
  '9'.repeat(400),
  'x'.repeat(20_000),
  '00000000-0000-0000-0000-000000000000',
  '018f0000-0000-7000-8000-000000000000',
  '2026-02-30T25:61:61Z',
  '9999999999999999999',
  'http://127.0.0.1:1/',
  'file:///etc/passwd',
  '__proto__',
  'constructor',
];
const ODD_VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  2 ** 53,
  [],
  {},
  [[[[[]]]]],
  { __proto__: { admin: true } },
  { $ne: null },
  ...ODD_TEXTS,
];
const HEADERS = [
  'content-type',
  'accept',
  'accept-language',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'range',
  'prefer',
  'x-organization-id',
  'x-forwarded-for',
  'x-request-id',
  'traceparent',
  'cookie',
  'origin',
  'host',
];
const HEADER_VALUES = [
  '',
  '*',
  'application/json',
  'text/plain',
  'multipart/form-data',
  'multipart/form-data; boundary=',
  'bytes=0-0',
  'bytes=9-1,-5,0-',
  '"1"',
  'W/"1"',
  'respond-async',
  'en, de;q=x',
  '018f0000-0000-7000-8000-000000000000',
  'x'.repeat(300),
  '../x',
  '\u00e9',
];

const pick = <T>(list: readonly T[], random: Random): T => list[random.below(list.length)] as T;
const chance = (share: number, random: Random): boolean => random.uniform() < share;

export function fuzzedRequest(
  operations: readonly NamedOperation[],
  description: Description,
  credentials: readonly Credential[],
  random: Random,
): FuzzedRequest {
  const { method, path, operation } = pick(operations, random);
  const headers: Record<string, string> = { ...pick(credentials, random) };
  for (let n = random.below(3); n > 0; n--) headers[pick(HEADERS, random)] = pick(HEADER_VALUES, random);
  const target = `${pathOf(path, random)}${queryOf(operation, random)}`;
  const asked = chance(0.03, random) ? pick(METHODS, random).toUpperCase() : method;
  if (operation.requestBody === undefined || asked === 'GET' || asked === 'HEAD')
    return { method: asked, path: target, headers, breaksConnection: 'host' in headers };
  const [type, { schema = {} }] = pick(Object.entries(operation.requestBody.content), random);
  headers['content-type'] ??= type.startsWith('multipart/') ? `${type}; boundary=fuzz` : type;
  const body = type.startsWith('multipart/')
    ? formOf(schema, description, random)
    : type.includes('json')
      ? jsonOf(schema, description, random)
      : bytes(random.below(4096), random);
  if (chance(0.02, random)) headers['transfer-encoding'] = 'chunked';
  return {
    method: asked,
    path: target,
    headers,
    body,
    breaksConnection: 'host' in headers || 'transfer-encoding' in headers,
  };
}

const pathOf = (path: string, random: Random): string =>
  path.replace(/\{[^}]+\}/g, () =>
    chance(0.5, random) ? '018f0000-0000-7000-8000-000000000000' : encoded(pick(ODD_TEXTS, random), random) || '0',
  );

/** Mostly well encoded; now and then as it is, as far as a request line can hold it. */
function encoded(text: string, random: Random): string {
  if (chance(0.2, random)) return text.replace(/[^\x21-\x7e]|[?#\\]/g, '').slice(0, 2000);
  return encodeURIComponent(text.replace(/[\ud800-\udfff]/g, '?')).slice(0, 6000);
}

function queryOf({ parameters = [] }: Operation, random: Random): string {
  const parts = parameters
    .filter((parameter) => parameter.in === 'query' && chance(0.5, random))
    .map(
      ({ name, schema }) =>
        `${name}=${encoded(String(chance(0.4, random) ? right(schema) : pick(ODD_TEXTS, random)), random)}`,
    );
  if (chance(0.1, random)) parts.push(`${pick(ODD_TEXTS, random).replace(/[^a-z]/g, '')}[]=1&a[b][c]=2&__proto__=1`);
  return parts.length > 0 ? `?${parts.join('&')}` : '';
}

/** A value that a simple schema takes. */
function right(schema: Schema = {}): unknown {
  if (schema.enum) return schema.enum[0];
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type;
  if (type === 'integer' || type === 'number') return 1;
  if (type === 'boolean') return true;
  if (schema.format === 'uuid') return '018f0000-0000-7000-8000-000000000000';
  if (schema.format === 'email') return 'fuzz@example.org';
  return 'seventeen frogs';
}

const DEPTH_MAX = 5;

function valueOf(schema: Schema, description: Description, random: Random, depth = 0): unknown {
  if (chance(0.12, random) || depth > DEPTH_MAX) return pick(ODD_VALUES, random);
  const named = schema.$ref?.split('/').at(-1);
  if (named) return valueOf(description.components.schemas[named] ?? {}, description, random, depth + 1);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return valueOf(pick(choices, random), description, random, depth + 1);
  if (schema.properties) {
    const out: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(schema.properties))
      if (chance(0.75, random)) out[name] = valueOf(property, description, random, depth + 1);
    if (chance(0.1, random))
      out[pick(['extra', '__proto__x', 'id', 'organization_id'], random)] = pick(ODD_VALUES, random);
    return out;
  }
  if (schema.items)
    return Array.from({ length: random.below(4) }, () =>
      valueOf(schema.items as Schema, description, random, depth + 1),
    );
  return right(schema);
}

function jsonOf(schema: Schema, description: Description, random: Random): string {
  const text = JSON.stringify(valueOf(schema, description, random)) ?? 'null';
  if (!chance(0.1, random)) return text;
  return chance(0.5, random)
    ? text.slice(0, random.below(text.length + 1))
    : `${'['.repeat(random.below(3000))}${text}`;
}

function bytes(length: number, random: Random): Buffer {
  const out = Buffer.alloc(length);
  for (let i = 0; i < length; i++) out[i] = random.below(256);
  return out;
}

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==',
  'base64',
);

function formOf(schema: Schema, description: Description, random: Random): Buffer {
  const parts: Buffer[] = [];
  for (const [name, property] of Object.entries(schema.properties ?? { file: {} })) {
    if (!chance(0.8, random)) continue;
    const isFile = property.format === 'binary' || property.items?.format === 'binary' || /^files?\b/.test(name);
    const head = isFile
      ? `; filename="${pick(['a.png', '..\\x.jpg', '"', 'x'.repeat(500), ''], random)}"\r\nContent-Type: image/png`
      : '';
    const told = valueOf(property, description, random);
    const value = isFile
      ? chance(0.5, random)
        ? PIXEL
        : bytes(random.below(2048), random)
      : Buffer.from(typeof told === 'string' ? told : (JSON.stringify(told) ?? ''));
    parts.push(
      Buffer.from(`--fuzz\r\nContent-Disposition: form-data; name="${name}"${head}\r\n\r\n`),
      value,
      Buffer.from('\r\n'),
    );
  }
  if (chance(0.95, random)) parts.push(Buffer.from('--fuzz--\r\n'));
  const whole = Buffer.concat(parts);
  return chance(0.05, random) ? whole.subarray(0, random.below(whole.length + 1)) : whole;
}
