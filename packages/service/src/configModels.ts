/** Settings of the models that fingerprints are made with. @module */
import { asText, orNull, setting } from './configSetting.ts';

export const MODEL_SETTINGS = {
  clipModel: setting(
    'ASSAY_CLIP_MODEL',
    '',
    'ONNX file of an image network that gives 768 numbers, such as CLIP ViT-L/14, with a JSON file of the same name beside it; see: assay models. Empty: built in. When it changes, all pictures are embedded again in the background.',
    orNull(asText),
  ),
  dinoModel: setting('ASSAY_DINO_MODEL', '', 'The same for 1024 numbers, such as DINOv2 ViT-L/14.', orNull(asText)),
} as const;
