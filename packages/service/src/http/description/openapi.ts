/** OpenAPI 3.1 from the route schemas, and the page that shows it; nothing is fetched from elsewhere. @module */
import { brotliCompress, type CompressCallback, constants, gzip } from 'node:zlib';
import { TRACKS } from '@assay/core/watermark/trackTable';
import swagger from '@fastify/swagger';
import { createJsonSchemaTransform, createJsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { mayBeAbsent } from '../request/bodyTypes.ts';
import { takesKey } from '../request/idempotency.ts';
import type { App, HttpSettings } from '../httpDeps.ts';
import { SECURITY_SCHEMES } from '../security/security.ts';
import { addAnswerHeaders } from './answerHeaders.ts';
import { registerApiPage } from './apiPage.ts';
import { addExamples } from './examples.ts';

type Json = Record<string, unknown>;

const TAGS = [
  { name: 'Assets', description: 'Pictures that you register.' },
  { name: 'Verification', description: 'Is this picture one of the registered ones, and was it altered?' },
  { name: 'Content Credentials', description: 'C2PA manifests, found by what is in a picture.' },
  { name: 'Storage', description: 'Their files.' },
  { name: 'Sharing', description: 'Public links to pictures and results.' },
  { name: 'Webhooks', description: 'Events, sent to addresses of yours.' },
  { name: 'Blockchain', description: 'Commitments of pictures on a ledger.' },
  { name: 'Transparency', description: 'The public log of all commitments.' },
  { name: 'Accounts', description: 'Accounts and sessions.' },
  { name: 'Organizations', description: 'Who works together, as what.' },
  { name: 'API keys', description: 'Credentials of programs.' },
  { name: 'Health', description: 'For those who run the service.' },
];

/** The one that we would rather send first. */
const CODINGS = ['br', 'gzip'] as const;

/** The best quality makes it 5 % smaller and takes a second. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

const told = (compress: (callback: CompressCallback) => void): Promise<Buffer> =>
  new Promise((resolve, reject) => compress((error, bytes) => (error ? reject(error) : resolve(bytes))));

/** On other threads: nobody waits for it but who asked. */
async function compressed(identity: Buffer) {
  const [br, gzipped] = await Promise.all([
    told((callback) => brotliCompress(identity, BROTLI, callback)),
    told((callback) => gzip(identity, callback)),
  ]);
  return { identity, br, gzip: gzipped };
}

/** RFC 9110, section 12.5.3; a weight of nought refuses. */
const accepts = (header: string | string[] | undefined, coding: (typeof CODINGS)[number]): boolean =>
  String(header ?? '')
    .split(',')
    .map((one) =>
      one
        .trim()
        .toLowerCase()
        .split(/\s*;\s*q=/),
    )
    .some(([name, weight = '1']) => name === coding && Number(weight) > 0);

const DESCRIPTION = `Marks pictures, remembers them, and tells authentic copies from forgeries.

Every path is served with and without a slash at the end. Every answer carries \`X-Request-Id\`. Every failure has the
shape of \`Error\`; send \`Accept: application/problem+json\` for RFC 9457. Unknown members of JSON bodies are ignored,
unknown query parameters below /v1 refused.

Every answer under /v1 tells the rate limit that is nearest to its end: \`X-RateLimit-Limit\`, \`X-RateLimit-Remaining\`,
\`X-RateLimit-Reset\` (seconds since 1970). 429 carries \`Retry-After\`.`;

/** Fields of forms and queries travel as text; the description shows what they mean. */
function asMeant({ formBoolean, formText, preset, ...rest }: Json): Json {
  const { description } = rest;
  if (formBoolean) return { type: 'boolean', default: preset, description };
  if (formText) return { type: 'string', description };
  return rest;
}

function asForm(body: Json): Json {
  const properties = body.properties as Record<string, Json>;
  const shown = Object.entries(properties).map(([name, field]): [string, Json] => {
    const { format, description } = field;
    return [name, format === 'binary' ? { type: 'string', format, description } : asMeant(field)];
  });
  const { required } = body as { required?: string[] };
  return { type: 'object', properties: Object.fromEntries(shown), ...(required ? { required } : {}) };
}

function asQuery(query: Json): Json {
  const properties = query.properties as Record<string, Json>;
  const shown = Object.entries(properties).map(([name, field]) => [name, asMeant(field)]);
  return { ...query, properties: Object.fromEntries(shown) };
}

/** A reference cannot carry a description of its own; the response gets that of the schema it refers to. */
function describeAnswers(shown: Record<string, Json>, schemas: Record<string, unknown>): void {
  for (const [status, answer] of Object.entries(shown)) {
    const schema = schemas[status];
    const description = schema instanceof z.ZodType ? schema.description : undefined;
    if (description) answer.description = description;
  }
}

/** What `Idempotency-Key` adds to a route; read by a hook, so no schema of the route says it. */
function describeKey(shown: { headers?: Json; response?: Record<string, Json> }): void {
  const description =
    'Sent again with the same key within 24 hours, the request is answered as before and not done again.';
  shown.headers = {
    type: 'object',
    properties: { 'Idempotency-Key': { type: 'string', minLength: 1, maxLength: 255, description } },
  };
  const answers = shown.response ?? {};
  const failure = Object.entries(answers).find(([status]) => Number(status) >= 400)?.[1];
  for (const [status, code] of [
    [409, 'IDEMPOTENCY_IN_PROGRESS'],
    [422, 'IDEMPOTENCY_KEY_REUSED'],
  ] as const) {
    const known = answers[status];
    answers[status] = { ...(known ?? failure), description: known ? `${String(known.description)}, ${code}` : code };
  }
}

const toJsonSchema = createJsonSchemaTransform({});
const addComponents = createJsonSchemaTransformObject({});

/** Names of components that the document refers to, from the paths on. */
function reachable(document: Json): Set<string> {
  const { schemas } = document.components as { schemas: Record<string, unknown> };
  const found = new Set<string>();
  const visit = (value: unknown): void => {
    for (const [, name] of JSON.stringify(value ?? null).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
      if (name !== undefined && !found.has(name)) {
        found.add(name);
        visit(schemas[name]);
      }
  };
  visit(document.paths);
  return found;
}

/** The library calls every body needed; clients that are made of the description would then ask for an empty one. */
function freeBodies({ paths }: Json, operationIds: ReadonlySet<string>): void {
  for (const operation of Object.values(paths as Record<string, Json>).flatMap((methods) => Object.values(methods))) {
    const { operationId, requestBody } = operation as { operationId?: string; requestBody?: Json };
    if (requestBody && operationIds.has(operationId ?? '')) requestBody.required = false;
  }
}

/** For whoever builds on the table of tracks without the core: the client's types and the words of the pages. */
const WATERMARK_TRACKS = TRACKS.map(({ id, label, domain, method, defaultStrength }) => ({
  id,
  label,
  domain,
  method,
  default_strength: defaultStrength,
}));

/** Of the routes, as they say of themselves; takes half a second, in which nothing else is answered. */
async function describeRoutes(app: App, version: string): Promise<void> {
  const withFreeBody = new Set<string>();
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Assay',
        version,
        description: DESCRIPTION,
        contact: { name: 'Whoever runs this service: /.well-known/security.txt' },
        license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
      },
      servers: [{ url: '/', description: 'This service.' }],
      tags: TAGS,
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: (route) => {
      const { form, rawBody } = route.route.config ?? {};
      const described = form ? { ...route.schema, body: form, consumes: ['multipart/form-data'] } : route.schema;
      const { schema, url } = toJsonSchema({ ...route, schema: described });
      const shown = schema as { body?: Json; querystring?: Json; headers?: Json; response?: Record<string, Json> };
      describeAnswers(shown.response ?? {}, (route.schema?.response ?? {}) as Record<string, unknown>);
      if (form && shown.body) shown.body = asForm(shown.body);
      if (rawBody) Object.assign(shown, { body: { type: 'string', format: 'binary' }, consumes: [...rawBody] });
      if (shown.querystring) shown.querystring = asQuery(shown.querystring);
      if (takesKey(route.route.method, url)) describeKey(shown);
      const { operationId, body } = (route.schema ?? {}) as { operationId?: string; body?: unknown };
      if (operationId && mayBeAbsent(body)) withFreeBody.add(operationId);
      return { schema, url };
    },
    transformObject: (input) => {
      const document = addComponents(input) as unknown as Json;
      freeBodies(document, withFreeBody);
      addExamples(document);
      addAnswerHeaders(document);
      const used = reachable(document);
      const components = document.components as { schemas: Record<string, unknown> };
      const schemas = Object.entries(components.schemas).filter(([name]) => used.has(name));
      schemas.sort(([a], [b]) => a.localeCompare(b));
      return {
        ...document,
        'x-watermark-tracks': WATERMARK_TRACKS,
        components: { ...components, schemas: Object.fromEntries(schemas) },
      } as never;
    },
  });
}

export async function registerOpenApi(app: App, settings: HttpSettings): Promise<void> {
  const { description: document } = settings;
  if (document) await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  else await describeRoutes(app, settings.version);

  // Written and compressed once: half a megabyte takes milliseconds, and anybody may ask as often as they like.
  let writing: ReturnType<typeof compressed> | null = null;
  app.get('/openapi.json', { schema: { hide: true } as object }, async (request, reply) => {
    writing ??= compressed(Buffer.from(JSON.stringify(app.swagger())));
    const written = await writing;
    const coding = CODINGS.find((one) => accepts(request.headers['accept-encoding'], one));
    if (coding) reply.header('content-encoding', coding);
    return reply
      .header('vary', 'accept-encoding')
      .type('application/json; charset=utf-8')
      .send(written[coding ?? 'identity']);
  });

  // Where there are pages, theirs stands at /docs and leads on.
  if (settings.docs && settings.webPages === null)
    app.get('/docs', { schema: { hide: true } as object }, async (_request, reply) => reply.redirect('/docs/api/'));
  if (settings.docs) await registerApiPage(app);
}
