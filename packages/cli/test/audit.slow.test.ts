import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDataFolder } from '@assay/service/adapters/dataFolder/dataFolder';
import { openDatabase } from '@assay/service/adapters/db/connection/open';
import type { Database } from '@assay/service/adapters/db/connection/database';
import { createAuditHeads } from '@assay/service/adapters/db/organizations/auditHeads';
import { createEmbeddedLedger } from '@assay/service/adapters/ledger/embedded/embeddedLedger';
import { openStore } from '@assay/service/compose/assetFiles';
import { createRepositories } from '@assay/service/adapters/db/repositories';
import { publishCheckpoint } from '@assay/service/app/transparency/publishCheckpoint';
import { serviceSecrets } from '@assay/service/compose/secrets';
import { composeLogKeeping } from '@assay/service/compose/transparency';
import { readConfig } from '@assay/service/config/config';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manualClock } from '../../service/test/fakes/manualClock.ts';
import { auditDraft } from '../../service/test/support/auditDraft.ts';
import { NOW, registerAccount } from '../../service/test/support/fixtures.ts';
import { tamperWith } from '../../service/test/support/tamper.ts';
import { embeddedTemplate } from '../../service/test/support/testDatabase.ts';
import { EXIT } from '../src/exitCode.ts';
import { fakeTerminal } from './fakeTerminal.ts';
import { runAssay } from './runAssay.ts';

const OPEN_TIMEOUT_MS = 180_000;
let folder: string;

/** What a stopped service left, opened for a look and closed again: the command needs the folder for itself. */
async function inFolder(work: (database: Database, keyEncryptionKey: Uint8Array) => Promise<void>): Promise<void> {
  const owned = await openDataFolder(folder);
  const { keyEncryptionKey } = await serviceSecrets(readConfig({ ASSAY_DATA_DIR: folder }), owned.path);
  const database = await openDatabase({ dataDir: owned.path, template: await embeddedTemplate() });
  try {
    await work(database, keyEncryptionKey);
  } finally {
    await database.close();
    await owned.release();
  }
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-audit-'));
  const ids = { uuid: () => crypto.randomUUID() };
  const clock = manualClock(NOW);
  await inFolder(async (database, keyEncryptionKey) => {
    const repositories = createRepositories(database, { ids, clock, keyEncryptionKey });
    const { organizationId } = await registerAccount(repositories, { slugBase: 'harbour' });
    const audit = ['one', 'two', 'three'].map((action) => auditDraft(action));
    await repositories.organizations.change(organizationId, () => ({
      commands: [],
      audit,
      events: [],
      result: undefined,
    }));
    await createAuditHeads(database, { ids, clock }).addDue(NOW, 1, 10);
    const config = readConfig({ ASSAY_DATA_DIR: folder });
    const ledger = createEmbeddedLedger({ folder: null, network: 'devnet', report: () => {} });
    const { storeKeeping } = openStore(config, path.join(folder, 'files'));
    const ports = { clock, ledger, storeKeeping };
    await publishCheckpoint(composeLogKeeping(config, { database, keyEncryptionKey, folder, ports }));
    await ledger.close();
  });
}, OPEN_TIMEOUT_MS);
afterAll(() => rm(folder, { recursive: true, force: true }));

async function assay(...args: string[]) {
  const terminal = fakeTerminal({ environment: { ASSAY_DATA_DIR: folder } });
  const code = await runAssay(args, terminal);
  return { code, printed: terminal.printed.join('\n'), notes: terminal.notes.join('\n') };
}
const check = (...options: string[]) => assay('audit', 'check', ...options);

test('a log that is whole, then one whose end is cut off', async () => {
  expect(await check()).toMatchObject({
    code: EXIT.ok,
    printed: expect.stringMatching(/ok {3}the transparency log, 1 entries\nok {3}harbour.*: 3 entries, 1 heads/),
  });
  await inFolder((database) => tamperWith(database, 'delete from audit_log where sequence = 3'));
  const cut = await check('--json');
  expect(cut.code).toBe(EXIT.forged);
  expect(JSON.parse(cut.printed)).toMatchObject({
    log: { entries: 1, finding: null },
    organizations: [{ findings: ['The transparency log holds the hash of entry 3, and the log ends with entry 2.'] }],
  });
  // A whole log needs no other name; one whose end is lost does.
  expect(await assay('log', 'continue', 'example.org/tlog-2')).toMatchObject({
    code: EXIT.usage,
    notes: expect.stringContaining('nothing to continue'),
  });
  expect(await assay('log', 'continue', 'no name')).toMatchObject({ code: EXIT.usage });
  await inFolder((database) =>
    tamperWith(
      database,
      'delete from transparency_checkpoints',
      'delete from transparency_leaves',
      'delete from transparency_tiles',
      'update transparency_log set tree_size = 0',
    ),
  );
  expect((await check()).printed).toContain('FAIL The transparency log has signed 1 entries');
  expect(await assay('log', 'continue', 'example.org/tlog-2')).toMatchObject({
    code: EXIT.ok,
    printed: expect.stringMatching(/had signed 1 entries, of which 0 were taken over\nexample.org\/tlog-2 goes on/),
  });
  expect(await check('--organization', 'nobody')).toMatchObject({ code: EXIT.notFound });
});
