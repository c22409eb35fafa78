/** `assay watermark embed`: marks one picture. @module */
import { parseArguments, UsageError } from '../arguments.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exitCode.ts';
import { writeOutput } from '../outputFile.ts';
import { encodePng, readPicture } from '../pictureFile.ts';
import { openWatermarker, parsePayload, STRENGTH_HELP, TRACK_HELP, TRACK_OPTIONS } from '../watermark/watermarker.ts';

const OPTIONS = {
  ...TRACK_OPTIONS,
  payload: { type: 'string' },
  force: { type: 'boolean' },
} as const;

export const watermarkEmbedCommand: Command = {
  help: `assay watermark embed IN OUT.png --payload HEX [options]

Embeds 128 bits in every chosen track and writes a PNG with exactly the marked pixels. Prints one JSON object:
{tracks: [{id, embedded, psnrDb, ssim}], psnrDb, ssim, ms}. A picture without room for any track is an error.

  --payload HEX    32 hexadecimal digits
${TRACK_HELP}
${STRENGTH_HELP}
  --force          overwrite OUT.png`,

  async run(args, terminal) {
    const { values, positionals } = parseArguments(args, OPTIONS, { least: 2, most: 2, names: 'IN OUT.png' });
    const [input, output] = positionals as [string, string];
    const payload = parsePayload(values.payload);
    const watermarker = await openWatermarker(values, terminal);
    const picture = await readPicture(input);
    const startMs = performance.now();
    const { picture: marked, tracks, psnrDb, ssim } = watermarker.embed(picture, payload);
    const ms = performance.now() - startMs;
    for (const track of tracks) if (!track.embedded) terminal.note(`Track ${track.id}: ${track.detail}`);
    if (tracks.every(({ embedded }) => !embedded)) throw new UsageError(`${input} has no room for a mark`);
    await writeOutput(output, await encodePng(marked), values.force ?? false);
    terminal.print(JSON.stringify({ tracks, psnrDb, ssim, ms }));
    return EXIT.ok;
  },
};
