/** The port `BackupDraft` in a folder. @module */
import { createHash } from 'node:crypto';
import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { type BackupDraft, type BackupPart, BackupRefused, type Written } from '../../app/ports/backup/backup.ts';
import { flush, writeFlushed } from '../dataFolder/flush.ts';
import { isMissing, unlessAway } from '../dataFolder/readIfThere.ts';
import { MANIFEST_FILE, partialOf, pathOf } from './layout.ts';
import { bytesOfLines, linesIn } from './lines.ts';
import { type BackupKeys, listedLine, manifestText } from './manifest.ts';

/** A backup holds pictures and secrets. */
const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const NAMED_FILE = 'named.jsonl';

/**
 * Begins a backup beside its later name. What an earlier one that did not end left there is removed.
 * @param folder as it will be named; must not be there
 * @throws {BackupRefused} when it is there, or its folder is not
 */
export async function beginDraft(folder: string, keys: BackupKeys): Promise<BackupDraft> {
  const target = path.resolve(folder);
  if (await unlessAway(stat(target)))
    throw new BackupRefused(`${folder} is there already; name a folder that is not, for instance with the date.`);
  const partial = partialOf(target);
  await rm(partial, { recursive: true, force: true });
  await mkdir(partial, { mode: FOLDER_MODE }).catch((cause: unknown) => {
    throw isMissing(cause)
      ? new BackupRefused(`There is no folder ${path.dirname(target)} to put the backup into.`)
      : cause;
  });
  const folders = new Folders(partial);
  const write = async (part: BackupPart, bytes: AsyncIterable<Uint8Array>): Promise<Written> =>
    writeHashed(await folders.fileOf(pathOf(part)), bytes);
  const writeLines = async (part: BackupPart, lines: AsyncIterable<string>): Promise<Written & { rows: number }> => {
    let rows = 0;
    const done = await write(
      part,
      bytesOfLines(lines, () => (rows += 1)),
    );
    return { ...done, rows };
  };
  const named = path.join(partial, NAMED_FILE);
  const own = await stat(partial);
  return {
    writeTable: (name, lines) => writeLines({ kind: 'table', name }, lines),
    async noteNamed(lines) {
      await writeHashed(
        named,
        bytesOfLines(lines, () => {}),
      );
    },
    named: () => linesIn(named),
    writeFile: (place, bytes) => write({ kind: 'file', place }, bytes),
    dropFile: (place) => rm(path.join(partial, pathOf({ kind: 'file', place })), { force: true }),
    writeKept: (name, bytes) => write({ kind: 'kept', path: name }, bytes),
    async writeList(files) {
      const { sizeBytes, sha256 } = await writeLines({ kind: 'list' }, mapped(files, listedLine));
      return { sizeBytes, sha256 };
    },
    abandon: () => rm(partial, { recursive: true, force: true }),
    async complete(manifest) {
      await rm(named);
      await writeFlushed(path.join(partial, MANIFEST_FILE), manifestText(manifest, keys), FILE_MODE);
      await folders.flush();
      const now = await unlessAway(stat(partial));
      if (now?.ino !== own.ino || now.dev !== own.dev)
        throw new BackupRefused(`Another backup was begun under the name ${folder}; this one is void.`);
      await rename(partial, target);
      await flush(path.dirname(target));
    },
  };
}

async function* mapped<From, To>(values: AsyncIterable<From>, map: (value: From) => To): AsyncGenerator<To> {
  for await (const value of values) yield map(value);
}

/** The folders of a draft, each made once and flushed at the end: names reach the disk with the folders that hold them. */
class Folders {
  readonly #root: string;
  readonly #made = new Set<string>();

  constructor(root: string) {
    this.#root = root;
  }

  async fileOf(relative: string): Promise<string> {
    for (let folder = path.dirname(relative); folder !== '.'; folder = path.dirname(folder)) this.#made.add(folder);
    const file = path.join(this.#root, relative);
    await mkdir(path.dirname(file), { recursive: true, mode: FOLDER_MODE });
    return file;
  }

  async flush(): Promise<void> {
    for (const folder of this.#made) await unlessAway(flush(path.join(this.#root, folder)));
    await flush(this.#root);
  }
}

/** A new file, on the disk when this resolves. What did not get whole is removed. */
async function writeHashed(file: string, bytes: AsyncIterable<Uint8Array>): Promise<Written> {
  const hash = createHash('sha256');
  let sizeBytes = 0;
  const handle = await open(file, 'wx', FILE_MODE);
  try {
    for await (const part of bytes) {
      hash.update(part);
      sizeBytes += part.length;
      await handle.appendFile(part);
    }
    await handle.sync();
  } catch (cause) {
    await rm(file, { force: true });
    throw cause;
  } finally {
    await handle.close();
  }
  return { sizeBytes, sha256: hash.digest('hex') };
}
