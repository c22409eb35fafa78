/**
 * The page at /docs/api, Swagger's, with a description of its own. Its forms fill each field that has no default, with its example or
 * with an invented value, and send all of them: the identifiers of nobody's picture among them. An empty example leaves the field
 * empty, and what was left empty is not sent. Parameters of the address are left empty by having none.
 * @module
 */
import swaggerUi from '@fastify/swagger-ui';
import type { App } from '../httpDeps.ts';
import { withInlineStyles } from '../security/securityHeaders.ts';

type Json = Record<string, unknown>;

const FORM = 'multipart/form-data';

export async function registerApiPage(app: App): Promise<void> {
  let shown: Readonly<Record<string, unknown>> | null = null;
  await app.register(swaggerUi, {
    routePrefix: '/docs/api',
    uiConfig: {
      docExpansion: 'list',
      deepLinking: true,
      persistAuthorization: false,
      requestInterceptor: leaveEmptyOut,
    },
    theme: { title: 'Assay API' },
    transformStaticCSP: withInlineStyles,
    transformSpecification: (document) => (shown ??= withEmptyForms(document)),
    transformSpecificationClone: false,
  });
}

/** @param document OpenAPI; stays as it is */
function withEmptyForms<T extends object>(document: T): T {
  const shown = structuredClone(document) as T & { paths?: Record<string, Record<string, unknown>> };
  for (const operation of Object.values(shown.paths ?? {}).flatMap((methods) => Object.values(methods))) {
    emptyForm(operation as Json);
    emptyAddress(operation as Json);
  }
  return shown;
}

/** Of what may be left out, and of whose picture it is: only the reader knows that. */
function emptyAddress({ parameters = [] }: Json): void {
  for (const { in: place, required, schema } of parameters as { in: string; required?: boolean; schema?: Json }[])
    if (schema && (place === 'path' || !required)) delete schema.example;
}

function emptyForm({ requestBody }: Json): void {
  const { content } = (requestBody ?? {}) as { content?: Record<string, { schema?: Json }> };
  const { properties = {}, required = [] } = (content?.[FORM]?.schema ?? {}) as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  for (const [name, field] of Object.entries(properties))
    if (!required.includes(name) && !('default' in field)) field.example = '';
}

/** Runs in the browser: it is written into the page as it stands, so it may name nothing from around it. */
function leaveEmptyOut<T extends { body?: unknown }>(request: T): T {
  const { body } = request;
  if (body instanceof FormData) for (const [name, value] of [...body.entries()]) if (value === '') body.delete(name);
  return request;
}
