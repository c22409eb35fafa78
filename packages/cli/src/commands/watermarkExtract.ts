/** `assay watermark extract`: reads the mark of one picture. @module */
import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exitCode.ts';
import { readPicture } from '../pictureFile.ts';
import { openWatermarker, TRACK_HELP, TRACK_OPTIONS } from '../watermark/watermarker.ts';

export const watermarkExtractCommand: Command = {
  help: `assay watermark extract IN [--tracks abc] [--key-file FILE] [--json]

Reads the mark without the original. Prints the payload as hexadecimal digits and ends with 0, or prints nothing and
ends with 11 when there is no mark that this key can read.

${TRACK_HELP}
  --json           one JSON object {detected, payload, raw, confidence, ms, tracks}; ends with 0 either way`,

  async run(args, terminal) {
    const options = {
      tracks: TRACK_OPTIONS.tracks,
      'key-file': TRACK_OPTIONS['key-file'],
      json: { type: 'boolean' },
    } as const;
    const { values, positionals } = parseArguments(args, options, { least: 1, most: 1, names: 'IN' });
    const watermarker = await openWatermarker(values, terminal);
    const report = watermarker.extract(await readPicture(positionals[0] as string));
    if (values.json) {
      terminal.print(JSON.stringify(report));
      return EXIT.ok;
    }
    if (report.payload === null) {
      terminal.note('No mark found.');
      return EXIT.unknown;
    }
    terminal.print(report.payload);
    return EXIT.ok;
  },
};
