import { expect, test } from 'vitest';
import { type Operation, OPERATIONS, PAGING, refName, slug } from './apiDescription.ts';
import { table } from './generatedBlocks.ts';

const object = (name: string): string =>
  `[${name}](${name.endsWith('Input') ? 'requests' : 'objects'}.md#${slug(name)})`;

/** Who may: a person, an API key with a scope, anybody. The role that a person needs stands in api.md. */
function callers({ security }: Operation): string {
  if (!security || security.length === 0) return 'anybody';
  const ways = security.flatMap((way) =>
    Object.entries(way).map(([name, [scope]]) => (name === 'bearer' ? 'person' : scope ? `key: \`${scope}\`` : 'key')),
  );
  return [...(security.some((way) => Object.keys(way).length === 0) ? ['anybody'] : []), ...ways].join(', ');
}

function taken({ operationId, parameters = [], requestBody }: Operation): string {
  const content = Object.entries(requestBody?.content ?? {});
  const bodies = content.map(([type, { schema }]) => {
    const name = refName(schema);
    if (name) return object(name);
    if (type === 'multipart/form-data') return `[form](requests.md#${slug(`Form of ${operationId}`)})`;
    return type === 'application/json' ? `[body](requests.md#${slug(`Body of ${operationId}`)})` : `\`${type}\``;
  });
  const sent = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
  const query = sent.some((name) => !PAGING.has(name));
  return [
    ...(sent.some((name) => PAGING.has(name)) ? ['page'] : []),
    ...(query ? [`[query](requests.md#${slug(`Query of ${operationId}`)})`] : []),
    ...new Set(bodies),
  ].join(', ');
}

function answered({ responses }: Operation): string {
  const good = Object.entries(responses).filter(([status]) => Number(status) < 400);
  return good
    .map(([status, { content }]) => {
      const kinds = Object.entries(content ?? {}).map(([type, { schema }]) =>
        refName(schema) ? object(refName(schema) as string) : `\`${type}\``,
      );
      return [status, ...new Set(kinds)].join(' ');
    })
    .join('; ');
}

/** What every operation may answer, and what follows from its credential and its body, is not repeated. */
const COMMON = new Set(
  'BAD_REQUEST RATE_LIMITED INTERNAL_ERROR SERVICE_UNAVAILABLE UNAUTHENTICATED INVALID_TOKEN TOKEN_EXPIRED INVALID_API_KEY AMBIGUOUS_CREDENTIALS INSUFFICIENT_SCOPE VALIDATION_ERROR UNSUPPORTED_MEDIA_TYPE PAYLOAD_TOO_LARGE IDEMPOTENCY_KEY_REUSED IDEMPOTENCY_IN_PROGRESS'.split(
    ' ',
  ),
);
const refusals = ({ responses }: Operation): string =>
  Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(
      ([, { description }]) =>
        description.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b(?:FORBIDDEN|CONFLICT|GONE)\b/g) ?? [],
    )
    .filter((code) => !COMMON.has(code))
    .join(', ');

const tags = [...new Set(OPERATIONS.map(({ tags: [tag] }) => tag))];
const sections = tags.map((tag) => {
  const rows = OPERATIONS.filter(({ tags: [own] }) => own === tag).map((operation) => [
    `\`${operation.method} ${operation.path}\`<br>${operation.summary}`,
    callers(operation),
    taken(operation),
    answered(operation),
    refusals(operation),
  ]);
  return `## ${tag}\n\n${table(['Operation', 'Who', 'Takes', 'Answers', 'Refuses with'], rows)}`;
});

const page = `# Operations

Every operation of the API: who may call it, what it takes, what it answers. Rules that hold for all of them:
[api.md](../spec/api.md). The objects: [objects.md](objects.md).

"Who" names the credentials: a person who is logged in, an API key with that scope, anybody. Which role a person needs:
[roles](../spec/api.md#roles). "page" stands for \`page\` and \`page_size\` of [lists](../spec/api.md#lists). "Refuses with" leaves
out what any operation with a credential, a body or a key for repetition may answer. All codes: [errors.md](errors.md).

This page is written from [openapi.json](openapi.json) by \`packages/service/test/docs/written/operations.test.ts\`.

${sections.join('\n\n')}
`;

test('docs/reference/operations.md says what the description says; `vitest run --update` of this file writes it anew', async () => {
  await expect(page).toMatchFileSnapshot('../../../../../docs/reference/operations.md');
});
