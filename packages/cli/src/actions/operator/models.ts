/** `assay models`: the neural models of this installation, and what the operator does with them. @module */
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '../../usageError.ts';
import type { Terminal } from '../../terminal.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { readPicture } from '../../pictureFile.ts';
import { formatTable } from '../../table.ts';
import { withOperatorJobs } from './dataFolderWork.ts';

const WHERE = `Models of others are not part of Assay and are never downloaded. Known to fit, once exported to ONNX as an image network
with one input and its weights in the one file:
  ASSAY_CLIP_MODEL   CLIP ViT-L/14 (OpenAI, MIT licence; "openai/clip-vit-large-patch14" where its name is that of a hub),
                     the image tower with its projection, output "image_embeds", 768 numbers
  ASSAY_DINO_MODEL   DINOv2 ViT-L/14 (Meta, Apache 2.0; "facebook/dinov2-large"), output "last_hidden_state", first token,
                     1024 numbers
The JSON file that has to lie beside each is described, with one example for each of the two, in docs/reference/models.md.`;

export async function listModels(
  terminal: Terminal,
  { json }: { readonly json?: boolean | undefined },
): Promise<ExitCode> {
  const [{ readConfig }, models] = await Promise.all([
    import('@assay/service/config/config'),
    import('@assay/service/compose/models'),
  ]);
  const shipped = models.shippedModels();
  const { model, problem } = models.usedEmbedders(models.embedderFilesOf(readConfig(await terminal.settings())));
  if (json) terminal.print(JSON.stringify({ shipped, embedding_model: model, problem }, null, 2));
  else {
    const rows = shipped.map((one) => [one.file, `${one.bytes} bytes`, one.problem ?? 'SHA-256 as described']);
    if (rows.length > 0) terminal.print(formatTable(rows));
    terminal.print(problem ?? `embedding_model: ${model}`);
    terminal.note(WHERE);
  }
  return problem === null && shipped.every((one) => one.problem === null) ? EXIT.ok : EXIT.internal;
}

const PICTURE = /\.(jpe?g|png|webp|tiff?)$/i;

export async function calibrateModel(
  terminal: Terminal,
  { photos: folder }: { readonly photos: string },
  role: string,
  model: string,
): Promise<ExitCode> {
  if (role !== 'clip' && role !== 'dino') throw new UsageError(`"${role}" is neither clip nor dino`);
  const files = (await readdir(folder)).filter((name) => PICTURE.test(name)).sort();
  const { CALIBRATION_PHOTOS_MIN, calibrateEmbedder } = await import('@assay/service/compose/models');
  if (files.length < CALIBRATION_PHOTOS_MIN)
    throw new UsageError(`${folder}: has ${files.length} pictures, a calibration needs ${CALIBRATION_PHOTOS_MIN}`);
  const photos = files.map((name) => () => readPicture(path.join(folder, name)));
  const { floor, match } = await calibrateEmbedder(role === 'clip' ? 'embedding768' : 'embedding1024', model, photos);
  terminal.print(`${files.length} photos: impostors' median ${floor} reads 0, ${match} reads 0.8`);
  return EXIT.ok;
}

export async function embedAgain(
  terminal: Terminal,
  { dataDir }: { readonly dataDir?: string | undefined },
): Promise<ExitCode> {
  const { embedded, unreadable, matched } = await withOperatorJobs(terminal, dataDir, (operatorJobs) =>
    operatorJobs.embedAgain((done, all) => {
      if (done % 100 === 0 || done === all) terminal.note(`${done} of ${all}`);
    }),
  );
  for (const id of unreadable) terminal.note(`${id}: its original cannot be read; its old vectors stay`);
  terminal.print(`${embedded} pictures embedded, matches of ${matched} looked for`);
  return unreadable.length === 0 ? EXIT.ok : EXIT.internal;
}
