import { existsSync } from 'node:fs';
import { appendFile, cp, mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { BackupManifest } from '../../src/app/ports/backup/backup.ts';
import { backUp } from '../../src/compose/backup/takeBackup.ts';
import { checkedBackup, restore } from '../../src/compose/backup/restoreBackup.ts';
import { readConfig } from '../../src/config/config.ts';
import { S3_BUCKET, S3_CREDENTIALS, type S3Server, startS3Server } from '../support/s3Server.ts';
import { createEmptyDatabase, whySkipped } from '../support/testDatabase.ts';
import { type AssayCommand, spawnAssay } from './assayCommand.ts';
import { sceneFile } from './hostileFiles.ts';
import { freePort, type ServiceProcess, sleep, spawnService, startServiceProcess } from './serviceProcess.ts';

const TIMEOUT_MS = 300_000;
const ACCOUNT = { email: 'keeper@example.org', password: 'seventeen frogs' };
const QUIET = { checked: () => {}, restored: () => {} };

let root: string;
const at = (name: string): string => path.join(root, name);
const configOf = (dataDir: string, more: Record<string, string> = {}) =>
  readConfig({ ASSAY_DATA_DIR: at(dataDir), ...more });
const take = (dataDir: string, target: string, more: Record<string, string> = {}) =>
  backUp(configOf(dataDir, more), at(target), () => {});
const put = (target: string, dataDir: string, more: Record<string, string> = {}) =>
  restore(configOf(dataDir, more), at(target), QUIET);

async function signIn({ url }: ServiceProcess): Promise<AssayClient> {
  const client = new AssayClient({ baseUrl: url });
  await client.login(ACCOUNT.email, ACCOUNT.password);
  return client;
}

/** What two backups must agree in when they are of the same state: every row, every file, every small file. */
const stateOf = ({ tables, counters, list, files, kept, databaseId }: BackupManifest) => ({
  tables,
  counters,
  list,
  files,
  kept,
  databaseId,
});

/** Ids of the uploads that were answered before the backup was asked for, and the note of the log's head then. */
const known: { ids: string[]; logKey: string; logSize: number; manifest: BackupManifest } = {
  ids: [],
  logKey: '',
  logSize: 0,
  manifest: null as unknown as BackupManifest,
};

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'assay-backup-'));
  const service = await startServiceProcess(at('origin'), { ASSAY_ENCRYPT_AT_REST: '1' });
  await new AssayClient({ baseUrl: service.url }).register(ACCOUNT);
  const client = await signIn(service);
  const upload = async (seed: number): Promise<string> =>
    (await client.upload(new File([new Uint8Array(await sceneFile(seed, 320, 240))], `${seed}.jpg`))).id;
  known.ids.push(await upload(1), await upload(2));
  await client.commit(known.ids[0] as string);
  while ((await client.log.head().catch(() => ({ tree_size: 0 }))).tree_size < 1) await sleep(100);
  const head = await client.log.head();
  Object.assign(known, { logKey: head.verifier_key, logSize: head.tree_size });

  const life = { isOver: false };
  let uploads = 0;
  const uploading = (async () => {
    for (let seed = 10; !life.isOver; seed++) {
      await upload(seed);
      uploads += 1;
    }
  })();
  /** A refused upload ends the wait with its reason. */
  const oneMore = async (): Promise<void> => {
    const before = uploads;
    while (uploads === before) await Promise.race([sleep(20), uploading]);
  };
  await oneMore();
  const taken = await take('origin', 'backup');
  expect(taken.faults).toEqual([]);
  known.manifest = taken.manifest;
  // Uploads went on through all of it.
  await oneMore();
  life.isOver = true;
  await uploading;
  // The service has taken the copy of its database away again.
  while (existsSync(at('origin/backup-copy'))) await sleep(20);
  expect((await stat(at('origin/control'))).mode & 0o777).toBe(0o600);
  await service.terminate();
}, TIMEOUT_MS);
afterAll(() => rm(root, { recursive: true, force: true }));

describe('a backup that was taken while uploads came in', () => {
  it('restores into an empty folder every row and every file, by hash', async () => {
    await put('backup', 'restored');
    const again = await take('restored', 'again');
    expect(again.faults).toEqual([]);
    expect(stateOf(again.manifest)).toEqual(stateOf(known.manifest));
    expect(known.manifest.files.count).toBeGreaterThanOrEqual(3 * known.ids.length);
  }, 240_000);

  it('starts, delivers, verifies, and goes on with its log', async () => {
    const service = await startServiceProcess(at('restored'), { ASSAY_ENCRYPT_AT_REST: '1' });
    const client = await signIn(service);
    for (const id of known.ids) {
      const { blob } = await client.download(id, { variant: 'watermarked' });
      const { verdict } = await client.verify(new Uint8Array(await blob.arrayBuffer()));
      expect(verdict).toBe('authentic');
    }
    await client.commit(known.ids[1] as string);
    while ((await client.log.head()).tree_size <= known.logSize) await sleep(100);
    expect((await client.log.head()).verifier_key).toBe(known.logKey);
    await service.terminate();
    expect(service.output()).not.toMatch(/signs nothing|set back|ledger failed/);
  }, 240_000);
});

describe('what cannot be restored is refused, and nothing is changed', () => {
  /** A backup of its own that may be spoiled. */
  const spoiled = async (name: string, spoil: (folder: string) => Promise<unknown>): Promise<string> => {
    await cp(at('backup'), at(name), { recursive: true });
    await spoil(at(name));
    return name;
  };
  const refusal = async (work: Promise<unknown>): Promise<{ message: string; why: string }> => {
    const error = await work.then(
      () => null,
      (cause: unknown) => cause,
    );
    expect(error).toMatchObject({ name: 'BackupRefused' });
    return error as { message: string; why: string };
  };
  const somePicture = (): string => `files/${known.ids[0]?.slice(0, 2)}/${known.ids[0]}/original`;

  it.each<[string, (folder: string) => Promise<unknown>, RegExp]>([
    ['cut off', (folder) => truncate(path.join(folder, somePicture()), 100), /original of asset .* has 100 bytes/],
    ['missing', (folder) => rm(path.join(folder, somePicture())), /original of asset .* is missing/],
    ['longer', (folder) => appendFile(path.join(folder, 'database/users.jsonl'), '\n'), /Table users has/],
    ['altered', (folder) => flip(path.join(folder, 'database/assets.jsonl')), /Table assets was changed/],
    ['unlisted', (folder) => truncate(path.join(folder, 'files.jsonl'), 10), /list of files has 10 bytes/],
    ['other-secrets', (folder) => rm(path.join(folder, 'folder/ledger/blocks.jsonl')), /blocks\.jsonl is missing/],
    ['half-manifest', (folder) => truncate(path.join(folder, 'backup.json'), 500), /manifest .* is cut off/],
    ['forged-manifest', forgeManifest, /manifest of the backup was changed/],
  ])('%s', async (name, spoil, sentence) => {
    const folder = await spoiled(`spoiled-${name}`, spoil);
    const { message, why } = await refusal(put(folder, `target-${name}`));
    expect(message).toMatch(sentence);
    expect(why).toBe('damaged');
    expect(existsSync(at(`target-${name}/database`))).toBe(false);
  });

  async function flip(file: string): Promise<void> {
    const bytes = await readFile(file);
    const middle = bytes.length >> 1;
    bytes[middle] = (bytes[middle] as number) ^ 1;
    await writeFile(file, bytes);
  }

  async function forgeManifest(folder: string): Promise<void> {
    const file = path.join(folder, 'backup.json');
    await writeFile(file, (await readFile(file, 'utf8')).replace(/"count": \d+/, '"count": 0'));
  }

  it('one that did not end, none at all, and a name that is taken', async () => {
    await cp(at('backup'), at('unfinished.partial'), { recursive: true });
    expect((await refusal(put('unfinished', 'empty'))).message).toContain('did not end');
    expect((await refusal(put('nowhere', 'empty'))).message).toContain('is no complete backup');
    expect((await refusal(take('origin', 'backup'))).message).toContain('is there already');
    expect((await refusal(take('empty', 'of-nothing'))).message).toContain('No service has its secrets');
    expect(existsSync(at('of-nothing.partial'))).toBe(false);
  });

  it('a folder that is in use, a store that is in use, and another key', async () => {
    expect((await refusal(put('backup', 'restored'))).message).toMatch(/is in use .*ASSAY_DATA_DIR/);
    const elsewhere = { ASSAY_STORAGE_URL: `file://${at('restored/files')}` };
    expect((await refusal(put('backup', 'empty', elsewhere))).message).toContain('store of pictures is in use');
    const otherKey = { ASSAY_KEY_ENCRYPTION_KEY: 'another key that is long enough for it' };
    expect((await refusal(put('backup', 'empty', otherKey))).message).toContain('ASSAY_KEY_ENCRYPTION_KEY');
    const otherMarks = { ASSAY_WATERMARK_KEY: 'another key that is long enough for it' };
    expect((await refusal(put('backup', 'empty', otherMarks))).message).toContain('ASSAY_WATERMARK_KEY');
    expect(existsSync(at('empty/database'))).toBe(false);
  });

  it('the check alone finds a whole backup whole', async () => {
    const { manifest } = await checkedBackup(configOf('empty'), at('backup'), QUIET);
    expect(manifest.id).toBe(known.manifest.id);
  });
});

describe('SIGKILL', () => {
  /** Kills it as soon as the condition holds. @returns false if it was faster */
  async function killWhen(command: AssayCommand, holds: () => boolean): Promise<boolean> {
    while (!holds() && command.child.exitCode === null) await sleep(1);
    command.child.kill('SIGKILL');
    return (await command.ended) === 'SIGKILL';
  }

  it('in the middle of a backup leaves no backup, and the next one takes the name', async () => {
    const command = spawnAssay(['backup', at('killed')], { ASSAY_DATA_DIR: at('restored') });
    expect(await killWhen(command, () => existsSync(at('killed.partial/database')))).toBe(true);
    expect(existsSync(at('killed'))).toBe(false);
    await expect(put('killed', 'empty')).rejects.toThrow(/did not end/);
    const { manifest } = await take('restored', 'killed');
    expect(existsSync(at('killed.partial'))).toBe(false);
    expect(manifest.files.count).toBe(known.manifest.files.count);
  }, 240_000);

  it('in the middle of a restore: no service starts on it, and the next restore of the same backup ends it', async () => {
    const target = 'half';
    const command = spawnAssay(['restore', at('backup')], { ASSAY_DATA_DIR: at(target) });
    expect(await killWhen(command, () => existsSync(at(`${target}/restore-unfinished`)))).toBe(true);
    const { child, output } = spawnService(at(target), await freePort());
    await new Promise((resolve) => {
      child.once('close', resolve);
    });
    expect(child.exitCode).toBe(1);
    expect(output()).toMatch(/did not end .*assay restore/);
    await expect(put('again', target)).rejects.toThrow(/unfinished restore of another backup/);
    await put('backup', target);
    const again = await take(target, `${target}-again`);
    expect(stateOf(again.manifest)).toEqual(stateOf(known.manifest));
  }, 240_000);
});

const reason = whySkipped('postgresql');
describe.skipIf(reason !== null)(`PostgreSQL and S3 [${reason ?? 'there'}]`, () => {
  let s3: S3Server;
  let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
  beforeAll(async () => {
    s3 = await startS3Server();
    database = await createEmptyDatabase();
  }, TIMEOUT_MS);
  afterAll(async () => {
    await s3.close();
    await database.remove();
  });

  it('take what the embedded database and a folder held, and give it back', async () => {
    const there = {
      DATABASE_URL: database.url,
      ASSAY_STORAGE_URL: `s3://${S3_BUCKET}/pictures?endpoint=${encodeURIComponent(s3.endpoint)}&region=eu-1`,
      AWS_ACCESS_KEY_ID: S3_CREDENTIALS.accessKeyId,
      AWS_SECRET_ACCESS_KEY: S3_CREDENTIALS.secretAccessKey,
    };
    await put('backup', 'beside-postgres', there);
    const moved = await take('beside-postgres', 'of-postgres', there);
    expect(moved.faults).toEqual([]);
    expect(stateOf(moved.manifest)).toEqual(stateOf(known.manifest));
    await expect(put('of-postgres', 'other-folder', there)).rejects.toThrow(/in use/);
    await put('of-postgres', 'back');
    const back = await take('back', 'of-back');
    expect(stateOf(back.manifest)).toEqual(stateOf(known.manifest));
  }, 240_000);
});
