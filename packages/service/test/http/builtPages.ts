/** Pages as their build leaves them, each with nothing but its language and its address. @module */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type Language, LANGUAGES } from '../../src/app/ports/runtime/language.ts';
import { isRightToLeft } from '../../src/app/ports/verify/reportPrinter.ts';
import type { WebDocument, WebPages } from '../../src/http/httpDeps.ts';

const htmlOf = (language: Language, name: string): string =>
  `<!doctype html><html lang="${language}" dir="${isRightToLeft(language) ? 'rtl' : 'ltr'}"><head><title>Assay</title></head><body><div id="root"><div class="served"><header>Assay</header><main id="main"><h1>${name}</h1></main></div></div></body></html>`;

const inEach = <Value>(valueOf: (language: Language) => Value) =>
  Object.fromEntries(LANGUAGES.map((language) => [language, valueOf(language)])) as Record<Language, Value>;

const documentOf = (file: string): WebDocument => ({
  file,
  versions: inEach((language) => `${language}${file.length}`),
});

/** @param folder into which they are written */
export async function builtPages(folder: string, addresses: readonly string[]): Promise<WebPages> {
  const documents = addresses.map((address): [string, WebDocument] => {
    const file = `${address.replaceAll(/\W+/g, '.')}.html`;
    return [address, { ...documentOf(file), ofNewService: documentOf(`new.${file}`) }];
  });
  for (const language of LANGUAGES) {
    await mkdir(path.join(folder, 'served', language), { recursive: true });
    const files = documents.flatMap(([, { file, ofNewService }]) => [file, String(ofNewService?.file)]);
    for (const file of ['notFound.html', ...files])
      await writeFile(path.join(folder, 'served', language, file), htmlOf(language, file));
  }
  await writeFile(path.join(folder, 'addresses.json'), JSON.stringify(Object.fromEntries(documents)));
  return { folder, addresses: Object.fromEntries(documents), shells: inEach((language) => htmlOf(language, 'link')) };
}
