/** What `package-lock.json` promises: the same bytes on every machine, whatever registry they come from. @module */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';

interface Entry {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => fs.readFileSync(path.join(root, file), 'utf8');
const { packages } = JSON.parse(read('package-lock.json')) as { packages: Readonly<Record<string, Entry>> };

/** Entries of packages that come from a registry; the others are the workspaces and the links to them. */
const fetched = Object.entries(packages).filter(([place, { link }]) => place.includes('node_modules/') && !link);

/** The folder in which Node would find `name` for the package at `place`: its own node_modules, or one further out. */
function placeOf(name: string, place: string): string | null {
  for (let folder = place; ; folder = folder.replace(/(^|\/)(node_modules\/)?(@[^/]+\/)?[^/]+$/, '')) {
    const candidate = `${folder === '' ? '' : `${folder}/`}node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (folder === '') return null;
  }
}

it('every package has an integrity hash of SHA-512, those of other platforms too', () => {
  expect(fetched.length).toBeGreaterThan(100);
  const without = fetched.filter(([, { integrity }]) => !/^sha512-[\w+/]{86}==$/.test(integrity ?? ''));
  expect(without.map(([place]) => place)).toEqual([]);
});

// `npm ci` warns of each, and each is a package that nobody mends any more.
it('no package is deprecated', () => {
  expect(fetched.filter(([, entry]) => 'deprecated' in entry).map(([place]) => place)).toEqual([]);
});

it('no entry names a host', () => {
  expect(fetched.filter(([, { resolved }]) => resolved !== undefined).map(([place]) => place)).toEqual([]);
});

// npm leaves out what its registry does not offer, and `npm ci` then fails wherever another registry offers it.
it('no optional package is missing: every platform can install', () => {
  const missing = Object.entries(packages).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => placeOf(name, place) === null)
      .map((name) => `${name} of ${place}`),
  );
  expect(missing).toEqual([]);
});

it('the versions that we ask for ourselves are exact', () => {
  const own = Object.entries(packages).filter(([place]) => !place.includes('node_modules/'));
  const loose = own.flatMap(([place, { dependencies = {}, devDependencies = {} }]) =>
    Object.entries({ ...dependencies, ...devDependencies })
      .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
      .map(([name, version]) => `${place}: ${name} ${version}`),
  );
  expect(loose).toEqual([]);
});

it('no install script of a dependency runs, and npm is asked for nothing that it does not know', () => {
  const settings = Object.fromEntries(
    read('.npmrc')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => line.split('=', 2) as [string, string]),
  );
  expect(settings).toEqual({
    'save-exact': 'true',
    'omit-lockfile-registry-resolved': 'true',
    'ignore-scripts': 'true',
    fund: 'false',
    audit: 'false',
  });
});

it('npm of this machine reads our configuration and finds nothing in it to warn of', () => {
  const asked = ['pkg', 'get', 'name'];
  // The environment of `npm test` itself holds settings of npm, among them those of the user; what a user set is not ours.
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: process.env.HOME ?? '',
    npm_config_userconfig: os.devNull,
    // That there is a newer npm is no warning of our configuration.
    npm_config_update_notifier: 'false',
  };
  const { status, stdout, stderr } = spawnSync('npm', asked, { cwd: root, encoding: 'utf8', env });
  expect([status, JSON.parse(stdout), stderr]).toEqual([0, JSON.parse(read('package.json')).name, '']);
});
