import { expect, test } from 'vitest';
import { renderScene } from '../../src/scene/renderScene.ts';
import { embedTracks } from '../../src/watermark/embedTracks.ts';
import { extractTracks } from '../../src/watermark/extractTracks.ts';
import { analysePicture } from '../../src/watermark/tile/spectrum/pictureAnalysis.ts';
import { makeTrack } from '../../src/watermark/tracks.ts';
import { numbers } from '../vectors/watermarkVectors.ts';

const KEY = Uint8Array.from({ length: 32 }, (_, i) => 5 * i + 1);
const OTHER_KEY = Uint8Array.from({ length: 32 }, (_, i) => 3 * i + 2);
const SIZE = { width: 576, height: 400 };
const SCENE = renderScene({ ...SIZE, seed: 5 });
const payloadFrom = (seed: number): Uint8Array =>
  Uint8Array.from(numbers(seed, 16), (value) => Math.floor(256 * value));
const [FIRST, SECOND] = [payloadFrom(1), payloadFrom(2)];

for (const id of ['a', 'b'] as const) {
  const track = makeTrack(id);
  const marked = (picture: typeof SCENE, payload: Uint8Array, key = KEY) =>
    embedTracks(picture, payload, { tracks: [track], keys: { [id]: key } }).picture;
  const read = (picture: typeof SCENE) => {
    const analysis = analysePicture(picture);
    const extraction = extractTracks(picture, { tracks: [track], keys: { [id]: KEY }, analysis })[0]!.extraction;
    return { top: extraction.payload, beneath: track.payloadBeneath!(analysis, extraction, KEY) };
  };
  const once = marked(SCENE, FIRST);

  test(`track ${id}: the payload that was marked over is read beneath the one on top`, () => {
    expect(read(marked(once, SECOND))).toEqual({ top: SECOND, beneath: FIRST });
  });

  test(`track ${id}: beneath a single mark, one made twice and one of another key there is nothing`, () => {
    expect(read(once)).toEqual({ top: FIRST, beneath: null });
    expect(read(marked(once, FIRST)).beneath).toBeNull();
    expect(read(marked(once, SECOND, OTHER_KEY))).toEqual({ top: FIRST, beneath: null });
    expect(read(SCENE)).toEqual({ top: null, beneath: null });
  });
}
