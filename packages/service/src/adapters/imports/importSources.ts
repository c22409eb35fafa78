/** The port `ImportSources`: archives in the data folder, and what the operator named. @module */
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { ImportSources, KeptArchive, OpenSource, ReceivedArchive } from '../../app/ports/imports/importSources.ts';
import type { ImportSourceKind } from '../../app/ports/imports/imports.ts';
import type { Ids } from '../../app/ports/runtime/runtime.ts';
import { type SealedFile, sealedStream } from '../encryption/sealedFile.ts';
import { archiveKey, type ArchiveSecrets, openArchive } from './archiveBytes.ts';
import { openCarArchive } from './carArchive.ts';
import { refuse } from './importNames.ts';
import { type NamedSource, openNamedSource, type SourceBounds } from './namedSources.ts';
import type { SharedArchives } from './sharedArchives.ts';
import { openZipArchive } from './zipArchive.ts';

export interface ImportSettings extends SourceBounds {
  readonly archiveBytesMax: number;
  readonly sources: readonly NamedSource[];
  readonly secrets: ArchiveSecrets;
  readonly ids: Pick<Ids, 'uuid'>;
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
  const { secrets, pictureBytesMax, shared } = settings;
  const openAs = async (kind: ArchiveKind, archive: SealedFile): Promise<OpenSource> => {
    try {
      const source = await (kind === 'zip' ? openZipArchive : openCarArchive)(archive, pictureBytesMax);
      return { ...source, close: () => source.close().finally(() => archive.close()) };
    } catch (cause) {
      await archive.close();
      throw cause;
    }
  };
  const beginCar = inTurn();
  const placeOf = ({ importId }: ReceivedArchive): string => path.join(folder, `${importId}${TEMPORARY}`);

  return {
    archiveBytesMax: settings.archiveBytesMax,
    receive: (chunks) => receive(folder, { importId: settings.ids.uuid(), secret: secrets[0] }, chunks),
    async openReceived(received) {
      if (received.sizeBytes === 0) refuse('file', 'is empty');
      const archive = await openArchive(secrets, received.importId, placeOf(received));
      const kind = await kindOf(archive);
      // The places of a large one fill some hundred megabytes until it is closed.
      const end = kind === 'car' ? await beginCar() : () => {};
      try {
        const source = await openAs(kind, archive);
        return { ...source, kind, close: () => source.close().finally(end) };
      } catch (cause) {
        end();
        throw cause;
      }
    },
    async keep(received) {
      const place = placeOf(received);
      const archive = await openArchive(secrets, received.importId, place);
      const name = `${received.importId}.${await kindOf(archive).finally(() => archive.close())}`;
      // Whoever is answered that it was accepted may rely on any process.
      await shared?.put(name, place);
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
      const isHere = (await stat(place).catch(() => null)) !== null || (await fetchShared(shared, folder, name));
      return isHere ? openAs(kind, await openArchive(secrets, id, place)) : null;
    },
    async remove(importId) {
      for (const kind of ['zip', 'car']) {
        await rm(path.join(folder, `${importId}.${kind}`), { force: true });
        await shared?.remove(`${importId}.${kind}`);
      }
    },
    kept: () => keptIn(folder, shared),
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

/** On the disk there is never a byte of it that is not encrypted. */
async function receive(
  folder: string,
  { importId, secret }: { readonly importId: string; readonly secret: Uint8Array },
  chunks: AsyncIterable<Uint8Array>,
): Promise<ReceivedArchive> {
  const full = path.join(folder, `${importId}${TEMPORARY}`);
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const counted = async function* (): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      hash.update(chunk);
      sizeBytes += chunk.length;
      yield chunk;
    }
  };
  const file = await open(full, 'wx', 0o600);
  try {
    for await (const sealed of sealedStream(archiveKey(secret, importId), counted())) await file.write(sealed);
    await file.sync();
  } catch (error) {
    await file.close();
    await rm(full, { force: true });
    throw error;
  }
  await file.close();
  return { importId, sizeBytes, sha256: hash.digest('hex') };
}

type ArchiveKind = Exclude<ImportSourceKind, 'prefix'>;

const kindOf = async (archive: SealedFile): Promise<ArchiveKind> => (isZip(await archive.read(0, 4)) ? 'zip' : 'car');

/** A rename is on disk only with its folder. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
