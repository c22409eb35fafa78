import { readdirSync } from 'node:fs';
import path from 'node:path';
import { parse, parseAllDocuments } from 'yaml';
import { expect, test } from 'vitest';
import { renderTemplates } from './helmTemplate.ts';
import { type Manifest, unknownNames, wrongValues } from './kubernetesSchema.ts';
import { read, root } from '../repositoryTree.ts';

interface Values {
  readonly settings: Readonly<Record<string, string>>;
  readonly [name: string]: unknown;
}
const FOLDER = 'deploy/helm/templates';
const values = parse(read('deploy/helm/values.yaml')) as Values;
// What defines names comes first by its underscore.
const files = readdirSync(path.join(root, FOLDER)).sort(
  (a, b) => Number(b.startsWith('_')) - Number(a.startsWith('_')),
);
const sources = files.map((file) => read(`${FOLDER}/${file}`));

/** The manifests for these values over the defaults, each member one level deep. */
function manifests(given: Readonly<Record<string, unknown>> = {}): Manifest[] {
  const merged = Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const own = given[name];
      const isObject = typeof own === 'object' && own !== null && !Array.isArray(own);
      return [name, isObject ? { ...(value as object), ...own } : (own ?? value)];
    }),
  );
  return renderTemplates(sources, merged).flatMap((text) =>
    parseAllDocuments(text).flatMap((document) => {
      expect(document.errors).toEqual([]);
      const manifest = document.toJS() as Manifest | null;
      return manifest === null ? [] : [manifest];
    }),
  );
}

const kindsOf = (all: readonly Manifest[]): string[] => all.map(({ kind }) => kind).sort();
const find = (all: readonly Manifest[], kind: string) => all.find((manifest) => manifest.kind === kind);
const SCALED = {
  autoscaling: { enabled: true },
  persistence: { enabled: false },
  settings: { ASSAY_SOLANA_RPC_URL: 'https://solana.example.org' },
};

test('as it comes: one replica with its data folder, behind a network policy', () => {
  const all = manifests();
  expect(kindsOf(all)).toEqual(['Deployment', 'NetworkPolicy', 'PersistentVolumeClaim', 'Service']);
  for (const { metadata } of all) expect(metadata.name).toBe('photos');
  const deployment = find(all, 'Deployment');
  expect(deployment?.spec).toMatchObject({ replicas: 1, strategy: { type: 'Recreate' } });
  const { spec } = deployment!.spec['template'] as { spec: Record<string, unknown> };
  expect(spec).toMatchObject({ securityContext: { runAsNonRoot: true }, automountServiceAccountToken: false });
  const [container] = spec['containers'] as Record<string, unknown>[];
  expect(container).toMatchObject({
    image: 'assay:0.1.0',
    envFrom: [{ secretRef: { name: 'assay' } }],
    securityContext: { readOnlyRootFilesystem: true, allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
    livenessProbe: { httpGet: { path: '/health/live', port: 'http' } },
    readinessProbe: { httpGet: { path: '/health/ready', port: 'http' } },
    resources: { limits: { memory: '4Gi' } },
  });
});

test('scaled by load: no claim, no fixed number, and one always there', () => {
  const all = manifests(SCALED);
  expect(kindsOf(all)).toEqual([
    'Deployment',
    'HorizontalPodAutoscaler',
    'NetworkPolicy',
    'PodDisruptionBudget',
    'Service',
  ]);
  expect(find(all, 'Deployment')?.spec).not.toHaveProperty('replicas');
  expect(find(all, 'HorizontalPodAutoscaler')?.spec).toMatchObject({ minReplicas: 2, maxReplicas: 6 });
});

const WORKERS = { ...SCALED, workers: { replicas: 2 } };

test('workers: a deployment of their own that no service leads to, asked at the port of their figures', () => {
  const settings = { ...SCALED.settings, ASSAY_ROLE: 'api', ASSAY_METRICS_PORT: '1' };
  const all = manifests({ ...WORKERS, settings });
  const named = (kind: string, name: string) => all.find((one) => one.kind === kind && one.metadata.name === name);
  const worker = named('Deployment', 'photos-worker');
  expect(worker?.spec).toMatchObject({ replicas: 2, selector: { matchLabels: LABELS } });
  const { spec } = worker!.spec['template'] as { spec: { containers: Record<string, unknown>[]; volumes: object[] } };
  const [container] = spec.containers;
  expect(container).toMatchObject({
    image: 'assay:0.1.0',
    envFrom: [{ secretRef: { name: 'assay' } }],
    securityContext: { readOnlyRootFilesystem: true },
    ports: [{ name: 'metrics', containerPort: 9464 }],
    livenessProbe: { httpGet: { path: '/health/live', port: 'metrics' } },
    readinessProbe: { httpGet: { path: '/health/ready', port: 'metrics' } },
  });
  const environment = container!['env'] as { readonly name: string; readonly value: string }[];
  const valuesOf = (name: string) => environment.filter((one) => one.name === name).map(({ value }) => value);
  expect([valuesOf('ASSAY_ROLE'), valuesOf('ASSAY_METRICS_PORT')]).toEqual([['worker'], ['9464']]);
  expect(valuesOf('ASSAY_PUBLIC_BASE_URL')).toHaveLength(1);
  expect(spec.volumes).toContainEqual({ name: 'data', emptyDir: {} });
  // Neither the service nor the other deployment takes them for its own.
  expect(find(all, 'Service')?.spec['selector']).toMatchObject({ 'app.kubernetes.io/name': 'assay' });
  expect(named('NetworkPolicy', 'photos-worker')?.spec).toMatchObject({
    podSelector: { matchLabels: LABELS },
    ingress: [{ ports: [{ port: 'metrics' }] }],
  });
});
const LABELS = { 'app.kubernetes.io/name': 'assay-worker', 'app.kubernetes.io/instance': 'photos' };

test('an ingress with its certificate', () => {
  const all = manifests({ ingress: { enabled: true, className: 'nginx', tlsSecret: 'cert' } });
  expect(find(all, 'Ingress')?.spec).toMatchObject({
    ingressClassName: 'nginx',
    tls: [{ hosts: ['assay.example.org'], secretName: 'cert' }],
  });
});

test('what cannot work is refused with its reason', () => {
  expect(() => manifests({ replicas: 2 })).toThrow('belongs to one process');
  expect(() => manifests({ workers: { replicas: 1 } })).toThrow('belongs to one process');
  expect(() => manifests({ ...SCALED, persistence: { enabled: true } })).toThrow('persistence.enabled=false');
});

test('settings are some that exist, and no secret stands among the values', () => {
  const known = new Set([...read('docs/reference/settings.md').matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name));
  for (const name of Object.keys(values.settings)) expect(known).toContain(name);
  for (const name of Object.keys(values.settings)) expect(name).not.toMatch(/SECRET|PASSWORD|_KEY$|DATABASE_URL/);
  expect(parse(read('deploy/helm/Chart.yaml'))).toMatchObject({ apiVersion: 'v2', name: 'assay' });
});

test('Kubernetes knows every manifest, with every member and value', () => {
  const ingress = { ingress: { enabled: true, className: 'nginx', tlsSecret: 'cert' } };
  const all = [...manifests(), ...manifests(SCALED), ...manifests(WORKERS), ...manifests(ingress)];
  expect(wrongValues(all)).toEqual([]);
  expect(unknownNames(all)).toEqual([]);
  // And would say so.
  const [first] = all as [Manifest];
  const wrong = { ...first, spec: { ...first.spec, replicas: 'one', strategi: {} } };
  expect(wrongValues([wrong, { ...first, kind: 'Deploymnt' }])).toEqual([
    expect.stringContaining('replicas must be integer'),
    'apps/v1 has no Deploymnt',
  ]);
  expect(unknownNames([{ ...first, spec: { ...first.spec, strategi: {} } }]).join()).toContain('"strategi"');
});
