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

/** Replaces a module by another one, which must not reach the other files of its worker. */
const ALONE = [
  'packages/service/test/adapters/engine/markUnreadable.test.ts',
  'packages/service/test/toyTrack/toyTrack.test.ts',
];

/** Slow ones that draw with decoders which the service shuts for its whole process. */
const ALONE_SLOW = ['tools/test/wildEdits.slow.test.ts'];

// The `source` condition lets tests run the TypeScript of every package without a build.
const conditions = { resolve: { conditions: ['source'] }, ssr: { resolve: { conditions: ['source'] } } };
const limits = { testTimeout: 120_000, hookTimeout: 180_000 };

export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      {
        ...conditions,
        test: {
          ...limits,
          name: 'shared',
          // Modules are loaded, and databases, pools and networks started, once a worker and not once a file.
          isolate: false,
          include: [...(tier === 'slow' ? [] : FAST), ...(tier === 'fast' ? [] : SLOW)],
          exclude: [...ALONE, ...ALONE_SLOW],
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
