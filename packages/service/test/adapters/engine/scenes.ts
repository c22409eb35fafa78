/** A photo-like picture that carries marks, as the files that jobs take. */
import { renderScene } from '@assay/core/scene/renderScene';
import sharp, { type Sharp } from 'sharp';
import { engineLimits } from '../../../src/adapters/engine/settings.ts';

export const WATERMARK_KEY = new Uint8Array(32).fill(7);
export const ASSET_ID = '01980a5e-7c3b-7d2e-8f10-a1b2c3d4e5f6';
export const SETTINGS = engineLimits({ watermarkKey: WATERMARK_KEY, modelFolders: { c: null } });

export const SCENE = renderScene({ width: 384, height: 256, seed: 3 });

export function sceneSharp(): Sharp {
  return sharp(SCENE.data, { raw: { width: SCENE.width, height: SCENE.height, channels: 3 } });
}
