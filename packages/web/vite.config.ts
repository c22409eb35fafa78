import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { documents } from './documents/documents.ts';
import { served } from './served/served.ts';

/** Address of a running service, for `npm run dev`; the built page asks the service that serves it. */
const SERVICE_URL = process.env['ASSAY_PUBLIC_BASE_URL'] ?? 'http://127.0.0.1:8080';

/** Below it, compression saves less than a packet. */
const COMPRESSED_BYTES_MIN = 1024;

/** Libraries and parts that the frame of all pages brings along; without `app/start`, which waits for pages that import these. */
const BASE =
  /node_modules\/(?:react|react-dom|scheduler|@tanstack|use-sync-external-store)\/|packages\/sdk\/src\/(?:connection|errors|retry|transport|tracks|generated\/tracks)|packages\/web\/src\/(?:api\/api|session|app\/(?!start\.)|i18n\/(?:language|translate|parts|pseudo|LanguageProvider)|shared\/(?:failure|FailureNotice|PageHeading|QueryState|ActionButton|icons))/;

/**
 * Small things that several pages share, by who needs them together; a group also takes what its files import, unless an
 * earlier one has it.
 */
const GROUPS = [
  // What starts before all else, and must not bring the base along; Vite's loader too, which stands in all files that load others.
  {
    name: 'ahead',
    test: /vite\/preload-helper|packages\/web\/src\/(?:ahead\/(?!gallery)|addresses|session\/actingOrganization|shared\/ofThisOrigin)/,
  },
  { name: 'base', test: BASE },
  // Of most pages, but not of results that a stranger opens; only disputes have fields of other kinds.
  { name: 'form', test: /packages\/web\/src\/shared\/form\/(?!ChoiceField|TextField)/ },
  {
    name: 'verdict',
    test: /packages\/web\/src\/(?:pages\/verify\/(?:select|state|parts\/(?:VerdictCard|Limits))|shared\/useObjectUrl)\./,
  },
  {
    name: 'share',
    test: /packages\/web\/src\/(?:shared\/(?:share\/LinkTools|CopyButton|saveFile|ofThisOrigin|assetName|PreviewPicture)|pages\/verify\/parts\/LazyCommitmentRecord)\./,
  },
  // Of the pages of one's own things.
  { name: 'controls', test: /packages\/web\/src\/shared\/(?:DownloadLink|Pager|SureButton|WatermarkFacts)\./ },
  // A result without its picture: every link to a result begins with it.
  { name: 'result', test: /packages\/web\/src\/pages\/verify\/parts\/Result(?:Parts)?\./ },
];

/** The look of the small pages that mails lead to; they work without script, and the service names the file. */
const PLAIN_STYLES = ['tokens.css', 'base.css', 'plain.css'];

/**
 * Beside each file its compressed forms, so that the service compresses nothing for a request. Made of what was written: what
 * a bundle holds before that is not always the last word.
 */
function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    enforce: 'post',
    async writeBundle({ dir }, bundle) {
      const names = Object.keys(bundle).filter((name) => /\.(?:js|css|svg|html)$/.test(name));
      for (const file of names.map((name) => path.join(String(dir), name))) {
        const bytes = await readFile(file);
        if (bytes.length < COMPRESSED_BYTES_MIN) continue;
        // Each page in each language is much text, which the best quality makes 3 % smaller in ten times the time.
        const level = file.endsWith('.html') ? 9 : constants.BROTLI_MAX_QUALITY;
        const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: level } };
        await writeFile(`${file}.br`, await promisify(brotliCompress)(bytes, quality));
        await writeFile(`${file}.gz`, await promisify(gzip)(bytes, { level: constants.Z_BEST_COMPRESSION }));
      }
    },
  };
}

/** What the service serves under a name that it knows. */
function plainStyles(): Plugin {
  return {
    name: 'plain-styles',
    apply: 'build',
    async generateBundle() {
      const styles = PLAIN_STYLES.map((name) => readFile(path.join(import.meta.dirname, 'src/styles', name), 'utf8'));
      this.emitFile({ type: 'asset', fileName: 'plain.css', source: (await Promise.all(styles)).join('\n') });
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), documents(), plainStyles(), served(import.meta.filename), compressed()],
  // The `assay-source` condition takes the SDK's TypeScript as it is, so that no build of it is needed.
  resolve: {
    conditions: ['assay-source', 'browser', 'module', 'import', 'default'],
    // React has had it since 18; the shim is for those before.
    alias: [{ find: /^use-sync-external-store\/shim$/, replacement: 'react' }],
  },
  build: {
    target: 'es2023',
    // The page's Content-Security-Policy allows no inline script and no inline style.
    // The document names the files of its page (served/preloads.ts): the script need not name all of them again.
    modulePreload: false,
    assetsInlineLimit: 0,
    // Every page loads the names of all files, whose hashes no compression shortens: 42 bits of each are enough.
    // What every page needs is one file: many small ones compress worse and are asked for one by one.
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS }, chunkFileNames: 'assets/[name]-[hash:7].js' } },
  },
  server: {
    proxy: { '/v1': SERVICE_URL, '/health': SERVICE_URL, '/docs/api': SERVICE_URL, '/openapi.json': SERVICE_URL },
  },
});
