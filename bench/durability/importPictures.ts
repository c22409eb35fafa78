/** An import of many made pictures into a service that is killed meanwhile, and what came of it. @module */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AssayClient } from '@assay/sdk/client';
import { zipSync } from 'fflate';
import sharp from 'sharp';
import { type ServiceProcess, sleep, startServiceProcess } from '../../packages/service/test/process/serviceProcess.ts';
import { treeRssMib } from '../hostile/probe.ts';
import { seededRandom } from '../verdict/random.ts';

export interface ImportRun {
  readonly pictures: number;
  /** Without marks the time is that of everything else. */
  readonly marked: boolean;
  /** SIGKILLs, spread evenly over the import. */
  readonly kills: number;
  readonly note: (line: string) => void;
}

export interface ImportReport {
  readonly pictures: number;
  readonly marked: boolean;
  readonly kills: number;
  readonly state: string;
  readonly created: number;
  readonly duplicates: number;
  readonly refused: number;
  /** Assets of the organization at the end; as many as were created, if none was made twice. */
  readonly assets: number;
  /** From the answer to the end, with the starts after kills. */
  readonly seconds: number;
  readonly answerMs: number;
  readonly archiveMib: number;
  readonly rssMib: { readonly before: number; readonly max: number };
}

const SIZE = { width: 64, height: 48 };
const ACCOUNT = { email: 'importer@example.org', password: 'seventeen frogs' };
const ENVIRONMENT = { ASSAY_FREE_ASSETS: '1000000' };
const LOOK_MS = 500;
/** Every so many files one comes that was there before, and one that is no picture. */
const ODD_EVERY = 50;

async function archiveOf(pictures: number): Promise<Uint8Array> {
  const random = seededRandom(7);
  const files: Record<string, Uint8Array> = {};
  let last = new Uint8Array();
  for (let index = 0; index < pictures; index++) {
    const name = `${Math.floor(index / 1000)}/${String(index).padStart(6, '0')}`;
    if (index % ODD_EVERY === 1) files[`${name}.jpg`] = last;
    else if (index % ODD_EVERY === 2) files[`${name}.txt`] = Buffer.from(`note ${index}`);
    else {
      const grey = Uint8Array.from({ length: SIZE.width * SIZE.height }, () => random.below(256));
      last = new Uint8Array(
        await sharp(grey, { raw: { ...SIZE, channels: 1 } })
          .blur(2)
          .jpeg()
          .toBuffer(),
      );
      files[`${name}.jpg`] = last;
    }
  }
  return zipSync(files, { level: 0 });
}

/** Signed in anew after each kill: sessions live longer than that, and this shows it. */
const clientOf = async ({ url }: ServiceProcess): Promise<AssayClient> => {
  const client = new AssayClient({ baseUrl: url });
  await client.login(ACCOUNT.email, ACCOUNT.password);
  return client;
};

export async function importPictures({ pictures, marked, kills, note }: ImportRun): Promise<ImportReport> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'assay-import-'));
  const archive = await archiveOf(pictures);
  let service = await startServiceProcess(dataDir, ENVIRONMENT);
  try {
    await new AssayClient({ baseUrl: service.url }).register(ACCOUNT);
    let client = await clientOf(service);
    const before = treeRssMib(service.pid);
    let max = before;
    const startMs = performance.now();
    const file = new File([archive as Uint8Array<ArrayBuffer>], 'archive.zip');
    const tracks = { track_a_enabled: marked, track_b_enabled: marked, track_c_enabled: marked };
    let seen = await client.call('importAssets', { form: { file, ...tracks } });
    const answerMs = performance.now() - startMs;
    let killed = 0;
    while (seen.state === 'waiting' || seen.state === 'running') {
      await sleep(LOOK_MS);
      if (killed < kills && seen.done >= ((killed + 1) * pictures) / (kills + 1)) {
        await service.kill();
        killed++;
        note(`killed after ${seen.done} of ${seen.total}`);
        service = await startServiceProcess(dataDir, ENVIRONMENT);
        client = await clientOf(service);
      }
      seen = await client.call('getImport', { path: { import_id: seen.id } });
      max = Math.max(max, treeRssMib(service.pid));
    }
    const { total: assets } = await client.call('listAssets', { query: { page_size: 1 } });
    return {
      pictures,
      marked,
      kills: killed,
      state: seen.state,
      created: seen.created,
      duplicates: seen.duplicates,
      refused: seen.failed,
      assets,
      seconds: Math.round((performance.now() - startMs) / 1000),
      answerMs: Math.round(answerMs),
      archiveMib: Math.round(archive.length / 2 ** 20),
      rssMib: { before, max },
    };
  } finally {
    await service.kill();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** How many of them are which, as `archiveOf` makes them. */
export const expectedOf = (pictures: number) => {
  const odd = (rest: number): number => Math.floor((pictures - rest - 1) / ODD_EVERY) + 1;
  return { created: pictures - odd(1) - odd(2), duplicates: odd(1), refused: odd(2) };
};
