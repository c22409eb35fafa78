/** What `npm run packages -- FOLDER --service` packs, installed in an empty folder without a registry, and run there. @module */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { landscapePng } from '../../packages/web/test/e2e/landscape.ts';
import { root } from './repositoryTree.ts';

const INSTALL_MS_MAX = 600_000;
const START_MS_MAX = 90_000;
/** Loading networks on a crowded machine can take longer than a probe waits. */
const HEALTHY_MS_MAX = 60_000;

let folder: string;
let serving: ChildProcess | null = null;
/** Nothing of this repository's environment: an address of a database, for one. */
const environment = () => ({
  PATH: process.env.PATH ?? '',
  HOME: folder,
  npm_config_cache: path.join(folder, 'cache'),
  // What a newer npm says of itself is no warning of ours.
  npm_config_update_notifier: 'false',
});
const run = (file: string, args: readonly string[], cwd: string) =>
  spawnSync(file, args, { cwd, encoding: 'utf8', env: environment(), maxBuffer: 1 << 24 });
const BIN = 'node_modules/@assay/cli/bin/assay.mjs';

beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-service-package-'));
  // A run on another Node installs what the first one packed.
  const packed = process.env.ASSAY_PACKED_SERVICE || path.join(folder, 'packed');
  const isPacked = fs.existsSync(packed) && fs.readdirSync(packed).length > 0;
  if (!isPacked)
    expect(run(process.execPath, ['tools/packages.mjs', packed, '--service'], root)).toMatchObject({ status: 0 });
  const tarballs = fs.readdirSync(packed).map((name) => path.join(packed, name));
  expect(tarballs.some((name) => name.endsWith(`-${process.platform}-${process.arch}.tgz`))).toBe(true);
  const { status, stderr } = run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...tarballs], folder);
  expect([status, stderr]).toEqual([0, '']);
}, INSTALL_MS_MAX);
afterAll(async () => {
  if (serving?.exitCode === null) {
    const ended = new Promise((resolve) => serving?.once('exit', resolve));
    serving.kill('SIGTERM');
    await ended;
  }
  fs.rmSync(folder, { recursive: true, force: true });
});

it('brings binaries of this platform alone, and no install script', () => {
  const modules = path.join(folder, 'node_modules/@assay/service/node_modules');
  const files = fs.readdirSync(modules, { recursive: true, encoding: 'utf8' });
  const runtime = files.filter((name) => /onnxruntime-node\/bin\/.*\.node$/.test(name));
  expect(runtime.length).toBeGreaterThan(0);
  expect(runtime.filter((name) => !name.includes(`/${process.platform}/${process.arch}/`))).toEqual([]);
  const scripts = files
    // Of packages themselves; npm runs nothing of a package.json that lies deeper.
    .filter((name) => /(^|\/node_modules\/)(@[^/]+\/)?[^/]+\/package\.json$/.test(name))
    .flatMap((name) => Object.keys(JSON.parse(fs.readFileSync(path.join(modules, name), 'utf8')).scripts ?? {}));
  expect(scripts).toEqual([]);
});

it('brings the empty database that a first start begins from', () => {
  expect(fs.readdirSync(path.join(folder, 'node_modules/@assay/service/prepared'))).toHaveLength(1);
});

it('verifies offline, with networks and Content Credentials', () => {
  fs.writeFileSync(path.join(folder, 'a.png'), landscapePng(5, 480, 360));
  const { status, stdout } = run(process.execPath, [BIN, 'verify', 'a.png', '--offline'], folder);
  expect(status).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    file: 'a.png',
    sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    watermark: { tracks: { a: false, b: false, c: false } },
    c2pa: { present: false },
  });
});

it('serves: pages, description, verdicts, reports with their fonts; and ends when it is asked to', async () => {
  const PORT = '0';
  serving = spawn(process.execPath, [BIN, 'serve'], { cwd: folder, env: { ...environment(), PORT } });
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    const told = (chunk: Buffer) => {
      printed += String(chunk);
      const [, address] = /(http:\/\/127\.0\.0\.1:\d+)/.exec(printed) ?? [];
      if (address) resolve(address);
    };
    serving?.stdout?.on('data', told);
    serving?.stderr?.on('data', told);
    serving?.once('exit', () => reject(new Error(printed)));
    setTimeout(() => reject(new Error(`not started: ${printed}`)), START_MS_MAX).unref();
  });
  await expect
    .poll(async () => (await fetch(`${url}/health`)).json(), { interval: 1000, timeout: HEALTHY_MS_MAX })
    .toMatchObject({ status: 'healthy', checks: { ml_models: 'healthy' } });
  expect(await (await fetch(`${url}/gallery`, { headers: { accept: 'text/html' } })).text()).toContain('id="root"');
  const form = new FormData();
  form.set('file', new Blob([Uint8Array.from(landscapePng(5, 480, 360))]), 'a.png');
  const checked = (await (await fetch(`${url}/v1/verify/`, { method: 'POST', body: form })).json()) as {
    verification_id: string;
    verdict: string;
  };
  expect(checked.verdict).toBe('unknown');
  const report = await fetch(`${url}/v1/verify/${checked.verification_id}/report.pdf`, {
    headers: { 'accept-language': 'zh' },
  });
  expect([report.status, report.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  const ended = new Promise((resolve) => serving?.once('exit', resolve));
  serving.kill('SIGTERM');
  expect(await ended).toBe(0);
});
