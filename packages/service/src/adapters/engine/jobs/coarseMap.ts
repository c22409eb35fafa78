/** A map that was drawn before, for strangers. @module */
import { sharp } from '../../codec/imageLibrary.ts';
import { mapInCells } from '../mapInCells.ts';
import { mapPng } from '../mapPng.ts';

/** @param map a PNG of `mapPng` */
export async function coarseMap(map: Uint8Array, cells: number): Promise<Uint8Array> {
  const { data, info } = await sharp(map).toColourspace('b-w').raw().toPixels();
  const { width, height, channels } = info;
  const grey = channels === 1 ? data : data.filter((_, index) => index % channels === 0);
  return mapPng(mapInCells({ width, height, data: grey }, cells));
}
