import { expect, test } from 'vitest';
import { REPORT_LANGUAGES } from '../../../src/app/ports/verify/reportPrinter.ts';

/** Parts of the pages' messages that say something of results. */
const PARTS = ['frame', 'verdict', 'verify', 'picture', 'asset'] as const;

/** Those that a report says too. */
const SAID =
  /^(?:attack\.|marks\.(?:attacks|survived|lost)$|verdict\.(?:label|authentic|forged|unknown|revoked|corrected|confidence|checked|canChange|unknownNext)|limits\.|reason\.|evidence\.(?!fingerprint\.meter|ledger\.tx)|change\.|matched\.(?:heading|unnamed|foreign|copy|preview)$|compare\.(?:yours|original)$|regions\.(?:heading|name|place|score)|presence\.map\.(?:alt|caption)$|picture\.(?:map\.(?:alt|fromMark)|noMap\.))/;

type Messages = Readonly<Record<string, string>>;

async function wordsOf(language: string): Promise<Messages> {
  const parts = await Promise.all(
    PARTS.map(async (part) => {
      const file = new URL(`../../../../web/src/i18n/${language}/${part}.ts`, import.meta.url).href;
      return ((await import(/* @vite-ignore */ file)) as Readonly<Record<string, Messages>>)[part];
    }),
  );
  const said = Object.entries(Object.assign({}, ...parts) as Messages).filter(([key]) => SAID.test(key));
  return Object.fromEntries(said.sort(([a], [b]) => (a < b ? -1 : 1)));
}

const quoted = (text: string): string =>
  text.includes("'") && !text.includes('"') ? JSON.stringify(text) : `'${text.replaceAll("'", "\\'")}'`;

const table = (language: string, words: Messages): string =>
  `  ${language}: {\n${Object.entries(words)
    .map(([key, text]) => `    ${quoted(key)}: ${quoted(text)},\n`)
    .join('')}  },\n`;

test('reports say what the pages say, in each language; `vitest run --update` of this file writes it anew', async () => {
  const tables = await Promise.all(REPORT_LANGUAGES.map(async (language) => table(language, await wordsOf(language))));
  const file = `/** Words of the pages that reports say too, written by packages/service/test/docs/written/reportWords.test.ts. @module */
export const APP_WORDS = {
${tables.join('')}} as const;
`;
  await expect(file).toMatchFileSnapshot('../../../src/http/reports/generated/appWords.ts');
});
