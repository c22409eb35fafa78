/** The port `ImportSources`: archives in the data folder, and what the operator named. @module */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ImportSources, KeptArchive, OpenSource, ReceivedArchive } from '../../app/ports/imports/importSources.ts';
import type { ImportSourceKind } from '../../app/ports/imports/imports.ts';
import { openCarArchive } from './carArchive.ts';
import { refuse } from './importNames.ts';
import { type NamedSource, openNamedSource, type SourceBounds } from './namedSources.ts';
import type { SharedArchives } from './sharedArchives.ts';
import { openZipArchive } from './zipArchive.ts';

export interface ImportSettings extends SourceBounds {
  readonly archiveBytesMax: number;
  readonly sources: readonly NamedSource[];
  /** Beside the folder, for the other processes; null: archives lie here alone. */
  readonly shared: SharedArchives | null;
}

const ARCHIVE = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\.(zip|car)$/;
/** Of one that is still received; what lies so at a start is left of a process that died. */
const TEMPORARY = '.part';

/** "PK" with the marks of a first file, of an empty and of a split archive: APPNOTE 4.3.7, 4.3.16, 8.5.4. */
const isZip = (head: Uint8Array): boolean => head[0] === 0x50 && head[1] === 0x4b;

/** @param folder belongs to this process */
export async function createImportSources(folder: string, settings: ImportSettings): Promise<ImportSources> {
  await mkdir(folder, { recursive: true });
  for (const name of await readdir(folder)) if (name.endsWith(TEMPORARY)) await rm(path.join(folder, name));
  const bounds = async (place: string) => ({
    archiveBytes: (await stat(place)).size,
    pictureBytesMax: settings.pictureBytesMax,
  });
  const openAs = async (kind: string, place: string): Promise<OpenSource> =>
    kind === 'zip' ? openZipArchive(place, await bounds(place)) : openCarArchive(place, await bounds(place));
  const beginCar = inTurn();
  const placeOf = ({ place }: ReceivedArchive): string => path.join(folder, place);

  return {
    archiveBytesMax: settings.archiveBytesMax,
    receive: (chunks) => receive(folder, chunks),
    async openReceived(archive) {
      if (archive.sizeBytes === 0) refuse('file', 'is empty');
      const kind = await kindOf(placeOf(archive));
      // The places of a large one fill some hundred megabytes until it is closed.
      const end = kind === 'car' ? await beginCar() : () => {};
      try {
        const source = await openAs(kind, placeOf(archive));
        return { ...source, kind, close: () => source.close().finally(end) };
      } catch (cause) {
        end();
        throw cause;
      }
    },
    async keep(archive, importId) {
      const place = placeOf(archive);
      const name = `${importId}.${await kindOf(place)}`;
      // Whoever is answered that it was accepted may rely on any process.
      await settings.shared?.put(name, place);
      await rename(place, path.join(folder, name));
      await syncFolder(folder);
    },
    drop: (archive) => rm(placeOf(archive), { force: true }),
    openPrefix: (prefix, organizationId) => openNamedSource(settings.sources, { prefix, organizationId }, settings),
    async open({ id, kind, source, organizationId }) {
      if (kind === 'prefix')
        return openNamedSource(settings.sources, { prefix: source ?? '', organizationId }, settings);
      const name = `${id}.${kind}`;
      const place = path.join(folder, name);
      const isHere =
        (await stat(place).catch(() => null)) !== null || (await fetchShared(settings.shared, folder, name));
      return isHere ? openAs(kind, place) : null;
    },
    async remove(importId) {
      for (const kind of ['zip', 'car']) {
        await rm(path.join(folder, `${importId}.${kind}`), { force: true });
        await settings.shared?.remove(`${importId}.${kind}`);
      }
    },
    kept: () => keptIn(folder, settings.shared),
  };
}

/** Here, and in the place that all processes share. */
async function keptIn(folder: string, shared: SharedArchives | null): Promise<readonly KeptArchive[]> {
  const archives: KeptArchive[] = [];
  for (const name of await readdir(folder)) {
    const importId = ARCHIVE.exec(name)?.[1];
    // One that was removed meanwhile is no error.
    const facts = importId && (await stat(path.join(folder, name)).catch(() => null));
    if (facts) archives.push({ importId, since: facts.mtime });
  }
  for (const { name, since } of (await shared?.list()) ?? []) {
    const importId = ARCHIVE.exec(name)?.[1];
    if (importId && !archives.some((own) => own.importId === importId)) archives.push({ importId, since });
  }
  return archives;
}

/** Into this folder, where it is read as if it had been received here. False: it lies nowhere. */
async function fetchShared(shared: SharedArchives | null, folder: string, name: string): Promise<boolean> {
  if (shared === null) return false;
  const temporary = path.join(folder, `${randomUUID()}${TEMPORARY}`);
  try {
    if (!(await shared.fetch(name, temporary))) return false;
    await rename(temporary, path.join(folder, name));
    return true;
  } catch (cause) {
    await rm(temporary, { force: true });
    throw cause;
  }
}

/** Waits until everybody who asked before has ended. @returns what ends the turn */
function inTurn(): () => Promise<() => void> {
  let last: Promise<void> = Promise.resolve();
  return async () => {
    let end: () => void = () => {};
    const before = last;
    last = new Promise((resolve) => {
      end = resolve;
    });
    await before;
    return end;
  };
}

async function receive(folder: string, chunks: AsyncIterable<Uint8Array>): Promise<ReceivedArchive> {
  const place = `${randomUUID()}${TEMPORARY}`;
  const full = path.join(folder, place);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const file = await open(full, 'wx', 0o600);
  try {
    for await (const chunk of chunks) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      await file.write(chunk);
    }
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(full, { force: true });
    throw error;
  }
  await file.close();
  return { place, sizeBytes, sha256: hash.digest('hex') };
}

async function kindOf(place: string): Promise<Exclude<ImportSourceKind, 'prefix'>> {
  const file = await open(place);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return isZip(buffer) ? 'zip' : 'car';
  } finally {
    await file.close();
  }
}

/** A rename is on disk only with its folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
