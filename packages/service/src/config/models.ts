/** Settings of the models that fingerprints are made with. @module */
import { orNull, setting, text } from './setting.ts';

export const MODEL_SETTINGS = {
  embedding768Model: setting(
    'ASSAY_CLIP_MODEL',
    '',
    'ONNX file of an image network that gives 768 numbers, such as CLIP ViT-L/14, with a JSON file of the same name beside it; see: assay models. Empty: built in. When it changes, all pictures are embedded again in the background.',
    orNull(text),
  ),
  embedding1024Model: setting(
    'ASSAY_DINO_MODEL',
    '',
    'The same for 1024 numbers, such as DINOv2 ViT-L/14.',
    orNull(text),
  ),
} as const;
