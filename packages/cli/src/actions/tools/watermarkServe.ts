/** `assay watermark serve`: marks and reads over JSON lines, so that a bench pays for no process start. @module */
import { createInterface } from 'node:readline';
import { answerBenchLine, type BenchFiles } from '../../watermark/benchProtocol.ts';
import type { Terminal } from '../../terminal.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { writeOutput } from '../../outputFile.ts';
import { encodePng, readPicture } from '../../pictureFile.ts';
import { openWatermarker, type WatermarkOptions } from '../../watermark/watermarker.ts';

/** A bench names its own files and asks for them again and again, so they are overwritten. */
const FILES: BenchFiles = {
  read: readPicture,
  write: async (file, picture) => writeOutput(file, await encodePng(picture), true),
  nowMs: () => performance.now(),
};

export async function watermarkServe(terminal: Terminal, options: WatermarkOptions): Promise<ExitCode> {
  const { marking } = await openWatermarker(options, terminal);
  for await (const line of createInterface({ input: terminal.input, crlfDelay: Number.POSITIVE_INFINITY }))
    if (line.trim() !== '') terminal.print(await answerBenchLine(line, FILES, marking));
  return EXIT.ok;
}
