/** `assay fingerprint`: the hashes and embeddings by which copies of a picture are found. @module */
import { embeddingModelOf } from '@assay/core/fingerprint/embedder';
import { fingerprint } from '@assay/core/fingerprint/fingerprint';
import { pdqHashInt, pdqHex } from '@assay/core/fingerprint/pdq';
import { signHash } from '@assay/core/fingerprint/signHash';
import { loadEmbedders } from '@assay/service/adapters/models/embedders';
import type { Terminal } from '../../terminal.ts';
import { EXIT, type ExitCode } from '../../exitCode.ts';
import { readPicture } from '../../pictureFile.ts';

export async function printFingerprint(
  terminal: Terminal,
  { json }: { readonly json?: boolean | undefined },
  file: string,
): Promise<ExitCode> {
  const { ASSAY_CLIP_MODEL, ASSAY_DINO_MODEL } = await terminal.settings();
  const { embedders } = loadEmbedders({
    embedding768: ASSAY_CLIP_MODEL || null,
    embedding1024: ASSAY_DINO_MODEL || null,
  });
  const { pdq, pdqQuality, embedding768, embedding1024 } = fingerprint(await readPicture(file, terminal), embedders);
  const embedding_model = embeddingModelOf(embedders);
  const hashes = {
    pdq_hash: pdqHex(pdq),
    pdq_quality: pdqQuality,
    clip_hash: signHash(embedding768),
    dino_hash: signHash(embedding1024),
  };
  if (json)
    terminal.print(
      JSON.stringify({
        ...hashes,
        pdq_hash_int: String(pdqHashInt(pdq)), // 64 bits do not fit a JSON number
        clip_embedding: Array.from(embedding768),
        dino_embedding: Array.from(embedding1024),
        embedding_model,
      }),
    );
  else for (const [name, value] of Object.entries({ ...hashes, embedding_model })) terminal.print(`${name}: ${value}`);
  return EXIT.ok;
}
