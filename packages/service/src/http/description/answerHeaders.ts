/** Headers that answers carry and no schema of a route tells: where a new thing is, and when to come again. @module */

type Json = Record<string, unknown>;

const HEADERS = {
  Location: {
    description: 'Where the new thing, or the result of what was accepted, is read.',
    required: true,
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Retry-After': {
    description: 'Seconds until it is worth while to ask again.',
    required: true,
    schema: { type: 'integer', minimum: 0 },
  },
} as const;

type HeaderName = keyof typeof HEADERS;

const CREATED: ReadonlySet<string> = new Set(['201', '202']);
const LATER: ReadonlySet<string> = new Set(['429', '503']);
/** Mails are under way; nobody reads them here. */
const NOTHING_TO_READ: ReadonlySet<string> = new Set(['resendVerification', 'forgotPassword']);

const headersOf = (method: string, { operationId }: Json, status: string): readonly HeaderName[] => {
  if (LATER.has(status)) return ['Retry-After'];
  return method === 'post' && CREATED.has(status) && !NOTHING_TO_READ.has(String(operationId)) ? ['Location'] : [];
};

/** Adds them to a whole OpenAPI document, in place. */
export function addAnswerHeaders(document: Json): void {
  Object.assign(document.components as Json, { headers: HEADERS });
  for (const methods of Object.values(document.paths as Record<string, Record<string, Json>>))
    for (const [method, operation] of Object.entries(methods))
      for (const [status, answer] of Object.entries((operation.responses ?? {}) as Record<string, Json>)) {
        const names = headersOf(method, operation, status);
        if (names.length > 0)
          answer.headers = Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
      }
}
