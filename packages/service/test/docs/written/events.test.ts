import { expect, test } from 'vitest';
import { EVENTS } from '../../../src/app/ports/delivery/events.ts';

/** docs/reference/events.md, whole, from the table that the service itself uses. */
function page(): string {
  const sections = Object.entries(EVENTS).map(([name, { trigger, sent, data }]) =>
    [
      `## ${name}`,
      '',
      `Sent when ${trigger}.${sent ? '' : ' **Not sent by this version yet.**'}`,
      '',
      '| Member of data | Meaning |',
      '|---|---|',
      ...Object.entries(data).map(([field, meaning]) => `| \`${field}\` | ${meaning} |`),
    ].join('\n'),
  );
  return `# Events

Every event there is, when it is sent and what its \`data\` holds. The same list is answered by \`GET /v1/webhooks/events\`.
How events travel: [webhooks.md](webhooks.md).

A body is exactly \`{"event": name, "timestamp": when it happened, "data": {...}}\`. An event goes to the endpoints of one
organization: the one that the asset, the verification, the key or the member belongs to.

This page is written from \`packages/service/src/app/ports/delivery/events.ts\` by \`packages/service/test/docs/written/events.test.ts\`.

${sections.join('\n\n')}
`;
}

test('docs/reference/events.md says what the table says; `vitest run --update` of this file writes it anew', async () => {
  await expect(page()).toMatchFileSnapshot('../../../../../docs/reference/events.md');
});
