import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { validate } from 'dockerfile-utils';
import { parse } from 'yaml';
import { expect, it, test } from 'vitest';
import { exists, read, root } from '../repositoryTree.ts';

interface Service {
  readonly image?: string;
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[];
  readonly volumes?: readonly string[];
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly profiles?: readonly string[];
  readonly ports?: readonly string[];
}
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: object;
};
const settings = new Set([...read('docs/reference/settings.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name));
const dockerfile = read('deploy/Dockerfile').replaceAll(/\\\n\s*/g, '');
const lines = dockerfile.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('compose sets settings that exist, and holds no secret itself', () => {
  expect(settings.size).toBeGreaterThan(50);
  for (const name of ['assay', 'worker']) {
    const { environment = {} } = compose.services[name]!;
    expect(Object.keys(environment).filter((one) => !settings.has(one))).toEqual([]);
  }
  const secret = /SECRET|PASSWORD|_KEY$/;
  const secrets = Object.values(compose.services).flatMap(({ environment: its = {} }) =>
    Object.entries(its).filter(([name]) => secret.test(name)),
  );
  expect(secrets.length).toBeGreaterThan(5);
  expect(secrets.filter(([, value]) => !/^\$\{\w+:\?/.test(value))).toEqual([]);
});

test('compose names services, volumes and files that are there', () => {
  for (const [name, { build, image, depends_on: needs = {}, volumes = [] }] of Object.entries(compose.services)) {
    expect([name, Boolean(build) !== Boolean(image)]).toEqual([name, true]);
    for (const need of Array.isArray(needs) ? (needs as string[]) : Object.keys(needs))
      expect(compose.services).toHaveProperty(need);
    for (const volume of volumes) expect(compose.volumes).toHaveProperty(volume.split(':')[0] as string);
    if (build) expect(exists(path.posix.join('deploy', build.context, build.dockerfile))).toBe(true);
  }
  expect(compose.services.assay).toMatchObject({ read_only: true, cap_drop: ['ALL'] });
});

test('a worker of compose is there when it is asked for, shares everything but the data folder and has no port outside', () => {
  const { assay, worker } = compose.services;
  expect(worker).toMatchObject({ profiles: ['workers'], read_only: true, cap_drop: ['ALL'], build: assay!.build });
  expect(worker).not.toHaveProperty('volumes');
  expect(worker).not.toHaveProperty('ports');
  const own = { ASSAY_ROLE: 'worker', ASSAY_METRICS_PORT: '9464' };
  expect(worker!.environment).toEqual({ ...assay!.environment, ...own });
});

it('a linter of Dockerfiles finds nothing, and would', () => {
  const source = read('deploy/Dockerfile');
  expect(validate(source).map(({ message }) => message)).toEqual([]);
  const worse = source.replace('--interval=', '--intervall=').replace('WORKDIR /app', 'WORKDIR app');
  expect(validate(worse).map(({ message }) => message)).toEqual([
    'WORKDIR paths should be absolute',
    'Unknown flag: intervall',
  ]);
});

it('the image: two stages, a user of its own, a health check, and only what is there', () => {
  expect(lines.filter((line) => line.startsWith('FROM '))).toHaveLength(2);
  const at = (start: string) => lines.findIndex((line) => line.startsWith(start));
  expect(at('USER node')).toBeGreaterThan(at('COPY --from=build /src/models'));
  expect(at('USER node')).toBeLessThan(at('CMD '));
  expect(at('HEALTHCHECK ')).toBeGreaterThan(0);
  const known = /^(FROM|WORKDIR|COPY|RUN|ENV|USER|VOLUME|EXPOSE|STOPSIGNAL|HEALTHCHECK|CMD) \S/;
  expect(lines.filter((line) => !known.test(line))).toEqual([]);
  const sources = [...dockerfile.matchAll(/COPY --from=build \/src\/(\S+)/g)].map(([, name]) => name as string);
  expect(sources).toContain('packages');
  for (const source of sources) expect([source, existsSync(path.join(root, source))]).toEqual([source, true]);
  const variables = [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=/g)].map(([, name]) => name);
  expect(variables.filter((name) => name !== 'NODE_ENV' && !settings.has(name))).toEqual([]);
  // Both of its commands are lists, so that signals reach Node itself.
  for (const [, list] of dockerfile.matchAll(/CMD (\[.*\])$/gm)) expect(JSON.parse(list as string)[0]).toBe('node');
});

const UNITS = ['assay.service', 'assay-worker.service'] as const;

test('the unit of workers is as closed as that of the service, and differs in what it does', () => {
  const [serving, working] = UNITS.map((name) => read(`deploy/systemd/${name}`).split('\n'));
  const differing = new RegExp(/^(#|Description|After|ExecStart|WorkingDirectory|Environment|StateDirectory)/);
  const same = (unit: readonly string[] = []) => unit.filter((line) => !differing.test(line));
  expect(same(working)).toEqual(same(serving));
  expect(working?.join()).toContain('ASSAY_ROLE=worker');
});

test.skipIf(!existsSync('/usr/bin/systemd-analyze')).each(UNITS)('systemd finds nothing wrong with %s', (name) => {
  const folder = mkdtempSync(path.join(tmpdir(), 'assay-unit-'));
  const unit = path.join(folder, name);
  // With the Node of this machine, wherever that lies.
  writeFileSync(unit, read(`deploy/systemd/${name}`).replace('/usr/bin/node', process.execPath));
  const { status, stderr } = spawnSync('/usr/bin/systemd-analyze', ['verify', unit], { encoding: 'utf8' });
  rmSync(folder, { recursive: true });
  // Of other units on this machine it may complain as well.
  expect(stderr.split('\n').filter((line) => line.includes(name))).toEqual([]);
  expect(status).toBe(0);
});
