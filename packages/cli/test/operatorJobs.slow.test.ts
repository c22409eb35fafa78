import { createHash, randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createRepositories } from '@assay/service/adapters/db/repositories';
import { openDatabase } from '@assay/service/adapters/db/connection/open';
import { openDataFolder } from '@assay/service/adapters/dataFolder/dataFolder';
import { archiveAsset } from '@assay/service/app/archive/archiveAsset';
import type { PreviewDeps } from '@assay/service/app/assets/previewFile';
import { readConfig } from '@assay/service/config/config';
import { holdStoreTo, openStore } from '@assay/service/compose/assetFiles';
import { composeContent } from '@assay/service/compose/content';
import { serviceSecrets } from '@assay/service/compose/secrets';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { completionOf, newAsset, NOW, registerAccount, LEASE } from '../../service/test/support/fixtures.ts';
import { EXIT } from '../src/exitCode.ts';
import { fakeTerminal } from './fakeTerminal.ts';
import { runAssay } from './runAssay.ts';
import { manualClock } from '../../service/test/fakes/manualClock.ts';

const OPEN_TIMEOUT_MS = 180_000;
const PICTURES = { original: randomBytes(40_000), watermarked: randomBytes(41_000), preview: randomBytes(900) };
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let folder: string;
/** Nothing is made again here. */
const PREVIEWS = {} as unknown as Pick<PreviewDeps, 'engine' | 'digests' | 'previewWork' | 'currentWork'>;

let assetId: string;
let cid: string;

/** A data folder as a service leaves it that stored and archived one encrypted asset. */
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-operator-'));
  const config = readConfig({ ASSAY_DATA_DIR: folder });
  const owned = await openDataFolder(folder);
  const { keyEncryptionKey } = await serviceSecrets(config, owned.path);
  const database = await openDatabase({ dataDir: owned.path });
  const ids = { uuid: () => crypto.randomUUID() };
  const clock = manualClock(NOW);
  const repositories = createRepositories(database, { ids, clock, keyEncryptionKey });
  const store = openStore(config, path.join(owned.path, 'files'));
  await holdStoreTo(database, store);
  const { files } = store;
  const content = composeContent(config, { database, files, keyEncryptionKey, clock, ids });
  const account = await registerAccount(repositories);
  const draft = newAsset(account, { contentHash: sha256(PICTURES.original), isEncrypted: true });
  assetId = draft.id;
  const encryption = await content.assetKeys.make(account.organizationId, assetId);
  const { lease } = await repositories.assets.begin({ ...draft, encryption }, LEASE);
  for (const [variant, bytes] of Object.entries(PICTURES))
    await content.files.put(assetId, variant as keyof typeof PICTURES, bytes);
  const completion = completionOf({ watermarkedContentHash: sha256(PICTURES.watermarked) });
  await repositories.assets.complete(lease, completion, []);
  const who = { kind: 'user', user: account.user } as unknown as Parameters<typeof archiveAsset>[1];
  ({ archiveCid: cid } = await archiveAsset(
    { ...repositories, ...content, ...PREVIEWS, ids, clock, modelVersion: 'test' },
    who,
    assetId,
  ));
  await database.close();
  await owned.release();
}, OPEN_TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

const terminal = () => fakeTerminal({ environment: { ASSAY_DATA_DIR: folder } });
const archiveFile = () => path.join(folder, 'archive', cid.slice(-2), `${cid}.car`);
const storedFile = (variant: string) => path.join(folder, 'files', assetId.slice(0, 2), assetId, variant);

test(
  'encryption rotate: keys are wrapped anew under the present master key, and files still open',
  async () => {
    const before = await readFile(storedFile('original'));
    const said = terminal();
    expect(await runAssay(['encryption', 'rotate', '--json'], said)).toBe(EXIT.ok);
    expect(JSON.parse(said.printed.join(''))).toEqual([
      { organization_id: expect.any(String), version: 2, master_key_ref: 'local:', rewrapped: 1 },
    ]);
    expect((await readFile(storedFile('original'))).equals(before)).toBe(true);
  },
  OPEN_TIMEOUT_MS,
);

test(
  'archive restore: the plain files, checked; never over other files unless told to',
  async () => {
    const output = path.join(folder, 'restored');
    expect(await runAssay(['archive', 'restore', cid, '--output', output], terminal())).toBe(EXIT.ok);
    expect((await readdir(output)).sort()).toEqual(['manifest.json', 'original', 'preview', 'watermarked']);
    for (const [variant, bytes] of Object.entries(PICTURES))
      expect((await readFile(path.join(output, variant))).equals(bytes)).toBe(true);
    expect(JSON.parse(await readFile(path.join(output, 'manifest.json'), 'utf8'))).toMatchObject({ assetId });
    for (const [args, sentence] of [
      [['--output', output], '--force'],
      [[], 'either --output DIR or --repair'],
    ] as const) {
      const said = terminal();
      expect(await runAssay(['archive', 'restore', cid, ...args], said)).toBe(EXIT.usage);
      expect(said.notes.join()).toContain(sentence);
    }
  },
  OPEN_TIMEOUT_MS,
);

test(
  'archive restore: a CID that is none, and one of no archive, are sentences and no stack',
  async () => {
    const unknown = `${cid.slice(0, -1)}${cid.endsWith('a') ? 'e' : 'a'}`;
    for (const wrong of ['no-cid', unknown]) {
      const said = terminal();
      const code = await runAssay(['archive', 'restore', wrong, '--repair'], said);
      expect([code, said.notes.join()]).toEqual([
        EXIT.notFound,
        expect.stringContaining(`There is no archive ${wrong}`),
      ]);
      expect([...said.notes, ...said.printed].join('\n')).not.toMatch(/^\s+at |ASSAY_DEBUG/m);
    }
  },
  OPEN_TIMEOUT_MS,
);

test(
  'archive restore --repair: what the store lost is back, byte for byte',
  async () => {
    const before = await readFile(storedFile('watermarked'));
    await writeFile(storedFile('watermarked'), 'damage');
    await rm(storedFile('preview'));
    const said = terminal();
    expect(await runAssay(['archive', 'restore', cid, '--repair'], said)).toBe(EXIT.ok);
    expect(said.printed).toEqual(['preview', 'watermarked']);
    expect((await readFile(storedFile('watermarked'))).equals(before)).toBe(true);
  },
  OPEN_TIMEOUT_MS,
);

test(
  'archive check: 0 while all is well, 1 and the reason when an archive was altered or is gone',
  async () => {
    expect(await runAssay(['archive', 'check'], terminal())).toBe(EXIT.ok);
    const bytes = await readFile(archiveFile());
    bytes[500] = (bytes[500] as number) ^ 1;
    await chmod(archiveFile(), 0o600);
    await writeFile(archiveFile(), bytes);
    const altered = terminal();
    expect(await runAssay(['archive', 'check', cid], altered)).toBe(EXIT.internal);
    expect(altered.printed.join()).toMatch(/altered\. A stored file is damaged/);
    await rm(archiveFile());
    const lost = terminal();
    expect(await runAssay(['archive', 'check', '--json'], lost)).toBe(EXIT.internal);
    expect(JSON.parse(lost.printed.join(''))).toEqual([{ cid, state: 'missing', reason: expect.any(String) }]);
  },
  OPEN_TIMEOUT_MS,
);
