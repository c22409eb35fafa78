import { expect, test } from 'vitest';
import { nativeSharp } from '../../../src/adapters/codec/nativeImages.ts';
import { coarseMap } from '../../../src/adapters/engine/jobs/coarseMap.ts';
import { mapInCells } from '../../../src/adapters/engine/mapInCells.ts';
import { mapPng } from '../../../src/adapters/engine/mapPng.ts';

const [width, height, cells] = [160, 96, 16];

test('a map that was drawn fine is, for strangers, the one that is drawn in cells', async () => {
  const data = Uint8Array.from({ length: width * height }, (_, at) => {
    const [x, y] = [at % width, Math.floor(at / width)];
    return x >= 33 && x < 61 && y >= 40 && y < 52 ? 180 + ((x + y) % 40) : 0;
  });
  const png = await coarseMap(await mapPng({ width, height, data }), cells);
  const { data: seen, info } = await nativeSharp(png).extractChannel(0).raw().toBuffer({ resolveWithObject: true });
  expect(info).toMatchObject({ width, height, channels: 1 });
  expect(new Uint8Array(seen)).toEqual(mapInCells({ width, height, data }, cells).data);
  // It tells where, and not how far.
  expect([...new Set(seen)].filter((level) => level % 51 !== 0)).toEqual([]);
});
