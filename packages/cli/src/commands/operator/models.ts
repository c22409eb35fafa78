/** `assay models` @module */
import { command, group } from '../../command.ts';
import { argument, BESIDE_HELP, DATA_DIR, needed, none, on } from '../../options.ts';

const list = command({
  brief: 'list and check the models (without a word: this)',
  help: `Checks every model that comes with Assay against its SHA-256, opens and tests those that ASSAY_CLIP_MODEL and
ASSAY_DINO_MODEL name, says what new fingerprints will have as embedding_model, and which models of others are known to fit.

Exit status: 1 if one cannot be used.`,
  load: async () => (await import('../../actions/operator/models.ts')).listModels,
  parameters: {
    flags: { json: on('{shipped: [{file, bytes, problem}], embedding_model, problem}') },
    positional: none,
  },
});

const calibrate = command({
  brief: 'measure how alike a network finds impostor pairs',
  help: `Measures on at least 100 photos of different things how alike the network finds impostor pairs, and writes the two points of its
scale into the JSON file beside it.`,
  load: async () => (await import('../../actions/operator/models.ts')).calibrateModel,
  parameters: {
    flags: { photos: needed('FOLDER', 'JPEG, PNG, WebP or TIFF files, 100 at least') },
    positional: {
      kind: 'tuple',
      parameters: [argument('clip|dino', 'what the network is used as'), argument('FILE.onnx', 'the network')],
    },
  },
});

const embed = command({
  brief: 'embed again what another model embedded',
  help: `Embeds again every stored picture whose vectors another model made, and looks for matches anew; a service does the same in the
background. Interrupted, it goes on where it stopped. The model of the settings becomes the one to which all processes move pictures.
${BESIDE_HELP}`,
  load: async () => (await import('../../actions/operator/models.ts')).embedAgain,
  parameters: { flags: { dataDir: DATA_DIR }, positional: none },
});

export const modelsCommands = group(
  'list and check neural models, calibrate them, embed stored pictures again',
  { list, calibrate, embed },
  'list',
);
