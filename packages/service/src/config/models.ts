/** Settings of the models that fingerprints are made with. @module */
import { integer, orNull, setting, text } from './setting.ts';

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
  embedAgainPerMinute: setting(
    'ASSAY_EMBED_AGAIN_PER_MINUTE',
    '',
    'When the model changes: how many stored pictures each process embeds again in a minute at most; 0 stops it. New pictures go first in any case. Empty: as many as it can.',
    orNull(integer(0, 60_000)),
  ),
} as const;
