/** The built service as a process of its own, with an account and stored pictures, and what is asked of it. @module */
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { AssayClient } from '@assay/sdk/client';
import { createEmptyDatabase, whySkipped } from '../../packages/service/test/support/testDatabase.ts';
import { startServiceProcess } from '../../packages/service/test/process/serviceProcess.ts';
import { makePictures } from '../durability/pictures.ts';
import type { Ask } from './openLoop.ts';

const PASSWORD = 'seventeen frogs in a row';
/** Longer than the service itself lets a request take. */
const ANSWER_MS_MAX = 120_000;

export interface LoadedService {
  /** Verifies one of the stored pictures' marked files, or a picture that is not stored, by turns. */
  readonly verify: Ask;
  /** Uploads a picture that was not uploaded before. */
  uploadAs(tenant: 'first' | 'second'): Ask;
  /** Resident memory of the service and its decoders, MiB. */
  memoryMib(): number;
  /** Files below its data folder. */
  files(): Promise<number>;
  /** Rows of each table; null with the embedded database, which only the service itself can ask. */
  tableRows(): Promise<ReadonlyMap<string, number> | null>;
  close(): Promise<void>;
}

/** @param workers threads that work on pictures */
export async function startLoadedService(workers: number): Promise<LoadedService> {
  const folder = await mkdtemp(path.join(tmpdir(), 'assay-load-'));
  const database = whySkipped('postgresql') === null ? await createEmptyDatabase() : null;
  const service = await startServiceProcess(folder, {
    ASSAY_WORKERS: String(workers),
    ASSAY_ROBUSTNESS_SCORE: '0',
    ...(database ? { DATABASE_URL: database.url } : {}),
  });
  const accounts = {
    first: await registered(service.url, 'first@example.org'),
    second: await registered(service.url, 'second@example.org'),
  };
  const pictures = await makePictures(400, 9, 0);
  let next = 0;
  const picture = (): Uint8Array => pictures[next++ % pictures.length] as Uint8Array;
  const send = async (
    address: string,
    bytes: Uint8Array,
    tokenOf: TokenOf,
  ): Promise<{ status: number; hasRetryAfter: boolean; text: string }> => {
    const body = new FormData();
    body.append('file', new File([new Uint8Array(bytes)], 'a.jpg'));
    const headers = { authorization: `Bearer ${await tokenOf()}` };
    const signal = AbortSignal.timeout(ANSWER_MS_MAX);
    const answer = await fetch(`${service.url}${address}`, { method: 'POST', headers, body, signal });
    const text = await answer.text();
    return { status: answer.status, hasRetryAfter: answer.headers.has('retry-after'), text };
  };
  const marked: Uint8Array[] = [];
  for (let count = 0; count < 8; count++) {
    const { id } = JSON.parse((await send('/v1/assets/', picture(), accounts.first)).text) as { id: string };
    const headers = { authorization: `Bearer ${await accounts.first()}` };
    const file = await fetch(`${service.url}/v1/assets/${id}/download`, { headers });
    marked.push(new Uint8Array(await file.arrayBuffer()));
  }
  let turn = 0;
  return {
    verify: () => {
      turn += 1;
      const known = turn % 2 === 0;
      const bytes = known ? withComment(marked[turn % marked.length] as Uint8Array, turn) : picture();
      return send('/v1/verify/', bytes, accounts.first);
    },
    uploadAs: (tenant) => () => send('/v1/assets/', withComment(picture(), ++turn), accounts[tenant]),
    memoryMib: () => treeMemoryMib(service.pid),
    files: async () => (await readdir(folder, { recursive: true })).length,
    tableRows: async () => (database?.url ? tableRowsOf(database.url) : null),
    async close() {
      await service.terminate();
      await database?.remove();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** A token that has not expired. */
type TokenOf = () => Promise<string>;

/** Access tokens live an hour, and a soak lasts longer. */
const TOKEN_AGE_MS_MAX = 20 * 60_000;

async function registered(baseUrl: string, email: string): Promise<TokenOf> {
  const client = new AssayClient({ baseUrl });
  await client.register({ email, password: PASSWORD });
  let token = client.login(email, PASSWORD);
  let sinceMs = performance.now();
  return async () => {
    if (performance.now() - sinceMs > TOKEN_AGE_MS_MAX) {
      sinceMs = performance.now();
      token = client.login(email, PASSWORD);
    }
    return (await token).access_token;
  };
}

async function tableRowsOf(databaseUrl: string): Promise<ReadonlyMap<string, number>> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: tables } = await client.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables
       WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY name`,
    );
    const counts = new Map<string, number>();
    for (const { name } of tables) {
      const { rows } = await client.query<{ count: string }>(`SELECT count(*) FROM ${name}`);
      counts.set(name, Number(rows[0]?.count));
    }
    return counts;
  } finally {
    await client.end();
  }
}

/** The same picture with other bytes: a JPEG comment behind the first marker, so that no answer is found by its hash. */
function withComment(jpeg: Uint8Array, number: number): Uint8Array {
  const text = Buffer.from(`load ${number}`);
  const head = Buffer.from([0xff, 0xfe, 0, text.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), head, text, jpeg.subarray(2)]);
}

/** Of a process and all below it: `VmRSS` of /proc, which counts shared pages in each. */
function treeMemoryMib(pid: number): number {
  const parents = new Map<number, number[]>();
  const kib = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, 'utf8');
      const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]);
      parents.set(parent, [...(parents.get(parent) ?? []), Number(name)]);
      kib.set(Number(name), Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0));
    } catch {
      // It ended meanwhile.
    }
  }
  const below = (one: number): number =>
    (kib.get(one) ?? 0) + (parents.get(one) ?? []).reduce((sum, child) => sum + below(child), 0);
  return Math.round(below(pid) / 1024);
}
