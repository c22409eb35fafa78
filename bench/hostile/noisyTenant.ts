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

interface Effort {
  /** Of each half at least. */
  readonly secondsMin: number;
  /** A median of fewer tells more of the machine's moment than of the service; on a busy machine there are fewer. */
  readonly samplesMin: number;
  /** The half ends then with what it has. */
  readonly secondsMax: number;
}

/** Uploads and verifies by turns until there is enough of both, or it takes too long. */
async function quietWork(client: AssayClient, pictures: Uint8Array[], effort: Effort): Promise<Record<Work, Spread>> {
  const times: Record<Work, number[]> = { upload: [], verification: [] };
  const startMs = performance.now();
  const end = AbortSignal.timeout(effort.secondsMax * 1000);
  const timed = async (work: Work, done: () => Promise<unknown>): Promise<void> => {
    const beganMs = performance.now();
    await done();
    times[work].push(performance.now() - beganMs);
  };
  const isEnough = (): boolean =>
    performance.now() - startMs >= effort.secondsMin * 1000 && times.verification.length >= effort.samplesMin;
  try {
    while (!isEnough()) {
      const bytes = pictures.pop();
      if (bytes === undefined) throw new Error('no pictures are left for the quiet tenant');
      await timed('upload', () => client.upload(fileOf(bytes), { signal: end }));
      await timed('verification', () => client.verify(fileOf(bytes), { signal: end }));
    }
  } catch (error) {
    // What was cut off by the end of the half is no sample.
    if (!end.aborted || times.verification.length === 0) throw error;
  }
  return { upload: spreadOf(times.upload), verification: spreadOf(times.verification) };
}

/** Uploads until it is told to stop. */
async function noise(
  client: AssayClient,
  pictures: readonly Uint8Array[],
  signal: AbortSignal,
): Promise<NoisyTenant['noisy']> {
  const counted = { uploaded: 0, refused: 0 };
  let next = 0;
  const one = async (): Promise<void> => {
    while (!signal.aborted) {
      try {
        await client.upload(fileOf(pictures[next++ % pictures.length] as Uint8Array), { signal });
        counted.uploaded++;
      } catch {
        if (signal.aborted) return;
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

const SAMPLES_MIN = 20;

/** @param seconds of each half at least, alone and beside the other; none takes more than four times as long */
export async function noisyTenant(url: string, seconds: number): Promise<NoisyTenant> {
  const [quiet, noisy] = [await tenant(url, 'quiet@example.org'), await tenant(url, 'noisy@example.org')];
  // Both kinds before the first half: drawing them takes the processor for half a minute, which is no noise of a tenant's.
  const pictures = await makePictures(400, 5, 1);
  const noisyPictures = await makePictures(NOISY.pictures, 3, 0);
  // What is loaded at the first use is no part of the comparison.
  const effort = { secondsMin: seconds, samplesMin: SAMPLES_MIN, secondsMax: 4 * seconds };
  await quietWork(quiet, pictures, { ...effort, secondsMin: 0, samplesMin: 2 });
  const idle = await quietWork(quiet, pictures, effort);
  const end = new AbortController();
  const made = noise(noisy, noisyPictures, end.signal);
  // Its line is full.
  await wait(2000);
  const beside = await quietWork(quiet, pictures, effort);
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
