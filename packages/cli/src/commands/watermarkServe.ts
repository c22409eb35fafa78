/** `assay watermark serve`: marks and reads over JSON lines, so that a bench pays for no process start. @module */
import { createInterface } from 'node:readline';
import { answerBenchLine, type BenchFiles } from '@assay/core/watermark/benchProtocol';
import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exitCode.ts';
import { writeOutput } from '../outputFile.ts';
import { encodePng, readPicture } from '../pictureFile.ts';
import { openWatermarker, STRENGTH_HELP, TRACK_HELP, TRACK_OPTIONS } from '../watermark/watermarker.ts';

/** A bench names its own files and asks for them again and again, so they are overwritten. */
const FILES: BenchFiles = {
  read: readPicture,
  write: async (file, picture) => writeOutput(file, await encodePng(picture), true),
  nowMs: () => performance.now(),
};

export const watermarkServeCommand: Command = {
  help: `assay watermark serve [--tracks abc] [--strength S] [--key-file FILE]

Reads one JSON request from each line of standard input and answers with one JSON line:
  {"op":"embed","in":PATH,"out":PATH,"payload":HEX,"bits":128}  ->  {"ok":true,"psnr","ssim","tracks","ms"}
  {"op":"extract","in":PATH,"bits":128}  ->  {"ok":true,"detected","payload","raw","confidence","ms"}
A request that fails is answered {"ok":false,"error":TEXT}, and the next one is read. embed writes a PNG with exactly the
marked pixels and overwrites it. ms is the time of marking or reading, without decoding and encoding files.

${TRACK_HELP}
${STRENGTH_HELP}`,

  async run(args, terminal) {
    const { values } = parseArguments(args, TRACK_OPTIONS, { least: 0, most: 0, names: '' });
    const { marking } = await openWatermarker(values, terminal);
    for await (const line of createInterface({ input: terminal.input, crlfDelay: Number.POSITIVE_INFINITY }))
      if (line.trim() !== '') terminal.print(await answerBenchLine(line, FILES, marking));
    return EXIT.ok;
  },
};
