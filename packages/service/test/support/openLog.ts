/** The transparency log on a test database, with what keeps it. @module */
import { randomUUID } from 'node:crypto';
import type { Database } from '../../src/adapters/db/connection/database.ts';
import { createLogAnchors } from '../../src/adapters/db/transparency/transparencyAnchors.ts';
import { createLogCheckpoints } from '../../src/adapters/db/transparency/transparencyCheckpoints.ts';
import { createLogKeyring } from '../../src/adapters/db/transparency/transparencyIdentity.ts';
import { appendLeaf } from '../../src/adapters/db/transparency/transparencyLeaves.ts';
import { createTransparencyLog } from '../../src/adapters/db/transparency/transparencyLog.ts';
import { createLogTree } from '../../src/adapters/db/transparency/transparencyTree.ts';
import { createLastSignedFile } from '../../src/adapters/transparency/lastSignedFile.ts';
import { inAllPlaces } from '../../src/adapters/transparency/signedPlaces.ts';
import { LeafWalk } from '../../src/app/transparency/leafWalk.ts';
import { publishCheckpoint, type PublishDeps } from '../../src/app/transparency/publishCheckpoint.ts';
import { manualClock } from '../fakes/manualClock.ts';

export const LOG_KEY = Buffer.alloc(32, 1);

export function openLog(database: Database, folder: string, origin: string | null = 'log.example/test') {
  const clock = manualClock();
  const keyring = createLogKeyring(database, { keyEncryptionKey: LOG_KEY, origin });
  const transparencyLog = createTransparencyLog(database, keyring);
  const tree = createLogTree(database);
  const deps: PublishDeps = {
    tree,
    walk: new LeafWalk(tree),
    checkpoints: createLogCheckpoints(database),
    signer: keyring,
    lastSigned: inAllPlaces(createLastSignedFile(folder, keyring.identity)),
    clock,
  };
  /** Adds an entry by a transaction of its own. @returns its id */
  const append = async (entry: string, id: string = randomUUID()): Promise<string> => {
    const leaf = { id, entry: Buffer.from(entry), createdAt: clock.now() };
    await database.write((transaction) => appendLeaf(transaction, leaf));
    // Places are given in the order of time.
    clock.advance(1);
    return id;
  };
  return {
    clock,
    keyring,
    transparencyLog,
    anchors: createLogAnchors(database),
    deps,
    append,
    publish: () => publishCheckpoint(deps),
  };
}

export type OpenLog = ReturnType<typeof openLog>;
