import { describe, expect, test } from 'vitest';
import { withKernels, withoutKernels } from '../../src/kernels/kernels.ts';

const reserved = (bytes: number): number =>
  withKernels(
    (_, memory) => memory.reserve(bytes),
    () => -1,
  );

describe('kernels', () => {
  test('run as WebAssembly on this Node', () => {
    expect(reserved(16)).toBeGreaterThan(0);
  });

  test('are left out where plain loops are asked for, also after an error', () => {
    expect(withoutKernels(() => reserved(16))).toBe(-1);
    expect(() =>
      withoutKernels(() => {
        throw new RangeError('x');
      }),
    ).toThrow('x');
    expect(reserved(16)).toBeGreaterThan(0);
  });

  test('what a call reserves is free after it, also after an error', () => {
    const first = reserved(1000);
    expect(() =>
      withKernels(
        (_, memory) => {
          memory.reserve(1000);
          throw new RangeError('x');
        },
        () => null,
      ),
    ).toThrow('x');
    expect(reserved(1000)).toBe(first);
  });

  test('calls within calls do not share memory', () => {
    const [outer, inner] = withKernels(
      (_, memory) => [memory.reserve(1000), reserved(1000)] as const,
      () => [0, 0] as const,
    );
    expect(inner).toBeGreaterThanOrEqual(outer + 1000);
  });

  test('reserved places are whole cache lines and hold what is copied in', () => {
    const [at, values] = withKernels(
      (_, memory) => {
        memory.reserve(3);
        const place = memory.copyIn(Float32Array.of(1, 2, 3));
        return [place, memory.floats(place, 3).slice()] as const;
      },
      () => [1, new Float32Array()] as const,
    );
    expect(at % 64).toBe(0);
    expect([...values]).toEqual([1, 2, 3]);
  });

  test('memory beyond 64 MiB is given back after the call', () => {
    const bytesAfter = (bytes: number): number => {
      reserved(bytes);
      return withKernels(
        (_, memory) => memory.bytes,
        () => -1,
      );
    };
    expect(bytesAfter(100 * 2 ** 20)).toBeLessThan(2 ** 20);
    expect(bytesAfter(20 * 2 ** 20)).toBeGreaterThan(20 * 2 ** 20);
  });
});
