/** Ports whose calls are stages of the work: each is timed, and a span of its own where somebody collects them. @module */
import type { Ports } from '../../app/ports/ports.ts';
import type { AssetFiles } from '../../app/ports/assets/storage.ts';
import type { Engine } from '../../app/ports/verify/engine.ts';

/** Does the work of a stage and tells how long it took. */
export type Stage = <T>(name: string, work: () => Promise<T>) => Promise<T>;

const staged =
  <In extends readonly unknown[], Out>(stage: Stage, name: string, run: (...input: In) => Promise<Out>) =>
  (...input: In): Promise<Out> =>
    stage(name, () => run(...input));

/** Jobs of pictures, with their wait for a thread. */
export const stagedEngine = (engine: Engine, stage: Stage): Engine => ({
  ...engine,
  examine: staged(stage, 'engine.examine', engine.examine),
  inspect: staged(stage, 'engine.inspect', engine.inspect),
  embed: staged(stage, 'engine.embed', engine.embed),
  localQuery: staged(stage, 'engine.localQuery', engine.localQuery),
  mark: staged(stage, 'engine.mark', engine.mark),
  compare: staged(stage, 'engine.compare', engine.compare),
});

/** Calls to the store; a stream counts until it is open. */
export const stagedFiles = (files: AssetFiles, stage: Stage): AssetFiles => ({
  ...files,
  put: staged(stage, 'store.put', files.put),
  read: staged(stage, 'store.read', files.read),
  open: staged(stage, 'store.open', files.open),
});

/** What an upload and a verification ask the database and the signer for. */
export const stagedPorts = (ports: Ports, stage: Stage): Ports => ({
  ...ports,
  assets: {
    ...ports.assets,
    begin: staged(stage, 'database.begin', ports.assets.begin),
    complete: staged(stage, 'database.complete', ports.assets.complete),
    findByContent: staged(stage, 'search.bytes', ports.assets.findByContent),
    nearest: staged(stage, 'search.likeness', ports.assets.nearest),
  },
  localSearch: { ...ports.localSearch, find: staged(stage, 'search.parts', ports.localSearch.find) },
  credentials: {
    ...ports.credentials,
    read: staged(stage, 'credentials.read', ports.credentials.read),
    sign: staged(stage, 'credentials.sign', ports.credentials.sign),
  },
  verifications: { ...ports.verifications, log: staged(stage, 'database.log', ports.verifications.log) },
});
