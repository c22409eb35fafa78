/** `assay watermark embed`: marks one picture. @module */
import { UsageError } from '../../usageError.ts';
import type { Terminal } from '../../terminal.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { writeOutput } from '../../outputFile.ts';
import { encodePng, readPicture } from '../../pictureFile.ts';
import { openWatermarker, parsePayload, type WatermarkOptions } from '../../watermark/watermarker.ts';

interface Options extends WatermarkOptions {
  readonly payload: string;
  readonly force?: boolean | undefined;
}

export async function watermarkEmbed(
  terminal: Terminal,
  options: Options,
  input: string,
  output: string,
): Promise<ExitCode> {
  const payload = parsePayload(options.payload);
  // Other bytes than the name says would mislead whatever opens it.
  if (!/\.png$/i.test(output))
    throw new UsageError(`${output}: what is written is a PNG; give it a name that ends in .png`);
  const watermarker = await openWatermarker(options, terminal);
  const picture = await readPicture(input);
  const startMs = performance.now();
  const { picture: marked, tracks, psnrDb, ssim } = watermarker.embed(picture, payload);
  const ms = performance.now() - startMs;
  for (const track of tracks) if (!track.embedded) terminal.note(`Track ${track.id}: ${track.detail}`);
  if (tracks.every(({ embedded }) => !embedded)) throw new UsageError(`${input} has no room for a mark`);
  await writeOutput(output, await encodePng(marked), options.force ?? false);
  terminal.print(JSON.stringify({ tracks, psnrDb, ssim, ms }));
  return EXIT.ok;
}
