/** `assay models`: the neural models of this installation, and what the operator does with them. @module */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { parseArguments, UsageError } from '../arguments.ts';
import type { Command, Terminal } from '../command.ts';
import { EXIT, type ExitCode } from '../exitCode.ts';
import { readPicture } from '../pictureFile.ts';
import { formatTable } from '../table.ts';
import { DATA_DIR_HELP, DATA_DIR_OPTION, withMaintenance } from './maintenance.ts';

const WHERE = `Models of others are not part of Assay and are never downloaded. Known to fit, once exported to ONNX as an image network
with one input and its weights in the one file:
  ASSAY_CLIP_MODEL   CLIP ViT-L/14 (OpenAI, MIT licence; "openai/clip-vit-large-patch14" where its name is that of a hub),
                     the image tower with its projection, output "image_embeds", 768 numbers
  ASSAY_DINO_MODEL   DINOv2 ViT-L/14 (Meta, Apache 2.0; "facebook/dinov2-large"), output "last_hidden_state", first token,
                     1024 numbers
The JSON file that has to lie beside each is described, with one example for each of the two, in docs/reference/models.md.`;

export const modelsCommand: Command = {
  help: `assay models [--json]
assay models calibrate clip|dino FILE.onnx --photos FOLDER
assay models embed [--data-dir DIR]

Without a word: checks every model that comes with Assay against its SHA-256, opens and tests those that ASSAY_CLIP_MODEL
and ASSAY_DINO_MODEL name, and says what new fingerprints will have as embedding_model. The exit status is 1 if one cannot
be used.

calibrate   measures on at least 100 photos of different things how alike the network finds strangers, and writes the two
            points of its scale into the JSON file beside it
embed       embeds again every stored picture whose vectors another model made, and looks for matches anew; a running
            service does the same in the background. Interrupted, it goes on where it stopped.
            ${DATA_DIR_HELP.replaceAll('\n', '\n            ')}

  --json    {shipped: [{file, bytes, problem}], embedding_model, problem}

${WHERE}`,

  async run(args, terminal) {
    const [action, ...rest] = args;
    if (action === 'calibrate') return calibrate(rest, terminal);
    if (action === 'embed') return embed(rest, terminal);
    return list(args, terminal);
  },
};

async function list(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values } = parseArguments(args, { json: { type: 'boolean' } }, { least: 0, most: 0, names: '' });
  const [{ readConfig }, models] = await Promise.all([
    import('@assay/service/config'),
    import('@assay/service/mainModels'),
  ]);
  const shipped = models.shippedModels();
  const { model, problem } = models.usedEmbedders(models.embedderFilesOf(readConfig(terminal.environment)));
  if (values.json) terminal.print(JSON.stringify({ shipped, embedding_model: model, problem }, null, 2));
  else {
    const rows = shipped.map((one) => [one.file, `${one.bytes} bytes`, one.problem ?? 'SHA-256 as described']);
    if (rows.length > 0) terminal.print(formatTable(rows));
    terminal.print(problem ?? `embedding_model: ${model}`);
    terminal.note(WHERE);
  }
  return problem === null && shipped.every((one) => one.problem === null) ? EXIT.ok : EXIT.internal;
}

const PICTURE = /\.(jpe?g|png|webp|tiff?)$/i;

async function calibrate(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values, positionals } = parseArguments(
    args,
    { photos: { type: 'string' } },
    { least: 2, most: 2, names: 'clip|dino FILE.onnx' },
  );
  const [role, model] = positionals as [string, string];
  if (role !== 'clip' && role !== 'dino') throw new UsageError(`"${role}" is neither clip nor dino`);
  const folder = values.photos;
  if (folder === undefined) throw new UsageError('--photos FOLDER is missing');
  const files = (await readdir(folder)).filter((name) => PICTURE.test(name)).sort();
  const { CALIBRATION_PHOTOS_MIN, calibrateEmbedder } = await import('@assay/service/mainModels');
  if (files.length < CALIBRATION_PHOTOS_MIN)
    throw new UsageError(`${folder}: has ${files.length} pictures, a calibration needs ${CALIBRATION_PHOTOS_MIN}`);
  const photos = files.map((name) => () => readPicture(path.join(folder, name)));
  const { floor, match } = await calibrateEmbedder(role, model, photos);
  terminal.print(`${files.length} photos: strangers' median ${floor} reads 0, ${match} reads 0.8`);
  return EXIT.ok;
}

async function embed(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const { values } = parseArguments(args, DATA_DIR_OPTION, { least: 0, most: 0, names: '' });
  const { embedded, unreadable, matched } = await withMaintenance(terminal, values['data-dir'], (maintenance) =>
    maintenance.embedAgain((done, all) => {
      if (done % 100 === 0 || done === all) terminal.note(`${done} of ${all}`);
    }),
  );
  for (const id of unreadable) terminal.note(`${id}: its original cannot be read; its old vectors stay`);
  terminal.print(`${embedded} pictures embedded, matches of ${matched} looked for`);
  return unreadable.length === 0 ? EXIT.ok : EXIT.internal;
}
