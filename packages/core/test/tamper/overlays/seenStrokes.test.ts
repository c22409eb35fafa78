import { describe, expect, test } from 'vitest';
import { regionPixels } from '../../../src/tamper/overlays/regionPixels.ts';
import { seenStrokes } from '../../../src/tamper/overlays/seenStrokes.ts';
import { connectedRegions } from '../../../src/tamper/regions/morphology.ts';
import { seededUniform } from '../../pictures/numbers.ts';
import { at, BLACK, blended, CHANGED, HEIGHT, OTHER, type Painting, painted, WHITE, WIDTH } from './paintedScene.ts';

const isLine = (x: number, y: number): boolean => x % 12 < 5 && y >= 55 && y < 80;

function seenIn(painting: Painting): number {
  const labels = new Int32Array(WIDTH * HEIGHT);
  const [region] = connectedRegions(CHANGED, WIDTH, HEIGHT, new Float32Array(WIDTH * HEIGHT), labels);
  const pixels = regionPixels(painted(painting), labels, region!, 1);
  const strokes = seenStrokes(pixels, new Uint8Array(pixels.differs.length));
  return strokes === null ? 0 : strokes.reduce((sum, value) => sum + value, 0) / pixels.differing;
}

/** Ink whose opacity coding has shaken. */
function shaken(opacity: number, ink: typeof WHITE): Painting {
  const uniform = seededUniform(9);
  return (x, y, below) => (isLine(x, y) ? blended(opacity + 0.2 * (uniform() - 0.5), ink)(below) : null);
}

describe('strokes that the picture is seen through', () => {
  test.each([
    ['white', WHITE],
    ['black', BLACK],
  ] as const)('are told in %s, though no two pixels have one opacity', (_name, ink) => {
    expect(seenIn(shaken(0.3, ink))).toBeGreaterThan(0.8);
  });

  test('are none where nothing of the picture is seen', () => {
    expect(seenIn((x, y) => (isLine(x, y) ? blended(0.3, WHITE)(at(OTHER, y * WIDTH + x)) : null))).toBe(0);
  });

  test('nor where half became lighter and half darker', () => {
    const [light, dark] = [blended(0.3, WHITE), blended(0.3, BLACK)];
    expect(seenIn((x, y, below) => (isLine(x, y) ? (x % 24 < 12 ? light(below) : dark(below)) : null))).toBe(0);
  });

  test('nor over an area', () => {
    expect(seenIn((_x, _y, below) => blended(0.3, WHITE)(below))).toBe(0);
  });

  test('what passed for ink already is left out, and what more there is must be theirs', () => {
    expect(
      seenIn((x, y, below) => (x > 120 ? at(OTHER, y * WIDTH + x) : isLine(x, y) ? blended(0.3, WHITE)(below) : null)),
    ).toBe(0);
  });
});
