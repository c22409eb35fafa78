/** Pictures for the real service, which marks and finds them. @module */
import { renderScene } from '@assay/core/scene/renderScene';
import { encodePng } from './png.ts';

export const landscapePng = (seed: number, width: number, height: number): Buffer =>
  encodePng({ width, height, channels: 3, data: new Uint8Array(renderScene({ width, height, seed }).data) });
