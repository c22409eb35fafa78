/** Embeds stored pictures again without a running service. @module */
import { systemClock } from '../adapters/runtime/clock.ts';
import { createAssetQueries } from '../adapters/db/assets/assetQueries.ts';
import type { Database } from '../adapters/db/connection/database.ts';
import { createFingerprints } from '../adapters/db/fingerprints/fingerprintRows.ts';
import { nearest } from '../adapters/db/fingerprints/nearest.ts';
import { createEngine } from '../adapters/engine/engine.ts';
import { embedAgain } from '../app/fingerprints/embedAgain.ts';
import { findMatches } from '../app/fingerprints/findMatches.ts';
import type { Ids } from '../app/ports/runtime/runtime.ts';
import type { AssetFiles } from '../app/ports/assets/storage.ts';
import type { Config } from '../config/config.ts';
import { embedderFilesOf } from './models.ts';
import { embeddingOf } from './ports.ts';

export interface Embedded {
  readonly embedded: number;
  /** Assets whose originals cannot be read. */
  readonly unreadable: readonly string[];
  /** Of how many assets the matches were looked for. */
  readonly matched: number;
}

/**
 * @param progress told after each picture, with how many there are in all
 * @throws {ModelError} if the settings name models that cannot be used
 */
export async function embedStored(
  config: Config,
  stored: { readonly database: Database; readonly files: AssetFiles; readonly ids: Ids },
  watermarkKey: Uint8Array,
  progress: (done: number, all: number) => void,
): Promise<Embedded> {
  const { database, files, ids } = stored;
  const embedderFiles = embedderFilesOf(config);
  const embedding = embeddingOf(embedderFiles);
  const engine = createEngine({ watermarkKey, embedderFiles, pixelsMax: config.pixelsMax, threads: 1 });
  try {
    const fingerprints = createFingerprints(database, { ids });
    const assets: Parameters<typeof findMatches>[0]['assets'] = {
      ...createAssetQueries(database),
      nearest: (fingerprint, limitEach, scope) =>
        database.read((queries) => nearest(queries, fingerprint, limitEach, scope)),
    };
    const deps = { fingerprints, embedding, files, engine, assets, clock: systemClock, ids };
    await fingerprints.wantModel(embedding.model);
    await fingerprints.takeBackAside();
    const all = await fingerprints.countOutdated(embedding.model);
    const { embedded, unreadable } = await embedAgain(
      deps,
      () => false,
      (done) => progress(done, all),
    );
    return { embedded, unreadable, matched: await findMatches(deps) };
  } finally {
    await engine.close();
  }
}
