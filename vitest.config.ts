import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig } from 'vitest/config';

/**
 * Two tiers. Fast: everything a change needs, in minutes. Slow: kill loops, whole processes, long random walks, hostile
 * files by the hundred; their names end in `.slow.test.ts`. ASSAY_TEST_TIER is `fast` (default), `slow` or `all`; naming
 * a slow file on the command line is asking for it.
 */
const asksForSlow = process.argv.some((argument) => argument.includes('.slow'));
const tier = process.env.ASSAY_TEST_TIER ?? (asksForSlow ? 'all' : 'fast');
const FAST = ['packages/*/test/**/!(*.slow).test.ts', 'tools/test/**/!(*.slow).test.ts'];
const SLOW = ['packages/*/test/**/*.slow.test.ts', 'tools/test/**/*.slow.test.ts'];

/**
 * `npm test` runs what is written for each database engine on one of them, the server where there is one; the slow tier
 * repeats those files on the embedded engine. By hand, a file runs on both.
 */
const hasServer = Boolean(process.env.ASSAY_TEST_DATABASE_URL);
const fastEngine = process.env.ASSAY_TEST_TIER === 'fast' ? (hasServer ? 'postgresql' : 'embedded') : '';
const serviceTests = path.join(import.meta.dirname, 'packages/service/test');
const ON_EACH_ENGINE = readdirSync(serviceTests, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.slow.test.ts'))
  .filter((name) => /describeOnEachEngine|TEST_ENGINES/.test(readFileSync(path.join(serviceTests, name), 'utf8')))
  .map((name) => `packages/service/test/${name.replaceAll(path.sep, '/')}`);

/** Replaces a module by another one, which must not reach the other files of its worker. */
const ALONE = ['packages/service/test/adapters/engine/markUnreadable.test.ts'];

/** Built by Vite, whose own words stand in them: `import.meta.glob`. */
const PAGES = ['packages/web/test/**'];

/**
 * The fast tier's modules are loaded by Node itself, with their types removed on the way: no server between, which shares two cores
 * with the tests. One file that starts the service: 15 s of processor time instead of 20 (Node 20, two cores).
 */
const loadedByNode = {
  experimental: { viteModuleRunner: false, nodeLoader: false },
  execArgv: ['--import', path.join(import.meta.dirname, 'tools/registerTestSources.mjs'), '--conditions=assay-source'],
};

/** Of the slow ones: one that replaces modules too, and one that draws with decoders which the service shuts for its process. */
const ALONE_SLOW = ['packages/service/test/toyTrack/toyTrack.slow.test.ts', 'tools/test/wildEdits.slow.test.ts'];

/**
 * Of the slow ones: a browser, an installed package, whole programs that look at each other. On a crowded machine one of them
 * comes late now and then; it has a second try, and the summary names it. Nothing that looks for loss or doubles is among
 * them: one failure there is a finding.
 */
const BROWSER_OR_PACKAGE = ['packages/web/test/e2e/**/*.slow.test.ts', 'tools/test/**/*.slow.test.ts'];

// The `assay-source` condition lets tests run the TypeScript of every package without a build.
const conditions = { resolve: { conditions: ['assay-source'] }, ssr: { resolve: { conditions: ['assay-source'] } } };
const limits = { testTimeout: 120_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        ...conditions,
        test: {
          ...limits,
          ...(tier === 'fast' ? loadedByNode : {}),
          name: 'shared',
          // Modules are loaded, and databases, pools and networks started, once a worker and not once a file.
          isolate: false,
          env: { ASSAY_TEST_ENGINE: fastEngine },
          include: [...(tier === 'slow' ? [] : FAST), ...(tier === 'fast' ? [] : SLOW)],
          exclude: [...ALONE, ...ALONE_SLOW, ...BROWSER_OR_PACKAGE, ...PAGES],
        },
      },
      {
        ...conditions,
        test: {
          ...limits,
          name: 'pages',
          isolate: false,
          include: [...(tier === 'slow' ? [] : FAST), ...(tier === 'fast' ? [] : SLOW)],
          exclude: ['packages/!(web)/**', 'tools/**', ...BROWSER_OR_PACKAGE],
        },
      },
      {
        ...conditions,
        test: {
          ...limits,
          name: 'outside',
          isolate: false,
          retry: 1,
          env: { ASSAY_TEST_ENGINE: fastEngine },
          include: tier === 'fast' ? [] : BROWSER_OR_PACKAGE,
          exclude: ALONE_SLOW,
        },
      },
      {
        ...conditions,
        test: {
          ...limits,
          name: 'embedded',
          isolate: false,
          env: { ASSAY_TEST_ENGINE: 'embedded' },
          include: tier === 'slow' && hasServer ? ON_EACH_ENGINE : [],
        },
      },
      {
        ...conditions,
        test: {
          ...limits,
          name: 'alone',
          include: [...(tier === 'slow' ? [] : ALONE), ...(tier === 'fast' ? [] : ALONE_SLOW)],
        },
      },
    ],
  },
});
