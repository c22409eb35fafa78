import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makePictures } from '../../../../bench/durability/pictures.ts';
import { createEmptyDatabase, whySkipped } from '../support/testDatabase.ts';
import { freePort, type ServiceProcess, sleep, startServiceProcess, TSX } from './serviceProcess.ts';

const reason = whySkipped('postgresql');
const service = path.resolve(import.meta.dirname, '../..');
const root = path.resolve(service, '../..');
const SECRET = 'of all processes, at least 32 characters';
const ACCOUNT = { email: 'update@example.org', password: 'seventeen frogs' };
const START_MS_MAX = 180_000;

/** What the version after this one might change while this one serves. */
const EXPAND = `alter table assets add column caption text;
--> statement-breakpoint
create table captions_seen (asset_id uuid primary key references assets(id) on delete cascade, at timestamptz not null default now());`;
/** And the one after that, when nobody knows the column any more. */
const CONTRACT = 'alter table assets drop column caption;';

interface Version {
  readonly url: string;
  output(): string;
  terminate(): Promise<number | null>;
}

describe.skipIf(reason !== null)(`an update under load${reason === null ? '' : `; ${reason}`}`, () => {
  let folder: string;
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  let client: pg.Client;
  const copies: string[] = [];
  const children: ChildProcess[] = [];
  let present: ServiceProcess | null = null;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'assay-update-'));
    database = await createEmptyDatabase();
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    for (const child of children) child.kill('SIGKILL');
    await present?.kill();
    await client.end();
    await database.remove();
    for (const copy of copies) await rm(copy, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  });

  const settings = () => ({
    DATABASE_URL: database.url,
    ASSAY_STORAGE_URL: `file://${path.join(folder, 'store')}`,
    ASSAY_JWT_SECRET: `jwt ${SECRET}`,
    ASSAY_WATERMARK_KEY: `watermark ${SECRET}`,
    ASSAY_KEY_ENCRYPTION_KEY: `sealing ${SECRET}`,
  });

  /** A later version: these sources with more migrations, as deep below the root as they are, so that they find what is shipped. */
  async function versionWith(name: string, migrations: readonly string[]): Promise<string> {
    const copy = path.join(root, '.cache', `service-${name}-${process.pid}`);
    copies.push(copy);
    await mkdir(copy, { recursive: true });
    for (const part of ['src', 'migrations', 'package.json'])
      await cp(path.join(service, part), path.join(copy, part), { recursive: true });
    await symlink(path.join(service, 'node_modules'), path.join(copy, 'node_modules'));
    const journalFile = path.join(copy, 'migrations/meta/_journal.json');
    const journal = JSON.parse(await readFile(journalFile, 'utf8')) as { entries: { idx: number; when: number }[] };
    const [first] = journal.entries;
    for (const [at, statement] of migrations.entries()) {
      const tag = `000${at + 1}_later`;
      await writeFile(path.join(copy, 'migrations', `${tag}.sql`), statement);
      journal.entries.push({
        ...first,
        idx: at + 1,
        when: (first?.when ?? 0) + 1 + at,
        tag,
      } as (typeof journal.entries)[number]);
    }
    await writeFile(journalFile, JSON.stringify(journal));
    return copy;
  }

  async function startCopy(copy: string, dataDir: string): Promise<Version> {
    const port = await freePort();
    const child = spawn(
      process.execPath,
      ['--import', TSX, '--conditions=assay-source', path.join(copy, 'src/serve.ts')],
      {
        cwd: import.meta.dirname,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env['PATH'] ?? '',
          PORT: String(port),
          HOST: '127.0.0.1',
          ASSAY_DATA_DIR: dataDir,
          ASSAY_LOG_LEVEL: 'warn',
          ASSAY_ROBUSTNESS_SCORE: '0',
          ASSAY_RATE_PER_MINUTE: '100000',
          ...settings(),
        },
      },
    );
    children.push(child);
    let text = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)));
    const url = `http://127.0.0.1:${port}`;
    const deadline = performance.now() + START_MS_MAX;
    while (!(await fetch(`${url}/health/ready`).catch(() => null))?.ok) {
      if (child.exitCode !== null || performance.now() > deadline) throw new Error(text);
      await sleep(100);
    }
    return {
      url,
      output: () => text,
      terminate: () =>
        new Promise((resolve) => {
          child.once('exit', resolve);
          child.kill('SIGTERM');
        }),
    };
  }

  const columns = async (): Promise<string[]> =>
    (
      await client.query<{ column_name: string }>(
        "select column_name from information_schema.columns where table_name = 'assets'",
      )
    ).rows.map((row) => row.column_name);

  it('expand while the old version serves, both together, back to the old one, contract when it is gone', {
    timeout: 900_000,
  }, async () => {
    present = await startServiceProcess(path.join(folder, 'old'), settings());
    const old = present;
    const account = new AssayClient({ baseUrl: old.url });
    await account.register(ACCOUNT);
    const { access_token: token } = await account.login(ACCOUNT.email, ACCOUNT.password);
    const pictures = await makePictures(24, 31, 0);
    const made: string[] = [];
    const refusals: string[] = [];
    const upload = async (url: string): Promise<void> => {
      const form = new FormData();
      form.set('file', new File([new Uint8Array(pictures[made.length % pictures.length] ?? [])], 'a.jpg'));
      const headers = { authorization: `Bearer ${token}` };
      const answer = await fetch(`${url}/v1/assets/`, { method: 'POST', headers, body: form });
      const text = await answer.text();
      if (answer.status === 201) made.push((JSON.parse(text) as { id: string }).id);
      else refusals.push(`${answer.status} ${text}`);
    };
    await upload(old.url);
    let isOver = false;
    const load = (async () => {
      while (!isOver) await upload(old.url);
    })();

    const next = await startCopy(await versionWith('next', [EXPAND]), path.join(folder, 'next'));
    expect(await columns()).toContain('caption');
    const beside = made.length;
    await upload(next.url);
    // The old one went on all the while, and does beside the new one.
    while (made.length < beside + 4 && refusals.length === 0) await sleep(100);
    isOver = true;
    await load;
    // What one made the other reads; an old process starts on the newer tables, as it must when an update is taken back.
    expect((await old.terminate()).exitCode).toBe(0);
    expect(old.output()).not.toMatch(/"level":"(error|fatal)"/);
    present = await startServiceProcess(path.join(folder, 'old'), settings());
    await upload(present.url);
    for (const url of [present.url, next.url]) {
      const reader = new AssayClient({ baseUrl: url });
      await reader.login(ACCOUNT.email, ACCOUNT.password);
      const page = await reader.call('listAssets', { query: { page_size: 100 } });
      expect(page.items.map(({ id }) => id).sort()).toEqual([...made].sort());
      expect(new Set(page.items.map(({ processing_status: status }) => status))).toEqual(new Set(['completed']));
    }
    await present.terminate();
    present = null;

    const last = await startCopy(await versionWith('last', [EXPAND, CONTRACT]), path.join(folder, 'last'));
    expect(await columns()).not.toContain('caption');
    for (const url of [next.url, last.url]) await upload(url);
    expect(refusals).toEqual([]);
    for (const one of [next, last]) {
      expect(await one.terminate()).toBe(0);
      expect(one.output()).not.toMatch(/"level":"(error|fatal)"/);
    }
  });
});
