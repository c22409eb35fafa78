/** One after the other: what goes wrong with one picture is told, and the next one is taken. @module */
import { AuthenticationError, NetworkError, PermissionError, QuotaError } from '@assay/sdk/errors';
import type { UploadProgress } from '@assay/sdk/transport';
import { EXIT, exitCodeOf, type ExitCode, sentenceOf } from './exitCode.ts';
import { createProgress, type Progress } from './progress.ts';
import type { Picture } from './pictures.ts';
import type { Terminal } from './terminal.ts';
import { UsageError } from './usageError.ts';

/** These would meet every further picture in the same way. */
const STOPPING = [AuthenticationError, PermissionError, QuotaError, NetworkError];

export interface BatchResult {
  readonly done: number;
  /** That of the first picture that failed; 0 if none did. */
  readonly failure: ExitCode;
}

type Work = (
  picture: Picture,
  file: File,
  sending: (progress: UploadProgress) => void,
  doing: Progress['doing'],
) => Promise<void>;

/** @throws {UsageError} if there is nothing to do */
export async function eachPicture(terminal: Terminal, pictures: readonly Picture[], work: Work): Promise<BatchResult> {
  if (pictures.length === 0) throw new UsageError('there is no picture among what was named');
  const progress = createProgress(terminal, pictures.length);
  let done = 0;
  let failure: ExitCode = EXIT.ok;
  for (const [index, picture] of pictures.entries()) {
    try {
      const file = await picture.read();
      progress.begin(picture.name, file.size);
      await work(picture, file, progress.sent, progress.doing);
      done += 1;
    } catch (error) {
      const sentence = sentenceOf(error);
      terminal.complain(sentence.startsWith(picture.name) ? sentence : `${picture.name}: ${sentence}`);
      if (failure === EXIT.ok) failure = exitCodeOf(error);
      const left = pictures.length - index - 1;
      if (left > 0 && STOPPING.some((Class) => error instanceof Class)) {
        terminal.complain(`The other ${left} were not tried.`);
        break;
      }
    } finally {
      progress.end();
    }
  }
  return { done, failure };
}
