import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AppError } from '@assay/core/errors';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { uuidV7Ids } from '../../../src/adapters/ids/uuidV7.ts';
import type { ArchiveSecrets } from '../../../src/adapters/imports/archiveBytes.ts';
import { createImportSources } from '../../../src/adapters/imports/importSources.ts';
import { systemClock } from '../../../src/adapters/runtime/clock.ts';
import type { ImportSources } from '../../../src/app/ports/imports/importSources.ts';
import { carOf, carOfFolders, emptyFolders, hollowFile, withCentral, withFirstComment } from './archives.ts';

const ONE = strToU8('one');
const TWO = strToU8('two two');
const OWNER = '01a1f8d3-ea00-707c-9e66-001ad50cf80e';
const OTHER = '01a1f8d3-ea00-707c-9e66-001ad50cf80f';
const SECRET = randomBytes(32);
const NEXT_SECRET = randomBytes(32);
const PICTURE_BYTES_MAX = 400_000;

let folder: string;
let wire: string;
let sources: ImportSources;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'assay-imports-'));
  wire = path.join(folder, 'wire');
  await mkdir(path.join(wire, 'may'), { recursive: true });
  sources = await createImportSources(path.join(folder, 'imports'), {
    archiveBytesMax: 2 ** 24,
    pictureBytesMax: PICTURE_BYTES_MAX,
    keys: null,
    secrets: [SECRET],
    ids: uuidV7Ids(systemClock),
    shared: null,
    sources: [
      { name: 'wire', organizationIds: null, place: { kind: 'folder', folder: wire } },
      { name: 'desk', organizationIds: [OWNER], place: { kind: 'folder', folder: wire } },
    ],
  });
});
afterAll(() => rm(folder, { recursive: true }));

async function* chunks(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  const step = Math.max(1000, bytes.length >> 7);
  for (let start = 0; start < bytes.length; start += step) yield bytes.subarray(start, start + step);
}

/** Its names and files, or the sentence that refuses it. */
async function look(bytes: Uint8Array): Promise<Record<string, string> | string> {
  const received = await sources.receive(chunks(bytes));
  try {
    const source = await sources.openReceived(received);
    const files: Record<string, string> = {};
    for (const { name } of source.entries)
      files[name] = await source.read(name).then(
        (file) => Buffer.from(file).toString(),
        (error: unknown) => (error instanceof AppError ? `${error.code}: ${error.message}` : String(error)),
      );
    await source.close();
    return files;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  } finally {
    await sources.drop(received);
    expect(await readdir(path.join(folder, 'imports'))).toEqual([]);
  }
}

const zip = zipSync({ 'a.jpg': ONE, 'more/b.png': TWO });

describe('zip', () => {
  test('pictures come with their folders; what operating systems add does not', async () => {
    const files = {
      'a.jpg': ONE,
      more: { 'b.png': TWO },
      __MACOSX: { '._a.jpg': ONE },
      '.DS_Store': ONE,
      'Thumbs.db': ONE,
    };
    expect(await look(zipSync(files))).toEqual({ 'a.jpg': 'one', 'more/b.png': 'two two' });
    expect(await look(zipSync(files, { level: 0 }))).toEqual({ 'a.jpg': 'one', 'more/b.png': 'two two' });
  });

  test.each([
    ['leads out of the archive', { '../a.jpg': ONE }, /\.\./],
    ['leads out inside', { 'x/../../a.jpg': ONE }, /\.\./],
    ['is absolute', { '/etc/a.jpg': ONE }, /absolute|no path below/],
    ['is a path of Windows', { 'C:\\a.jpg': ONE }, /no path below|invalid characters/],
    ['has control characters', { 'é\u0007.jpg': ONE }, /control characters/],
    ['is longer than any', { [`${'a'.repeat(1001)}.jpg`]: ONE }, /1005 characters/],
  ])('refused: a name that %s', async (_what, files, sentence) => {
    expect(await look(zipSync(files as Record<string, Uint8Array>))).toMatch(sentence);
  });

  const refused: readonly [string, Uint8Array, RegExp][] = [
    ['nothing but folders', zipSync({ 'x/': new Uint8Array() }), /holds no picture/],
    ['no archive at all', strToU8('PK but nothing else'), /not a whole ZIP archive/],
    ['an archive that was cut off', zip.subarray(0, zip.length - 30), /not a whole ZIP archive/],
    ['a link', zipSync({ 'a.jpg': [strToU8('/etc/passwd'), { os: 3, attrs: 0o120777 << 16 }] }), /a link/],
    ['a password', withCentral(zip, 8, 1, 2), /encrypted/],
    ['another compression', withCentral(zip, 10, 14, 2), /method 14/],
    [
      'a file that claims more than the archive has',
      withCentral(zip, 20, 2 ** 30, 4),
      /lie over each other|not a whole/,
    ],
    ['a bomb', zipSync({ 'a.jpg': new Uint8Array(80_000_000) }, { level: 9 }), /unpacks to 80000000 bytes/],
    ['an empty file', new Uint8Array(), /is empty/],
    ['comments and extra fields longer than pictures need', withFirstComment(zip, 60_000, 300), /says .* bytes beside/],
  ];
  test.each(refused)('refused: %s', async (_what, bytes, sentence) => {
    expect(await look(bytes)).toMatch(sentence);
  });

  test('60,000 entries are refused before they are read', async () => {
    const files = Object.fromEntries(Array.from({ length: 60_000 }, (_, index) => [`${index}`, new Uint8Array()]));
    expect(await look(zipSync(files, { level: 0 }))).toMatch(/holds 60000 entries; .* at most 50000. Split it/);
  });

  test('a damaged or too large file fails alone', async () => {
    const files = { 'a.jpg': ONE, 'large.jpg': new Uint8Array(PICTURE_BYTES_MAX + 1), 'z.jpg': TWO };
    const damaged = withCentral(zipSync(files, { level: 0 }), 16, 12345, 4);
    expect(await look(damaged)).toEqual({
      'a.jpg': expect.stringContaining('INVALID_FILE_TYPE: The archive is damaged here'),
      'large.jpg': expect.stringContaining('FILE_TOO_LARGE'),
      'z.jpg': 'two two',
    });
  });
});

describe('car', () => {
  const large = Uint8Array.from({ length: 300_000 }, (_, index) => (index * 7) % 251);

  test('files of a folder, also of many blocks', async () => {
    const files = await look(await carOf({ 'a.jpg': ONE, 'large.jpg': large }));
    expect(files).toEqual({ 'a.jpg': 'one', 'large.jpg': Buffer.from(large).toString() });
  });

  test('a block that was altered: the folder refuses the archive, a file fails alone', async () => {
    const car = await carOf({ 'a.jpg': ONE, 'b.jpg': TWO });
    const inFile = Buffer.from(car);
    inFile[inFile.length - 1] = 0;
    expect(await look(inFile)).toEqual({ 'a.jpg': 'one', 'b.jpg': expect.stringContaining('INVALID_FILE_TYPE') });
    const inFolder = Buffer.from(car);
    inFolder[inFolder.indexOf('a.jpg')] = 0x62;
    expect(await look(inFolder)).toMatch(/was altered: the block/);
  });

  test('refused: cut off, no archive, a name that leads out', async () => {
    const car = await carOf({ 'a.jpg': ONE });
    expect(await look(car.subarray(0, car.length - 2))).toMatch(/not a whole CAR|lacks|was altered/);
    expect(await look(strToU8('not an archive of any kind'))).toMatch(/not a whole CAR archive/);
    expect(await look(await carOf({ '../a.jpg': ONE }))).toMatch(/leads out of the archive/);
  });

  test('refused: folders that lead to each other so often that no walk ends', async () => {
    expect(await look(emptyFolders(60))).toMatch(/the same blocks again and again/);
  });

  test('a file of parts that lead to each other so often that no reading ends fails alone', async () => {
    expect(await look(await carOfFolders({ 'a.jpg': ONE }, { 'hollow.jpg': hollowFile(60) }))).toEqual({
      'a.jpg': 'one',
      'hollow.jpg': expect.stringContaining('INVALID_FILE_TYPE'),
    });
  });

  test('refused: a block shorter than its own CID, a header longer than any', async () => {
    const car = await carOf({ 'a.jpg': ONE });
    const header = 1 + (car[0] as number);
    // Its CID is read again as a block of 78 bytes.
    const cid = car.subarray(header + 1, header + 37);
    const short = Buffer.concat([car.subarray(0, header), Buffer.from([1]), cid, new Uint8Array(78)]);
    expect(await look(short)).toMatch(/a block is shorter than its CID/);
    const long = Buffer.concat([Buffer.from([0xff, 0xff, 0x7f]), new Uint8Array(3_000_000)]);
    expect(await look(long)).toMatch(/claims 2097151 bytes at once/);
  });

  test('what is refused leaves no file open', async () => {
    const open = async () => (await readdir('/proc/self/fd')).length;
    await look(strToU8('no archive'));
    const before = await open();
    for (let time = 0; time < 8; time++) await look(Buffer.concat([strToU8('no archive'), new Uint8Array(200_000)]));
    expect(await open()).toBeLessThanOrEqual(before + 2);
  });
});

test('of CARs that are judged one is open at a time, also after one that is refused', async () => {
  const receive = async (bytes: Uint8Array) => sources.receive(chunks(bytes));
  const [bad, one, two] = [
    await receive(strToU8('no archive')),
    ...(await Promise.all([1, 2].map(() => carOf({ 'a.jpg': ONE }).then(receive)))),
  ];
  await expect(sources.openReceived(bad)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  const first = await sources.openReceived(one!);
  let isOpen = false;
  const second = sources.openReceived(two!).then((source) => ((isOpen = true), source));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(isOpen).toBe(false);
  await first.close();
  await (await second).close();
  for (const received of [bad, one!, two!]) await sources.drop(received);
});

describe('prefix', () => {
  const open = (prefix: string) =>
    sources
      .openPrefix(prefix, OTHER)
      .catch((error: unknown) => (error instanceof AppError ? error.message : String(error)));

  test('what lies below the folder that the operator named, without links', async () => {
    await writeFile(path.join(wire, 'may', 'a.jpg'), ONE);
    await writeFile(path.join(wire, 'b.jpg'), TWO);
    await symlink('/etc/hostname', path.join(wire, 'link.jpg'));
    const source = await sources.openPrefix('wire', OTHER);
    expect(source.entries).toEqual([
      { name: 'b.jpg', sizeBytes: 7 },
      { name: 'may/a.jpg', sizeBytes: 3 },
    ]);
    expect(Buffer.from(await source.read('may/a.jpg')).toString()).toBe('one');
    await expect(source.read('link.jpg')).rejects.toMatchObject({ code: 'INVALID_FILE_TYPE' });
    await expect(source.read('../wire/b.jpg')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect((await sources.openPrefix('wire/may', OTHER)).entries).toEqual([{ name: 'a.jpg', sizeBytes: 3 }]);
  });

  test('refused: other names, ways out, folders that are not there', async () => {
    expect(await open('tmp')).toMatch(/must begin with one of: wire/);
    expect(await open('/etc')).toMatch(/must begin with one of: wire/);
    expect(await open('wire/../..')).toMatch(/leads out/);
    expect(await open('wire/june')).toMatch(/there is no folder "june"/);
  });

  test('refused: a folder that is a link, and one that became a link since', async () => {
    const outside = path.join(folder, 'outside');
    await mkdir(outside);
    await writeFile(path.join(outside, 'a.jpg'), TWO);
    await symlink(outside, path.join(wire, 'out'));
    expect(await open('wire/out')).toMatch(/there is no folder "out"/);
    await mkdir(path.join(wire, 'july'));
    await writeFile(path.join(wire, 'july', 'a.jpg'), ONE);
    const source = await sources.openPrefix('wire', OTHER);
    await rm(path.join(wire, 'july'), { recursive: true });
    await symlink(outside, path.join(wire, 'july'));
    await expect(source.read('july/a.jpg')).rejects.toMatchObject({ code: 'INVALID_FILE_TYPE' });
    for (const link of ['july', 'out']) await rm(path.join(wire, link));
  });

  test('refused: a source of another organization, in the words of one that is not there; also later', async () => {
    expect(await open('desk')).toBe(await open('tmp'));
    expect((await sources.openPrefix('desk', OWNER)).entries.length).toBeGreaterThan(0);
    const job = { id: OWNER, kind: 'prefix', source: 'desk' } as const;
    expect(await sources.open({ ...job, organizationId: OWNER })).not.toBeNull();
    await expect(sources.open({ ...job, organizationId: OTHER })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });
});

describe('archives that are kept', () => {
  const opened = (home: string, secrets: ArchiveSecrets = [SECRET]) =>
    createImportSources(home, {
      archiveBytesMax: 2 ** 24,
      pictureBytesMax: PICTURE_BYTES_MAX,
      keys: null,
      secrets,
      ids: uuidV7Ids(systemClock),
      shared: null,
      sources: [],
    });
  const jobOf = (id: string, kind: 'zip' | 'car' = 'zip') =>
    ({ id, kind, source: null, organizationId: OWNER }) as const;

  test('lie under their import, and what a dead process left goes at the start', async () => {
    const home = path.join(folder, 'again');
    await mkdir(home);
    await writeFile(path.join(home, 'x.part'), 'half');
    const own = await opened(home);
    expect(await readdir(home)).toEqual([]);
    const received = await own.receive(chunks(zip));
    expect(received).toMatchObject({ sizeBytes: zip.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
    const id = received.importId;
    await own.keep(received);
    expect(await own.kept()).toEqual([{ importId: id, since: expect.any(Date) }]);
    const source = await own.open(jobOf(id));
    expect(source?.entries.map(({ name }) => name)).toEqual(['a.jpg', 'more/b.png']);
    await source?.close();
    await own.remove(id);
    expect(await own.open(jobOf(id))).toBeNull();
  });

  test.each(['zip', 'car'] as const)('a %s is never plain on the disk, nor while it comes', async (kind) => {
    const home = path.join(folder, `sealed-${kind}`);
    const own = await opened(home);
    // Of several chunks, the last of them short.
    const secret = randomBytes(100_000);
    const bytes = kind === 'zip' ? zipSync({ 'a.jpg': [secret, { level: 0 }] }) : await carOf({ 'a.jpg': secret });
    const seen: Buffer[] = [];
    const watched = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of chunks(bytes)) {
        yield chunk;
        for (const name of await readdir(home)) seen.push(await readFile(path.join(home, name)));
      }
    };
    const received = await own.receive(watched());
    await own.keep(received);
    const lies = await readFile(path.join(home, `${received.importId}.${kind}`));
    expect(seen.at(-1)?.length).toBeGreaterThan(50_000);
    for (const disk of [...seen, lies])
      for (const telling of [secret.subarray(20_000, 20_016), 'a.jpg']) expect(disk.includes(telling)).toBe(false);
    const source = await own.open(jobOf(received.importId, kind));
    expect(Buffer.from((await source?.read('a.jpg')) ?? []).equals(secret)).toBe(true);
    await source?.close();
  });

  test('open under the key before while it is named, else with a sentence for the operator and untouched', async () => {
    const home = path.join(folder, 'keys');
    const before = await opened(home);
    const received = await before.receive(chunks(zip));
    await before.keep(received);
    const job = jobOf(received.importId);
    const both = await opened(home, [NEXT_SECRET, SECRET]);
    const source = await both.open(job);
    expect(String(await source?.read('a.jpg'))).toBe('one');
    await source?.close();
    const after = await opened(home, [NEXT_SECRET]);
    const refusal = await after.open(job).catch((cause: unknown) => cause);
    expect(refusal).not.toBeInstanceOf(AppError);
    expect(String(refusal)).toContain('ASSAY_KEY_ENCRYPTION_KEY_PREVIOUS');
    expect((await after.kept()).map(({ importId }) => importId)).toEqual([received.importId]);
  });

  test('do not open in the place of another import, cut off, or changed', async () => {
    const home = path.join(folder, 'places');
    const own = await opened(home);
    const names = ['a.jpg', 'b.jpg', 'c.jpg'];
    const files = Object.fromEntries(names.map((name) => [name, new Uint8Array(randomBytes(150_000))]));
    const received = await own.receive(chunks(zipSync(files, { level: 0 })));
    await own.keep(received);
    const place = path.join(home, `${received.importId}.zip`);
    const bytes = await readFile(place);
    await writeFile(path.join(home, `${OTHER}.zip`), bytes);
    await expect(own.open(jobOf(OTHER))).rejects.toThrow('does not open');
    await writeFile(place, bytes.subarray(0, bytes.length - 1));
    await expect(own.open(jobOf(received.importId))).rejects.toThrow('does not open');
    // In the middle of the second picture: the others come.
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] as number) ^ 1;
    await writeFile(place, bytes);
    const source = await own.open(jobOf(received.importId));
    const came = await Promise.all(
      names.map((name) =>
        source?.read(name).then(
          () => 'whole',
          (cause: unknown) => (cause as AppError).code,
        ),
      ),
    );
    expect(came).toEqual(['whole', 'INVALID_FILE_TYPE', 'whole']);
    await source?.close();
  });
});
