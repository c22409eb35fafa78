/**
 * What `npm run packages` packs, installed in an empty folder without a registry: npm may ask nobody, and its cache is
 * empty. @module
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import zlib from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { publint } from 'publint';
import { rolldown } from 'rolldown';
import { read, root } from './repositoryTree.ts';

const NAMES = ['core', 'sdk', 'cli'] as const;
/**
 * Most that a page loads of the client's root, compressed by gzip: at once, with every call made, with what checks proofs,
 * and with what checks bundles as well. README.md of the client says the same numbers.
 */
const PAGE_BYTES_MAX = { asking: 10 * 1024, everyCall: 15 * 1024, proofs: 15 * 1024, all: 22 * 1024 };

let folder: string;
let tarballs: string[];

function run(file: string, args: readonly string[], cwd: string, more: Readonly<Record<string, string>> = {}) {
  const { status, stdout, stderr } = spawnSync(file, args, {
    cwd,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', HOME: folder, npm_config_cache: path.join(folder, 'cache'), ...more },
  });
  return { status, stdout, stderr };
}
const node = (code: string) => run(process.execPath, ['--input-type=module', '--eval', code], folder);
const assay = (...args: string[]) => run(process.execPath, ['node_modules/@assay/cli/bin/assay.mjs', ...args], folder);

/** What a bundler for browsers makes of a page's script, minified, as one file or as several. */
async function bundled(page: string, codeSplitting = true) {
  const entry = path.join(folder, 'page.js');
  fs.writeFileSync(entry, page);
  const bundle = await rolldown({ input: entry, platform: 'browser', logLevel: 'silent' });
  const { output } = await bundle.generate({ format: 'esm', minify: true, codeSplitting });
  return output.flatMap((part) => (part.type === 'chunk' ? [part] : []));
}

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-packages-'));
  const packed = path.join(folder, 'packed');
  const packing = run(process.execPath, ['tools/packages.mjs', packed], root);
  expect(packing).toMatchObject({ status: 0 });
  tarballs = fs.readdirSync(packed).map((name) => path.join(packed, name));
  const installing = run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], folder);
  expect([installing.status, installing.stderr]).toEqual([0, '']);
});
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }));

it('are three, ask npm for nothing else, and bring neither tests nor native modules', () => {
  expect(tarballs).toHaveLength(NAMES.length);
  const installed = fs.readdirSync(path.join(folder, 'node_modules'), { recursive: true, encoding: 'utf8' });
  const packages = installed.filter((name) => path.basename(name) === 'package.json');
  expect(packages.sort()).toEqual(NAMES.map((name) => `@assay/${name}/package.json`).sort());
  expect(installed.filter((name) => /\.(node|map)$|(^|\/)tests?\/|\.test\./.test(name))).toEqual([]);
  for (const name of NAMES) expect(installed).toContain(`@assay/${name}/LICENSE`);
});

it('bundlers that know a condition `source` take what was built', () => {
  for (const name of NAMES) {
    const { exports = {} } = JSON.parse(read(`packages/${name}/package.json`)) as { exports?: Record<string, object> };
    const conditions = Object.values(exports).flatMap((target) =>
      typeof target === 'string' ? [] : Object.keys(target),
    );
    expect(new Set(conditions).has('source'), name).toBe(false);
  }
});

it('the client has no dependency, its root and its parts load, and what a page needs stays small', async () => {
  const { dependencies } = JSON.parse(read('packages/sdk/package.json')) as { dependencies?: object };
  expect(dependencies).toBeUndefined();
  const { stdout } = node(`
    import { AssayClient, NotFoundError, verifyBundle, verifyProof, verifyReceipt, verifyWebhook } from '@assay/sdk';
    import { fileFromPath } from '@assay/sdk/node';
    console.log(typeof AssayClient, NotFoundError.name, typeof verifyReceipt, typeof fileFromPath);
    for (const verify of [verifyReceipt, verifyProof]) await verify({}).catch((error) => console.log(error.message));
    await verifyBundle(new Uint8Array(9)).catch((error) => console.log(error.name));
    await verifyWebhook('', {}, 'whsec_x').catch((error) => console.log(error.name));`);
  const noProof = 'this is no proof of a commitment: payload, signature and public_key are needed';
  expect(stdout.trim().split('\n')).toEqual([
    'function NotFoundError function function',
    noProof,
    noProof,
    'ZipFormError',
    'WebhookVerificationError',
  ]);
  const chunks = await bundled(`export * from '@assay/sdk';`);
  expect(chunks.map(({ code }) => code).join('')).not.toMatch(/['"]node:/);
  const first = chunks.find(({ isEntry }) => isEntry);
  const proofs = chunks.find(({ facadeModuleId }) => facadeModuleId?.endsWith('/receipt.js'));
  const bytesOf = (parts: readonly (typeof first)[]): number =>
    [...new Set(parts.flatMap((part) => [part, ...(part?.imports ?? []).map((name) => chunkOf(name))]))].reduce(
      (sum, part) => sum + zlib.gzipSync(part?.code ?? '').length,
      0,
    );
  const chunkOf = (name: string) => chunks.find(({ fileName }) => fileName === name);
  const checks = /\/(receipt|bundle)\.js$/;
  // What is written after `import` at the top is loaded at once; the rest with the first call that needs it.
  const sizes = {
    asking: bytesOf([first]),
    everyCall: bytesOf(chunks.filter(({ facadeModuleId }) => !checks.test(facadeModuleId ?? ''))),
    proofs: bytesOf([first, proofs]),
    all: bytesOf(chunks),
  };
  expect(sizes.asking).toBeGreaterThan(1024);
  expect(sizes.everyCall).toBeGreaterThan(sizes.asking);
  expect(sizes.proofs).toBeGreaterThan(sizes.everyCall);
  expect(sizes.all).toBeGreaterThan(sizes.proofs);
  for (const [what, most] of Object.entries(PAGE_BYTES_MAX))
    expect(sizes[what as keyof typeof sizes], what).toBeLessThanOrEqual(most);
});

it('where a bundler makes one file, the client without proofs stays within the same bound', async () => {
  const one = await bundled(`export { AssayClient, NotFoundError, verifyWebhook } from '@assay/sdk';`, false);
  expect(one).toHaveLength(1);
  expect(zlib.gzipSync(one[0]?.code ?? '').length).toBeGreaterThan(1024);
  expect(zlib.gzipSync(one[0]?.code ?? '').length).toBeLessThanOrEqual(PAGE_BYTES_MAX.everyCall);
});

it("the core's README runs as it is written", () => {
  const [, example = ''] = /```ts\n([\s\S]*?)```/.exec(read('packages/core/README.md')) ?? [];
  const names = [...example.matchAll(/import \{ (\w+) \}/g)].map(([, name]) => name as string);
  expect(names.length).toBeGreaterThan(2);
  const { stdout } = node(`${example}\nconsole.log(${names.map((name) => `typeof ${name}`).join(', ')});`);
  expect(stdout.trim()).toBe(names.map(() => 'function').join(' '));
});

/** Of the processor, ms: the clock of a busy machine says little. */
const START_MS_MAX = 150;
const TURNS = 7;

describe('the command line', () => {
  it.each([
    ['--help'],
    ['verify', 'a.jpg', '--server', 'none'],
    ['upload', 'a.jpg', '--server', 'none'],
    ['assets', 'ls', '--server', 'none'],
  ])('assay %s starts in under 150 ms', (...args) => {
    fs.writeFileSync(path.join(folder, 'a.jpg'), 'x');
    const meter = path.join(folder, 'meter.cjs');
    const told = "const { user, system } = process.cpuUsage(); process._rawDebug('ms=' + (user + system) / 1000);";
    fs.writeFileSync(meter, `process.once('exit', () => { ${told} });`);
    const times = Array.from({ length: TURNS }, () => {
      const started = run(
        process.execPath,
        ['--require', meter, 'node_modules/@assay/cli/bin/assay.mjs', ...args],
        folder,
      );
      return Number(/ms=([\d.]+)/.exec(started.stderr)?.[1]);
    }).sort((a, b) => a - b);
    expect(times[0]).toBeGreaterThan(10);
    expect(times[Math.floor(TURNS / 2)]).toBeLessThan(START_MS_MAX);
  });

  it('npx finds it and has nothing to warn of, here and in the repository', () => {
    for (const place of [folder, root])
      expect(run('npx', ['--offline', 'assay', '--version'], place)).toEqual({
        status: 0,
        stdout: '0.1.0\n',
        stderr: '',
      });
  });

  it('says in words that no service is there', async () => {
    const empty = createServer().listen(0, '127.0.0.1');
    await once(empty, 'listening');
    const { port } = empty.address() as AddressInfo;
    await new Promise((resolve) => empty.close(resolve));
    const asked = assay('doctor', '--server', `http://127.0.0.1:${port}`);
    expect([asked.status, asked.stdout]).toEqual([5, expect.stringContaining('nothing listens there')]);
    expect(asked.stdout + asked.stderr).not.toMatch(/ECONN|\n {4}at /);
  });

  it('answers, asks a service, and says what is missing for work on data', () => {
    expect(assay('--version').stdout.trim()).toBe('0.1.0');
    expect(assay('--help')).toMatchObject({ status: 0, stderr: '' });
    fs.writeFileSync(path.join(folder, 'a.jpg'), 'x');
    expect(assay('proof', 'verify', 'a.jpg')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('is no JSON'),
    });
    expect(assay('config')).toEqual({
      status: 2,
      stdout: '',
      stderr: expect.stringMatching(/^assay config: .*npm install @assay\/service\n$/),
    });
  });
});

describe.each(NAMES)('package.json of %s', (name) => {
  test('names no repository until there is one that everybody can read', () => {
    expect(JSON.parse(read(`packages/${name}/package.json`))).not.toHaveProperty('repository');
  });

  test('publint finds nothing', async () => {
    const { messages } = await publint({ pkgDir: path.join(root, 'packages', name), pack: 'npm' });
    expect(messages).toEqual([]);
  });

  test.skipIf(name === 'cli')('every subpath has types that fit what runs', () => {
    const own = fs.readdirSync(path.join(root, 'packages', name, 'src'), { recursive: true, encoding: 'utf8' });
    const parts = own.filter((file) => /(?<!\.d)\.ts$/.test(file)).map((file) => `./${file.replace(/\.ts$/, '')}`);
    const tarball = tarballs.find((file) => path.basename(file).startsWith(`assay-${name}-`)) as string;
    const entrypoints = ['--entrypoints', ...(name === 'sdk' ? ['.'] : []), ...parts];
    const attw = path.join(root, 'node_modules/@arethetypeswrong/cli/dist/index.js');
    const { status, stdout } = run(
      process.execPath,
      [attw, tarball, '--profile', 'esm-only', '--no-color', '--no-emoji', ...entrypoints],
      folder,
    );
    const wrong = [...stdout.matchAll(/^"(.*)"\n\n((?:.+\n)*)/gm)].filter(([, , found = '']) => {
      const counted = found.split('\n').filter((line) => line !== '' && !line.includes('(ignored)'));
      return counted.length !== 2 || counted.some((line) => !line.includes(': OK'));
    });
    expect([status, wrong.map(([whole]) => whole)]).toEqual([0, []]);
  });
});
