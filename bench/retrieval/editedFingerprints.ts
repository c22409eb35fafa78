/** Fingerprints of many photos and of their edits, one process per core. @module */
import { fork } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Fingerprint } from '@assay/core/fingerprint/fingerprint';

/** One photo for a process: fingerprint the file, or every one of its 19 edits. */
export interface FingerprintJob {
  readonly file: string;
  readonly edits: null | {
    /** Seeds what is random in the edits. */
    readonly photo: number;
    readonly backgrounds: readonly string[];
  };
}

export interface EditedFingerprint {
  readonly edit: string;
  /** Index of the photo that was edited. */
  readonly photo: number;
  readonly fingerprint: Fingerprint;
  /** hog-lab, the `embedding768` of the embedders that need no network. */
  readonly layout: Float32Array;
}

export async function fingerprintFiles(files: readonly string[]): Promise<EditedFingerprint[]> {
  return (await runJobs(files.map((file) => ({ file, edits: null })))).flat();
}

/** Every photo of `photos` (indices into `files`) after each of the 19 edits; the same in every run. */
export async function fingerprintEdits(
  files: readonly string[],
  photos: readonly number[],
  backgrounds: readonly string[],
): Promise<EditedFingerprint[]> {
  const jobs = photos.map((photo) => ({ file: files[photo] as string, edits: { photo, backgrounds } }));
  return (await runJobs(jobs)).flat();
}

const PROCESS = fileURLToPath(new URL('./fingerprintProcess.ts', import.meta.url));

/** Answers in the order of the jobs. */
async function runJobs(jobs: readonly FingerprintJob[]): Promise<EditedFingerprint[][]> {
  const answers: EditedFingerprint[][] = [];
  let next = 0;
  const work = () =>
    new Promise<void>((resolve, reject) => {
      const child = fork(PROCESS, {
        execArgv: ['--import', 'tsx', '--conditions=assay-source'],
        serialization: 'advanced',
      });
      let current = -1;
      const hand = () => {
        current = next++;
        const job = jobs[current];
        if (job) child.send(job);
        else child.disconnect();
      };
      child.on('message', (answer: EditedFingerprint[]) => {
        answers[current] = answer;
        hand();
      });
      child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${PROCESS} ended with ${code}`))));
      hand();
    });
  await Promise.all(Array.from({ length: Math.min(jobs.length, availableParallelism()) }, work));
  return answers;
}
