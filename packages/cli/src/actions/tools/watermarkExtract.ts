/** `assay watermark extract`: reads the mark of one picture. @module */
import type { Terminal } from '../../terminal.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { readPicture } from '../../pictureFile.ts';
import { openWatermarker, type WatermarkOptions } from '../../watermark/watermarker.ts';

interface Options extends Omit<WatermarkOptions, 'strength'> {
  readonly json?: boolean | undefined;
}

export async function watermarkExtract(terminal: Terminal, options: Options, file: string): Promise<ExitCode> {
  const watermarker = await openWatermarker(options, terminal);
  const report = watermarker.extract(await readPicture(file, terminal));
  if (options.json) terminal.print(JSON.stringify(report));
  else if (report.payload !== null) terminal.print(report.payload);
  else terminal.note('No mark found.');
  // Whoever reads the answer, a person or a program: the status is the same.
  return report.payload === null ? EXIT.unknown : EXIT.ok;
}
