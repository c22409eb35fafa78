/** One tenant uploads without end while another uploads and verifies one picture at a time: what does the other notice? @module */
import { setTimeout as wait } from 'node:timers/promises';
import { AssayClient } from '@assay/sdk/client';
import { makePictures } from '../durability/pictures.ts';
import { type Spread, spreadOf } from './spread.ts';

const PASSWORD = 'seventeen frogs';

/** Uploads that the noisy tenant has under way at once, and how many pictures it takes them from. */
const NOISY = { atOnce: 16, pictures: 200 } as const;

type Work = 'upload' | 'verification';

export interface NoisyTenant {
  readonly idle: Readonly<Record<Work, Spread>>;
  readonly beside: Readonly<Record<Work, Spread>>;
  /** Medians beside the noise over medians alone. */
  readonly ratio: Readonly<Record<Work, number>>;
  /** Uploads of the noisy tenant, and how often it was asked to wait (503 and 429). */
  readonly noisy: { readonly uploaded: number; readonly refused: number };
}

async function tenant(baseUrl: string, email: string): Promise<AssayClient> {
  const client = new AssayClient({ baseUrl, retry: { retriesMax: 0 } });
  await client.register({ email, password: PASSWORD });
  await client.login(email, PASSWORD);
  return client;
}

const fileOf = (bytes: Uint8Array): File => new File([new Uint8Array(bytes)], 'a.jpg');

/** A median of fewer tells more of the machine's moment than of the service. */
const SAMPLES_MIN = 20;

/** Uploads and verifies by turns for so long, and until there are samples enough. */
async function quietWork(
  client: AssayClient,
  pictures: Uint8Array[],
  { seconds, samplesMin }: { readonly seconds: number; readonly samplesMin: number },
): Promise<Record<Work, Spread>> {
  const times: Record<Work, number[]> = { upload: [], verification: [] };
  const timed = async (work: Work, done: () => Promise<unknown>): Promise<void> => {
    const startMs = performance.now();
    await done();
    times[work].push(performance.now() - startMs);
  };
  const endMs = performance.now() + seconds * 1000;
  while (performance.now() < endMs || times.verification.length < samplesMin) {
    const bytes = pictures.pop();
    if (bytes === undefined) throw new Error('no pictures are left for the quiet tenant');
    await timed('upload', () => client.upload(fileOf(bytes)));
    await timed('verification', () => client.verify(fileOf(bytes)));
  }
  return { upload: spreadOf(times.upload), verification: spreadOf(times.verification) };
}

/** Uploads until it is told to stop. */
async function noise(client: AssayClient, signal: AbortSignal): Promise<NoisyTenant['noisy']> {
  const pictures = await makePictures(NOISY.pictures, 3, 0);
  const counted = { uploaded: 0, refused: 0 };
  let next = 0;
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await client.upload(fileOf(pictures[next++ % pictures.length] as Uint8Array));
        counted.uploaded++;
      } catch {
        counted.refused++;
        // As a client that was told to wait does, only sooner.
        await wait(200);
      }
    }
  };
  await Promise.all(Array.from({ length: NOISY.atOnce }, one));
  return counted;
}

const ratioOf = (beside: Spread, idle: Spread): number => Math.round((100 * beside.p50Ms) / idle.p50Ms) / 100;

/** @param seconds of each half at least: alone, and beside the other */
export async function noisyTenant(url: string, seconds: number): Promise<NoisyTenant> {
  const [quiet, noisy] = [await tenant(url, 'quiet@example.org'), await tenant(url, 'noisy@example.org')];
  const pictures = await makePictures(400, 5, 1);
  // What is loaded at the first use is no part of the comparison.
  await quietWork(quiet, pictures, { seconds: 0, samplesMin: 2 });
  const idle = await quietWork(quiet, pictures, { seconds, samplesMin: SAMPLES_MIN });
  const end = new AbortController();
  const made = noise(noisy, end.signal);
  // Its line is full.
  await wait(2000);
  const beside = await quietWork(quiet, pictures, { seconds, samplesMin: SAMPLES_MIN });
  end.abort();
  return {
    idle,
    beside,
    ratio: {
      upload: ratioOf(beside.upload, idle.upload),
      verification: ratioOf(beside.verification, idle.verification),
    },
    noisy: await made,
  };
}
