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
  const report = watermarker.extract(await readPicture(file));
  if (options.json) {
    terminal.print(JSON.stringify(report));
    return EXIT.ok;
  }
  if (report.payload === null) {
    terminal.note('No mark found.');
    return EXIT.unknown;
  }
  terminal.print(report.payload);
  return EXIT.ok;
}
