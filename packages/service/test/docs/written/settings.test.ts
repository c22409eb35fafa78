import { expect, test } from 'vitest';
import { describeConfig } from '../../../src/config/config.ts';
import { table } from './generatedBlocks.ts';

const page = `# Settings

Environment variables, each with its default. An empty variable is as good as none. A file \`.env\` in the
current folder can hold them too ([operation.md](../spec/operation.md#settings)). \`npx assay config\` prints the same with the
values that hold. What a start needs in production: [operation.md](../spec/operation.md#production).

${table(
  ['Variable', 'Default', 'Meaning'],
  describeConfig({}).map((line) => [
    `\`${line.name}\``,
    line.default === '' ? '' : `\`${line.default}\``,
    line.meaning.replaceAll('|', '\\|'),
  ]),
)}

This page is written from \`packages/service/src/config\` by \`packages/service/test/docs/written/settings.test.ts\`.
`;

test('docs/reference/settings.md says what the table says; `vitest run --update` of this file writes it anew', async () => {
  await expect(page).toMatchFileSnapshot('../../../../../docs/reference/settings.md');
});
