// Puts the script that checks bundles (packages/sdk/src/bundlePage.ts) into one HTML file and writes that into the service:
// `npm run build:bundlePage`. It is committed, so that a service hands out the same page whoever built it;
// tools/test/bundlePage.test.ts checks that it still is what its source says.
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const GENERATED = path.join(root, 'packages/service/src/http/bundle/generated/verifyPage.ts');

const STYLE =
  'body{font:16px/1.5 system-ui,sans-serif;max-width:44rem;margin:2rem auto;padding:0 1rem;color:#1b1c1e;background:#fff}ul{list-style:none;padding:0;overflow-wrap:anywhere}.good{color:#1d6339}.bad{color:#9c1f24}label{display:block;border:2px dashed #4a5360;padding:1.5rem}';

/** The page, whole. Its script is named by its hash, so that no other runs; nothing can be fetched. */
export async function bundlePage(): Promise<string> {
  const bundle = await rolldown({
    input: path.join(root, 'packages/sdk/src/bundlePage.ts'),
    resolve: { conditionNames: ['assay-source', 'import'] },
    platform: 'browser',
    logLevel: 'warn',
  });
  const { output } = await bundle.generate({ format: 'iife', minify: true, comments: false });
  await bundle.close();
  const [chunk] = output;
  const script = chunk.code.trim().replaceAll('</script', String.raw`<\/script`);
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src ${hash(script)}; style-src ${hash(STYLE)}">
<title>Check a bundle of evidence</title>
<style>${STYLE}</style>
</head>
<body>
<h1>Check a bundle of evidence</h1>
<p>Choose the file <code>evidence.zip</code> that this page came with. It is read here, in your browser, and sent nowhere; this page
works without a network. Who made a false bundle could have put a false page into it: to be sure, take the page, or
<code>assay bundle verify</code>, from somewhere else, and compare the signer's key with the one that its organization publishes.</p>
<label>The bundle: <input type="file" id="file" accept=".zip,application/zip"></label>
<h2 id="verdict" role="status" aria-live="polite"></h2>
<p id="result"></p>
<ul id="claims"></ul>
<noscript>This page needs JavaScript. <code>assay bundle verify FILE</code> checks the same.</noscript>
<script>${script}</script>
</body>
</html>
`;
}

/** The text of the generated file. */
export const sourceOf = (page: string): string =>
  `/** Built from packages/sdk/src/bundlePage.ts by \`npm run build:bundlePage\`; do not edit. */
export const VERIFY_PAGE =
  ${JSON.stringify(page)};
`;

export const readGenerated = (): string => fs.readFileSync(GENERATED, 'utf8');

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const page = await bundlePage();
  fs.mkdirSync(path.dirname(GENERATED), { recursive: true });
  fs.writeFileSync(GENERATED, sourceOf(page));
  console.log(`${page.length} characters`);
}
