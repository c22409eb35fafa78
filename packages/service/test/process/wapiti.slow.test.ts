import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { startServiceProcess } from './serviceProcess.ts';

const BINARY = process.env.ASSAY_WAPITI || '/usr/bin/wapiti';
const reason = existsSync(BINARY) ? '' : ` (skipped: no ${BINARY}; on Debian the package wapiti)`;

/** What looks at answers or sends text into parameters; none that asks addresses elsewhere. */
const MODULES = 'cookieflags,crlf,csp,exec,file,http_headers,redirect,sql,xss';

/** Longest crawl and longest attack by one module, s. */
const SECONDS_MAX = 5;

/** Levels of wapiti: 1 low, 2 medium, 3 high. */
const MEDIUM = 2;

interface Report {
  readonly infos: { readonly target: string };
  readonly vulnerabilities: Readonly<Record<string, readonly { readonly level: number; readonly info: string }[]>>;
  readonly anomalies: Readonly<Record<string, readonly { readonly info: string }[]>>;
}

/** Asked for by default, brotli is what this scanner often cannot read: pages would be noise to it, and crash it. */
const PLAIN = ['--header', 'Accept-Encoding: identity'];

/** Where a scanner finds parameters: addresses that take some without a credential. */
const STARTS = [
  '/v1/auth/verify-email?token=x',
  '/v1/auth/oauth/providers?page=1&page_size=2',
  '/v1/transparency/inclusion?commitment_id=x',
  '/v1/c2pa/matches/byBinding?alg=x&value=x',
  '/v1/shared/x',
  '/docs',
  '/docs/api',
];

test.skipIf(reason)(
  `wapiti finds nothing of medium weight or more, and no 5xx${reason}`,
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'assay-wapiti-'));
    const service = await startServiceProcess(path.join(folder, 'data'));
    const report = path.join(folder, 'report.json');
    try {
      const starts = STARTS.flatMap((start) => ['--start', `${service.url}${start}`]);
      const stores = ['--store-session', folder, '--store-config', folder];
      const bounds = ['--max-scan-time', String(SECONDS_MAX), '--max-attack-time', String(SECONDS_MAX), '--depth', '2'];
      const output = ['--format', 'json', '--output', report, '--no-bugreport', '--verbose', '0'];
      await promisify(execFile)(BINARY, [
        ...['--url', `${service.url}/`, '--module', MODULES, '--level', '1'],
        ...[...starts, ...PLAIN, ...stores, ...bounds, ...output],
      ]);
      const { infos, vulnerabilities, anomalies } = JSON.parse(await readFile(report, 'utf8')) as Report;
      expect(infos.target).toBe(`${service.url}/`);
      const found = Object.entries(vulnerabilities).flatMap(([kind, all]) =>
        all.filter(({ level }) => level >= MEDIUM).map(({ info }) => `${kind}: ${info}`),
      );
      expect(found).toEqual([]);
      expect(anomalies['Internal Server Error'] ?? []).toEqual([]);
    } finally {
      await service.kill();
      await rm(folder, { recursive: true, force: true });
    }
  },
  300_000,
);
