/** Where archives of imports lie so that every process of a service can work on them: below `imports/` of the store of pictures. @module */
import { constants, createWriteStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { asked, openObject, openS3Store, type S3Credentials, type S3Place } from '../storage/s3Store.ts';
import { putFileChecked } from '../storage/s3Put.ts';

/** All methods of a bucket throw AppError SERVICE_UNAVAILABLE while it does not answer. */
export interface SharedArchives {
  /** Whole and durable once it resolves. @param name of ours, without folders */
  put(name: string, file: string): Promise<void>;
  /** Into a file that is not there yet. False: there is no such archive. */
  fetch(name: string, file: string): Promise<boolean>;
  remove(name: string): Promise<void>;
  /** With the time of its last byte. What a process left half written a day ago is removed on the way. */
  list(): Promise<readonly { readonly name: string; readonly since: Date }[]>;
}

const FOLDER = 'imports';
const TEMPORARY = '.part';
/** One copies an archive of gigabytes within minutes, ms. */
const LEFT_MS = 24 * 60 * 60 * 1000;

/** @param home folder of the store of pictures */
export function folderArchives(home: string): SharedArchives {
  const folder = path.join(home, FOLDER);
  const placeOf = (name: string): string => path.join(folder, name);
  return {
    async put(name, file) {
      await mkdir(folder, { recursive: true });
      const temporary = placeOf(`${name}${TEMPORARY}`);
      await copyFile(file, temporary);
      const written = await open(temporary);
      await written.sync().finally(() => written.close());
      await rename(temporary, placeOf(name));
    },
    async fetch(name, file) {
      return copyFile(placeOf(name), file, constants.COPYFILE_EXCL).then(
        () => true,
        (cause: unknown) => {
          if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return false;
          throw cause;
        },
      );
    },
    remove: (name) => rm(placeOf(name), { force: true }),
    async list() {
      const names = await readdir(folder).catch(() => []);
      const found = names.map(async (name) => {
        // One that was removed meanwhile is no error.
        const facts = await stat(placeOf(name)).catch(() => null);
        if (!facts) return [];
        if (!name.endsWith(TEMPORARY)) return [{ name, since: facts.mtime }];
        // Of another machine perhaps; no two clocks differ by as much.
        if (Date.now() - facts.mtimeMs > LEFT_MS) await rm(placeOf(name), { force: true });
        return [];
      });
      return (await Promise.all(found)).flat();
    },
  };
}

interface Listed {
  readonly Key: string;
  readonly LastModified: Date | string;
}

export function bucketArchives(place: S3Place, keys: S3Credentials): SharedArchives {
  const store = openS3Store(place, keys);
  const below = `${place.prefix}${FOLDER}/`;
  return {
    put: (name, file) => putFileChecked(store, `${below}${name}`, file),
    async fetch(name, file) {
      const object = await openObject(store, `${below}${name}`, asked);
      if (!object) return false;
      await pipeline(object.stream(), createWriteStream(file, { flags: 'wx', mode: 0o600 }));
      if ((await stat(file)).size !== object.sizeBytes) throw new Error(`the archive ${name} did not arrive whole`);
      return true;
    },
    async remove(name) {
      await asked(store.deleteObject(`${below}${name}`));
    },
    async list() {
      const found: { name: string; since: Date }[] = [];
      let token: string | undefined;
      do {
        const page = await asked(store.listObjectsPaged('/', below, 1000, token));
        for (const { Key, LastModified } of (page?.objects ?? []) as unknown as readonly Listed[])
          found.push({ name: Key.slice(below.length), since: new Date(LastModified) });
        token = page?.nextContinuationToken;
      } while (token);
      return found;
    },
  };
}
