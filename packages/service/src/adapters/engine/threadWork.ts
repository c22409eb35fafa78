/** How the entry of a worker thread takes one job at a time and answers it. @module */
import { useImageLibrary } from '../codec/imageLibrary.ts';
import { releaseMemory } from '../codec/releaseMemory.ts';
import { imagesAt } from './imageProcesses.ts';
import { answerJob } from './jobAnswer.ts';
import { askerAt, type DeskedJob, tellBegun } from './jobDesk.ts';

/** What an entry exports by default. @param perform may throw; what it throws becomes the answer */
export const threadWork =
  <Job>(perform: (job: Job) => Promise<unknown>) =>
  async ({ desk, ...job }: Job & DeskedJob): Promise<unknown> => {
    tellBegun(desk ? { desk } : {});
    if (desk) useImageLibrary(imagesAt(askerAt(desk)));
    const answer = await answerJob(() => perform(job as Job));
    desk?.close();
    await releaseMemory();
    return answer;
  };
