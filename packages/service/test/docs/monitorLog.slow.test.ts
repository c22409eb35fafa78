import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { verifierKey as verifierKeyOf } from '@assay/core/transparency/signedNote';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { appendLeaf } from '../../src/adapters/db/transparency/transparencyLeaves.ts';
import { LeafWalk } from '../../src/app/transparency/leafWalk.ts';
import { publishCheckpoint } from '../../src/app/transparency/publishCheckpoint.ts';
import { type DatabaseService, startDatabaseService } from '../support/databaseService.ts';
import { type OpenLog, openLog } from '../support/openLog.ts';
import { tamperWith } from '../support/tamper.ts';
import { withTestDatabase } from '../support/testDatabase.ts';

/** examples/monitorLog.mjs as a process of its own follows the log of a service over HTTP. */
const example = path.resolve(import.meta.dirname, '../../../../examples/monitorLog.mjs');
const database = withTestDatabase('embedded');
let service: DatabaseService;
let folder: string;
let log: OpenLog;
let url: string;

beforeAll(async () => {
  service = await startDatabaseService(database());
  await service.app.listen({ host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${(service.app.server.address() as AddressInfo).port}`;
  folder = await mkdtemp(path.join(tmpdir(), 'assay-monitor-'));
  log = openLog(database(), folder);
  await log.publish();
});
afterAll(async () => {
  await service.app.close();
  await rm(folder, { recursive: true, force: true });
});

let written = 0;
async function append(count: number): Promise<void> {
  await database().write(async (transaction) => {
    for (const end = written + count; written < end; written++) {
      const leaf = { id: randomUUID(), entry: Buffer.from(`entry ${written}`), createdAt: new Date(1.8e12 + written) };
      await appendLeaf(transaction, leaf);
    }
  });
  await log.publish();
}

interface Ended {
  readonly code: number | null;
  readonly lines: string[];
  readonly notes: string;
}

async function monitor(verifierKey?: string, prefix = `${url}/tlog/`): Promise<Ended> {
  const known = (await (await fetch(`${url}/v1/transparency`)).json()) as { verifier_key: string };
  const args = [example, prefix, verifierKey ?? known.verifier_key, path.join(folder, 'state.json')];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, (_error, output, notes) =>
      resolve({ code: child.exitCode, lines: output.split('\n').filter((line) => line !== ''), notes }),
    );
  });
}

test('it prints every entry once, in order, however the log grows, and believes an honest log', async () => {
  expect(await monitor()).toMatchObject({ code: 0, lines: [] });
  const seen: string[] = [];
  for (const count of [1, 2, 252, 1, 1, 300]) {
    await append(count);
    const { code, lines, notes } = await monitor();
    expect(code, notes).toBe(0);
    expect(lines).toHaveLength(count);
    seen.push(...lines);
  }
  expect(seen).toEqual(Array.from({ length: 557 }, (_, index) => `${index} entry ${index}`));
  expect(await monitor()).toMatchObject({ code: 0, lines: [] });
});

test('another key is not believed, and a log that cannot be asked is not called a liar', async () => {
  const { verifierKey } = await openLog(database(), folder).transparencyLog.identity();
  // Another key of the same name, with the id that belongs to it.
  const [name] = verifierKey.split('+') as [string];
  const publicKey = new Uint8Array(32).fill(7);
  const stranger = await monitor(verifierKeyOf({ name, publicKey }));
  expect([stranger.code, stranger.notes.includes('not signed by this log')]).toEqual([10, true]);
  expect(await monitor(undefined, `${url}/nothing/`)).toMatchObject({ code: 1 });
});

test('a log that shows other entries than it signed, that was rewritten, or that shrank, is found out', async () => {
  await append(1);
  await tamperWith(database(), `update transparency_leaves set entry = 'forged' where leaf_index = 557`);
  const forged = await monitor();
  expect(forged.notes).toContain('DO NOT TRUST THIS LOG: the entries are not those of the checkpoint');
  expect(forged.code).toBe(10);
  await tamperWith(database(), `update transparency_leaves set entry = 'entry 557' where leaf_index = 557`);
  expect((await monitor()).code).toBe(0);

  // Whoever holds the key can sign anything: an operator who rewrites the log without our guards.
  const emptied = [
    'delete from transparency_checkpoints',
    'delete from transparency_tiles',
    'update transparency_log set tree_size = 0',
  ];
  await tamperWith(
    database(),
    ...emptied,
    'update transparency_leaves set leaf_index = null',
    `update transparency_leaves set entry = 'rewritten' where entry = 'entry 3'`,
  );
  const careless = () => ({
    ...log.deps,
    walk: new LeafWalk(log.deps.tree),
    lastSigned: { read: async () => [], write: async () => undefined },
  });
  await publishCheckpoint(careless());
  const rewritten = await monitor();
  // Of the same size; an old entry was changed, so even the roots differ.
  expect([rewritten.code, rewritten.notes.includes('DO NOT TRUST')]).toEqual([10, true]);
  await tamperWith(
    database(),
    ...emptied,
    'delete from transparency_leaves where leaf_index > 9',
    'update transparency_leaves set leaf_index = null',
  );
  await publishCheckpoint(careless());
  const shrunk = await monitor();
  expect(shrunk.notes).toContain('the log shrank from 558 to 10 entries');
  expect(shrunk.code).toBe(10);
});
