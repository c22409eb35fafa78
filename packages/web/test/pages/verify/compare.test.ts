import { expect, test } from 'vitest';
import { mayOverlay } from '../../../src/pages/verify/compare.ts';

const photo = { width: 4000, height: 3000 };

test('pictures of the same shape lie over each other at any size', () => {
  expect(mayOverlay(photo, { width: 512, height: 384 }, [])).toBe(true);
  expect(mayOverlay({ width: 1000, height: 667 }, { width: 512, height: 341 }, [{ type: 'resize' }])).toBe(true);
});

test('another shape, or what moves within the frame, does not', () => {
  expect(mayOverlay(photo, { width: 384, height: 512 }, [])).toBe(false);
  for (const type of ['crop', 'rotate', 'mirror', 'border'])
    expect(mayOverlay(photo, { width: 512, height: 384 }, [{ type }]), type).toBe(false);
});
