import { expect, test } from 'vitest';
import { describeConfig, readConfig, SETTINGS } from '../../src/config/config.ts';
import { ConfigError } from '../../src/config/configError.ts';

const problemsOf = (environment: Record<string, string>): readonly string[] => {
  try {
    readConfig(environment);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
};

test('an empty environment is a complete configuration, frozen', () => {
  const config = readConfig({});
  expect(config).toMatchObject({ host: '127.0.0.1', port: 8080, dataDir: './data', databaseUrl: null });
  expect(config).toMatchObject({ uploadBytesMax: 50 * 1024 * 1024, pixelsMax: 100_000_000 });
  expect(Object.isFrozen(config)).toBe(true);
});

test('all problems are listed at once, each naming its variable', () => {
  const problems = problemsOf({
    PORT: 'http',
    ASSAY_MAX_PIXELS: '1e9.5',
    ASSAY_PUBLIC_BASE_URL: 'example.org',
    ASSAY_LOG_LEVEL: 'loud',
    ASSAY_JWT_SECRET: 'short',
    ASSAY_CORS_ORIGINS: 'https://a.example/path',
    ASSAY_DOCS: 'perhaps',
  });
  for (const name of ['PORT', 'ASSAY_MAX_PIXELS', 'ASSAY_PUBLIC_BASE_URL', 'ASSAY_LOG_LEVEL', 'ASSAY_JWT_SECRET'])
    expect(problems.some((line) => line.startsWith(`${name} must`))).toBe(true);
  expect(problems).toHaveLength(7);
  expect(problems.join()).not.toContain('short');
});

test('equal secrets are refused everywhere, guessable ones in production, and neither is shown', () => {
  const same = 'abcdefghij'.repeat(4);
  const equal = problemsOf({ ASSAY_JWT_SECRET: same, ASSAY_WATERMARK_KEY: same, ASSAY_KEY_ENCRYPTION_KEY: `${same}!` });
  expect(equal).toEqual([expect.stringMatching(/^ASSAY_WATERMARK_KEY must differ from ASSAY_JWT_SECRET\./)]);
  const plain = {
    NODE_ENV: 'production',
    DATABASE_URL: 'postgres://db/assay',
    ASSAY_JWT_SECRET: 'ab'.repeat(20),
    ASSAY_WATERMARK_KEY: same,
    ASSAY_KEY_ENCRYPTION_KEY: `${same}!`,
  };
  const guessable = problemsOf(plain);
  expect(guessable).toEqual([expect.stringMatching(/^ASSAY_JWT_SECRET must be made by chance/)]);
  expect([...equal, ...guessable].join()).not.toMatch(/abcdefghij|abab/);
});

test('a production start with a database of its own refuses secrets that it would have to make up', () => {
  const production = { NODE_ENV: 'production', DATABASE_URL: 'postgres://db/assay' };
  const problems = problemsOf(production);
  expect(problems.some((line) => line.includes('ASSAY_JWT_SECRET'))).toBe(true);
  const secrets = Object.values(SETTINGS).filter((row) => 'secret' in row && problems.join().includes(row.name));
  const given = Object.fromEntries(secrets.map((row, i) => [row.name, `${i}abcdefgh`.repeat(5)]));
  expect(problemsOf({ ...given, ...production })).toEqual([]);
});

test('a production start without DATABASE_URL is refused: it would begin on an empty database', () => {
  const problems = problemsOf({ NODE_ENV: 'production' });
  expect(problems).toEqual([expect.stringMatching(/^DATABASE_URL must be set in production\..*NODE_ENV/)]);
});

test('a part of a service without what it must share is refused', () => {
  const named = (environment: Record<string, string>) =>
    problemsOf(environment).map((sentence) => sentence.split(' ', 1)[0]);
  const shared = [
    'DATABASE_URL',
    'ASSAY_STORAGE_URL',
    'ASSAY_JWT_SECRET',
    'ASSAY_WATERMARK_KEY',
    'ASSAY_KEY_ENCRYPTION_KEY',
  ];
  expect(named({ ASSAY_ROLE: 'api' })).toEqual(shared);
  expect(named({ ASSAY_ROLE: 'worker' })).toEqual([...shared, 'ASSAY_PUBLIC_BASE_URL']);
  expect(problemsOf({ ASSAY_ROLE: 'worker' })[0]).toMatch(
    /must be set with ASSAY_ROLE=worker: the same in every process/,
  );
  expect(problemsOf({ ASSAY_ROLE: 'boss' })).toEqual([
    expect.stringMatching(/^ASSAY_ROLE must be one of all, api, worker/),
  ]);
});

test('an empty variable counts as absent, a slash at the end of an address is dropped', () => {
  expect(readConfig({ PORT: '', ASSAY_PUBLIC_BASE_URL: 'https://a.example/assay/' })).toMatchObject({
    port: 8080,
    publicBaseUrl: 'https://a.example/assay',
  });
});

test('places of manifests are addresses that end in a slash; anything else is named', () => {
  const read = readConfig({ ASSAY_C2PA_REMOTE_MANIFESTS: 'https://a.example/store, https://b.example' });
  expect(read.c2paRemoteManifests).toEqual(['https://a.example/store/', 'https://b.example/']);
  for (const wrong of ['a.example', 'file:///etc/', 'https://me@a.example/', 'https://a.example/?q=1'])
    expect(problemsOf({ ASSAY_C2PA_REMOTE_MANIFESTS: wrong })).toEqual([
      `ASSAY_C2PA_REMOTE_MANIFESTS must be addresses that begin with https://, got "${wrong}".`,
    ]);
});

test('an unknown ASSAY_ variable is warned of, others are none of our business', () => {
  const client = { ASSAY_SERVER: 'http://127.0.0.1:8080', ASSAY_CONFIG_DIR: '/home/somebody/assay' };
  expect(readConfig({ ASSAY_TYPO: '1', EDITOR: 'vi', ...client }).warnings).toEqual([
    expect.stringContaining('ASSAY_TYPO'),
  ]);
});

test('the printed table has every setting once, and no secret in clear', () => {
  const secret = 'x'.repeat(40);
  const lines = describeConfig({ ASSAY_JWT_SECRET: secret, DATABASE_URL: 'postgres://u:pw@h/db' });
  expect(lines).toHaveLength(Object.keys(SETTINGS).length);
  expect(new Set(lines.map(({ name }) => name)).size).toBe(lines.length);
  expect(JSON.stringify(lines)).not.toMatch(/xxxx|pw@/);
  for (const { meaning } of lines) expect(meaning.endsWith('.')).toBe(true);
});
