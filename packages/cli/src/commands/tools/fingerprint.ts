/** `assay fingerprint` @module */
import { command } from '../../command.ts';
import { argument, on } from '../../options.ts';

export const fingerprintCommand = command({
  brief: "print a picture's hashes and embeddings",
  help: `Prints the picture's PDQ hash with its quality (0..100; below 50 the picture is too plain for the hash to mean much) and
the hashes of the two embeddings. ASSAY_CLIP_MODEL and ASSAY_DINO_MODEL count as in the service, see: assay models.

--json prints the fields of a fingerprint record, embeddings included: pdq_hash, pdq_hash_int, pdq_quality, clip_embedding
(768 numbers), clip_hash, dino_embedding (1024 numbers), dino_hash, embedding_model.`,
  load: async () => (await import('../../actions/tools/fingerprint.ts')).printFingerprint,
  parameters: {
    flags: { json: on('one JSON object') },
    positional: { kind: 'tuple', parameters: [argument('FILE', 'a picture, or - for standard input')] },
  },
});
