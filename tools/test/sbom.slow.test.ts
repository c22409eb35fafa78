import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

interface Bill {
  readonly bomFormat: string;
  readonly metadata: { readonly component: { readonly name: string; readonly version: string } };
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly hashes?: readonly { readonly alg: string }[];
  }[];
}
interface Package {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
}
const packageAt = (folder: string): Package =>
  JSON.parse(fs.readFileSync(path.join(root, folder, 'package.json'), 'utf8')) as Package;

test('the bill of materials lists every production dependency with version and hash, and no tool of ours', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'assay-sbom-'));
  const file = path.join(folder, 'sbom.cdx.json');
  execFileSync(process.execPath, ['tools/sbom.mjs', file], { cwd: root, stdio: 'ignore' });
  const { bomFormat, metadata, components } = JSON.parse(fs.readFileSync(file, 'utf8')) as Bill;
  fs.rmSync(folder, { recursive: true });
  const { name, version, devDependencies = {} } = packageAt('.');
  expect(bomFormat).toBe('CycloneDX');
  expect(metadata.component).toMatchObject({ name, version });
  const listed = new Map(components.map((one) => [`${one.name}@${one.version}`, one]));
  const workspaces = fs.readdirSync(path.join(root, 'packages')).map((one) => packageAt(`packages/${one}`));
  const wanted = workspaces
    .flatMap(({ name: one, dependencies = {}, devDependencies: built = {} }) => [
      ...Object.entries(dependencies),
      // What the build puts into these packages is not asked of npm, and runs all the same.
      ...(['@assay/core', '@assay/cli'].includes(one) ? Object.entries(built) : []),
    ])
    .filter(([one]) => !one.startsWith('@assay/'));
  expect(wanted.length).toBeGreaterThan(30);
  for (const [one, exact] of wanted) {
    const component = listed.get(`${one}@${exact}`);
    expect([one, component?.hashes?.[0]?.alg]).toEqual([one, 'SHA-512']);
    expect(component?.purl).toBe(`pkg:npm/${one.replace(/^@/, '%40')}@${exact}`);
  }
  const produced = new Set(components.map((one) => one.name));
  const inProduction = new Set(wanted.map(([one]) => one));
  const tools = Object.keys(devDependencies).filter((one) => !inProduction.has(one));
  for (const tool of ['vitest', '@biomejs/biome', 'playwright-core']) {
    expect(tools).toContain(tool);
    expect(produced).not.toContain(tool);
  }
});
