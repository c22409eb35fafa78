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

test('an ingress with its certificate', () => {
  const all = manifests({ ingress: { enabled: true, className: 'nginx', tlsSecret: 'cert' } });
  expect(find(all, 'Ingress')?.spec).toMatchObject({
    ingressClassName: 'nginx',
    tls: [{ hosts: ['assay.example.org'], secretName: 'cert' }],
  });
});

test('what cannot work is refused with its reason', () => {
  expect(() => manifests({ replicas: 2 })).toThrow('belongs to one process');
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
  const all = [...manifests(), ...manifests(SCALED), ...manifests(ingress)];
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
