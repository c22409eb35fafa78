/**
 * Holds manifests to the interfaces of Kubernetes itself, as `kubernetes-models` makes them from its OpenAPI file: values by that
 * package's validators, names of members by its types, since its validators let pass what they do not know.
 * @module
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { root } from '../repositoryTree.ts';

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: Readonly<Record<string, unknown>>;
}

type Model = new (data: object) => { validate(): void };

const require = createRequire(import.meta.url);
const moduleOf = ({ apiVersion }: Manifest) => `kubernetes-models/${apiVersion}`;

/** @returns what is wrong with a value, a line each: "Deployment: data/spec/replicas must be integer" */
export function wrongValues(manifests: readonly Manifest[]): string[] {
  return manifests.flatMap((manifest) => {
    try {
      const model = (require(moduleOf(manifest)) as Record<string, Model | undefined>)[manifest.kind];
      if (!model) return [`${manifest.apiVersion} has no ${manifest.kind}`];
      new model(manifest).validate();
      return [];
    } catch (error) {
      return [`${manifest.kind}: ${(error as Error).message}`];
    }
  });
}

/** @returns the compiler's lines about members that no such object has */
export function unknownNames(manifests: readonly Manifest[]): string[] {
  const cache = path.join(root, '.cache');
  mkdirSync(cache, { recursive: true });
  // Below the repository, where the compiler finds the package.
  const folder = mkdtempSync(path.join(cache, 'manifests-'));
  const file = path.join(folder, 'manifests.mts');
  const statements = manifests.map(
    (manifest, at) =>
      `import type { I${manifest.kind} as Kind${at} } from '${moduleOf(manifest)}';\nexport const it${at}: Kind${at} = ${JSON.stringify(manifest)};\n`,
  );
  writeFileSync(file, statements.join(''));
  const compiler = path.join(path.dirname(require.resolve('typescript/package.json')), 'bin/tsc');
  const options = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--types',
    'node',
    '--ignoreConfig',
  ];
  const { stdout, stderr } = spawnSync(process.execPath, [compiler, ...options, file], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  return `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
}
