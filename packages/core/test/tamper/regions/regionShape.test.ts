import { expect, test } from 'vitest';
import { connectedRegions } from '../../../src/tamper/regions/morphology.ts';
import { regionShape } from '../../../src/tamper/regions/regionShape.ts';
import { seededUniform } from '../../pictures/numbers.ts';

const SIZE = { width: 120, height: 90 };
const CELLS = { width: 60, height: 45 };
const isEdited = (x: number, y: number): boolean => x >= 40 && x < 80 && y >= 30 && y < 60;

/** Evidence of noise outside; inside `strength` times as much, with a hole where old and new are alike. */
function evidenceOf(strength: number): Float32Array {
  const uniform = seededUniform(8);
  return Float32Array.from({ length: SIZE.width * SIZE.height }, (_, i) => {
    const [x, y] = [i % SIZE.width, Math.floor(i / SIZE.width)];
    const isHole = x >= 55 && x < 62 && y >= 40 && y < 47;
    return (isEdited(x, y) && !isHole ? strength : 1) * (0.3 + 0.4 * uniform());
  });
}

/** The cells of the edit, smeared by two cells on every side as windows smear it. */
function found(): { labels: Int32Array<ArrayBuffer>; region: ReturnType<typeof connectedRegions>[number] } {
  const mask = new Uint8Array(CELLS.width * CELLS.height);
  for (let y = 13; y < 32; y++) for (let x = 18; x < 42; x++) mask[y * CELLS.width + x] = 1;
  const labels = new Int32Array(mask.length);
  const [region] = connectedRegions(mask, CELLS.width, CELLS.height, new Float32Array(mask.length), labels);
  return { labels, region: region! };
}

for (const strength of [30, 300])
  test(`finds the edit's own shape, ${strength} times the noise, and fills its hole`, () => {
    const { labels, region } = found();
    const shape = regionShape(evidenceOf(strength), SIZE, region, labels, CELLS);
    let both = 0;
    let either = 0;
    for (let y = 0; y < shape.height; y++)
      for (let x = 0; x < shape.width; x++) {
        const isFound = shape.mask[y * shape.width + x] === 1;
        const isTrue = isEdited(shape.left + x, shape.top + y);
        if (isFound && isTrue) both++;
        if (isFound || isTrue) either++;
      }
    expect(both / either).toBeGreaterThan(0.9);
    expect(shape.area).toBe(shape.mask.reduce((sum, value) => sum + value, 0));
  });

test('where no pixel stands out the cells are the shape', () => {
  const { labels, region } = found();
  const shape = regionShape(new Float32Array(SIZE.width * SIZE.height), SIZE, region, labels, CELLS);
  expect(shape.area).toBe(4 * region.area);
});
