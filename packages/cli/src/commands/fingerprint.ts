/** `assay fingerprint`: the hashes and embeddings by which copies of a picture are found. @module */
import { embeddingModelOf } from '@assay/core/fingerprint/embedder';
import { fingerprint } from '@assay/core/fingerprint/fingerprint';
import { pdqHashInt, pdqHex } from '@assay/core/fingerprint/pdq';
import { signHash } from '@assay/core/fingerprint/signHash';
import { loadEmbedders } from '@assay/service/adapters/models/embedders';
import { parseArguments } from '../arguments.ts';
import type { Command } from '../command.ts';
import { EXIT } from '../exitCode.ts';
import { readPicture } from '../pictureFile.ts';

export const fingerprintCommand: Command = {
  help: `assay fingerprint FILE [--json]

Prints the picture's PDQ hash with its quality (0..100; below 50 the picture is too plain for the hash to mean much) and
the hashes of the two embeddings. ASSAY_CLIP_MODEL and ASSAY_DINO_MODEL count as in the service, see: assay models.

  --json    one JSON object with the fields of a fingerprint record, embeddings included:
            pdq_hash, pdq_hash_int, pdq_quality, clip_embedding (768 numbers), clip_hash, dino_embedding (1024 numbers),
            dino_hash, embedding_model`,

  async run(args, terminal) {
    const { values, positionals } = parseArguments(
      args,
      { json: { type: 'boolean' } },
      { least: 1, most: 1, names: 'FILE' },
    );
    const { ASSAY_CLIP_MODEL, ASSAY_DINO_MODEL } = terminal.environment;
    const { embedders } = loadEmbedders({ clip: ASSAY_CLIP_MODEL || null, dino: ASSAY_DINO_MODEL || null });
    const { pdq, pdqQuality, clip, dino } = fingerprint(await readPicture(positionals[0] as string), embedders);
    const embedding_model = embeddingModelOf(embedders);
    const hashes = {
      pdq_hash: pdqHex(pdq),
      pdq_quality: pdqQuality,
      clip_hash: signHash(clip),
      dino_hash: signHash(dino),
    };
    if (values.json)
      terminal.print(
        JSON.stringify({
          ...hashes,
          pdq_hash_int: String(pdqHashInt(pdq)), // 64 bits do not fit a JSON number
          clip_embedding: Array.from(clip),
          dino_embedding: Array.from(dino),
          embedding_model,
        }),
      );
    else
      for (const [name, value] of Object.entries({ ...hashes, embedding_model })) terminal.print(`${name}: ${value}`);
    return EXIT.ok;
  },
};
