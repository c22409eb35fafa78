import { expect, test } from 'vitest';
import { blobFromBase64, colourTamperMap, VIRIDIS } from '../../../src/pages/verify/tamperOverlay.ts';

const coloured = (grey: number) => {
  const pixel = new Uint8ClampedArray([grey, grey, grey, 255]);
  colourTamperMap(pixel);
  return [...pixel];
};

/** Rec. 709 weights on sRGB bytes: enough to order colours by brightness. */
const luma = ([red = 0, green = 0, blue = 0]: number[]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue;

test('same is transparent, certain edit is opaque in the last colour of viridis', () => {
  expect(coloured(0)).toEqual([...VIRIDIS[0]!, 0]);
  expect(coloured(255)).toEqual([...VIRIDIS[8]!, 255]);
});

test('brightness and opacity grow with the grey value, so the order survives colour blindness and grey print', () => {
  for (let grey = 1; grey < 256; grey += 1) {
    expect(coloured(grey)[3]).toBe(grey);
    expect(luma(coloured(grey))).toBeGreaterThanOrEqual(luma(coloured(grey - 1)) - 1); // 1 for rounding to bytes
  }
  expect(luma(coloured(255)) - luma(coloured(0))).toBeGreaterThan(180);
});

test('blobFromBase64 gives the bytes back', async () => {
  const blob = blobFromBase64(Buffer.from([0, 137, 255]).toString('base64'), 'image/png');
  expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([0, 137, 255]);
  expect(blob.type).toBe('image/png');
});
