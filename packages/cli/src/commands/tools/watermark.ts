/** `assay watermark` @module */
import { TRACKS } from '@assay/sdk/tracks';
import { command, group } from '../../command.ts';
import { argument, needed, none, on, value } from '../../options.ts';

const each = (of: (track: (typeof TRACKS)[number]) => string): string => TRACKS.map(of).join(', ');

const LETTERS = {
  ...needed('LETTERS', `which tracks, of those that are installed: ${each(({ id, domain }) => `${id} (${domain})`)}`),
  default: TRACKS.map(({ id }) => id).join(''),
} as const;

const KEY_FILE = value(
  'FILE',
  'what ASSAY_WATERMARK_KEY holds; default $ASSAY_WATERMARK_KEY, else a public development key',
);
const STRENGTH = value(
  'S',
  `0..1 for every track; default ${each(({ id, defaultStrength }) => `${defaultStrength} (${id})`)}`,
);

const embed = command({
  brief: 'mark one picture with 128 bits',
  help: `Embeds 128 bits in every chosen track and writes a PNG with exactly the marked pixels. Prints one JSON object:
{tracks: [{id, embedded, psnrDb, ssim}], psnrDb, ssim, ms}. A picture without room for any track is an error.`,
  load: async () => (await import('../../actions/tools/watermarkEmbed.ts')).watermarkEmbed,
  parameters: {
    flags: {
      payload: needed('HEX', '32 hexadecimal digits'),
      tracks: LETTERS,
      keyFile: KEY_FILE,
      strength: STRENGTH,
      force: on('overwrite OUT.png'),
    },
    positional: {
      kind: 'tuple',
      parameters: [argument('IN', 'the picture'), argument('OUT.png', 'where the marked picture goes')],
    },
  },
});

const extract = command({
  brief: 'read the mark of one picture',
  help: `Reads the mark without the original. Prints the payload as hexadecimal digits, or nothing where there is no mark that this
key can read.

Exit status: 0 a mark was read, 11 none.`,
  load: async () => (await import('../../actions/tools/watermarkExtract.ts')).watermarkExtract,
  parameters: {
    flags: {
      tracks: LETTERS,
      keyFile: KEY_FILE,
      json: on('one JSON object {detected, payload, raw, confidence, ms, tracks}'),
    },
    positional: { kind: 'tuple', parameters: [argument('IN', 'the picture, or - for standard input')] },
  },
});

const serve = command({
  brief: 'mark and read over JSON lines, for benches',
  help: `Reads one JSON request from each line of standard input and answers with one JSON line:
  {"op":"embed","in":PATH,"out":PATH,"payload":HEX,"bits":128}  ->  {"ok":true,"psnr","ssim","tracks","ms"}
  {"op":"extract","in":PATH,"bits":128}  ->  {"ok":true,"detected","payload","raw","confidence","ms"}
A request that fails is answered {"ok":false,"error":TEXT}, and the next one is read. embed writes a PNG with exactly the
marked pixels and overwrites it. ms is the time of marking or reading, without decoding and encoding files.`,
  load: async () => (await import('../../actions/tools/watermarkServe.ts')).watermarkServe,
  isLasting: true,
  parameters: { flags: { tracks: LETTERS, keyFile: KEY_FILE, strength: STRENGTH }, positional: none },
});

export const watermarkCommands = group('mark pictures and read marks', { embed, extract, serve });
