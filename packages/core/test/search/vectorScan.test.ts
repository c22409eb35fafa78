import { describe, expect, test } from 'vitest';
import { SCAN_RECORD_BYTES, scanRecord, VectorScan } from '../../src/search/vectorScan.ts';
import { seededUniform } from '../pictures/numbers.ts';

const uniform = seededUniform(20261121);
const unit = (length: number): Float32Array => {
  const vector = Float32Array.from({ length }, () => uniform() + uniform() + uniform() - 1.5);
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
};
const print = () => ({
  embedding768: unit(768),
  embedding1024: unit(1024),
  pdq: Uint8Array.from({ length: 32 }, () => Math.floor(256 * uniform())),
});
const dot = (a: Float32Array, b: Float32Array): number =>
  a.reduce((sum, value, i) => sum + value * (b[i] as number), 0);
const everybody = new Set(['us', 'them']);

describe('scan of stored vectors', () => {
  const prints = Array.from({ length: 300 }, print);
  const scan = new VectorScan();
  for (const [i, stored] of prints.entries())
    scan.set(String(i), i % 2 === 0 ? 'us' : 'them', 'model/1', scanRecord(stored));
  const query = print();
  const ask = (groups: ReadonlySet<string>, count = 10, model = 'model/1') =>
    scan.nearest({ record: scanRecord(query), pdqForms: [query.pdq], model }, count, groups);

  test('order and nearest are those of exact cosines, but for neighbours that 8 bits cannot tell apart', () => {
    const found = ask(everybody);
    for (const kind of ['embedding768', 'embedding1024'] as const) {
      const cosines = prints.map((stored) => dot(stored[kind], query[kind])).sort((a, b) => b - a);
      for (const [rank, id] of found[kind].entries())
        expect(
          Math.abs(dot((prints[Number(id)] as (typeof prints)[number])[kind], query[kind]) - (cosines[rank] as number)),
        ).toBeLessThan(0.002);
    }
  });

  test('a hash is compared exactly, in the nearest of its forms', () => {
    const target = (prints[17] as (typeof prints)[number]).pdq;
    const near = target.map((byte, i) => (i < 3 ? byte ^ 1 : byte));
    const found = scan.nearest(
      { record: scanRecord(query), pdqForms: [query.pdq, near], model: 'other' },
      1,
      everybody,
    );
    expect(found).toEqual({ embedding768: [], embedding1024: [], pdq: ['17'] });
  });

  test('only records of the asked groups and of the same model are found', () => {
    expect(ask(new Set(['us']), 300).embedding768.every((id) => Number(id) % 2 === 0)).toBe(true);
    expect(ask(new Set(['us']), 300).embedding768).toHaveLength(150);
    expect(ask(everybody, 5, 'model/2').embedding1024).toEqual([]);
  });

  test('records come, change and go', () => {
    const own = new VectorScan();
    for (const [i, stored] of prints.slice(0, 5).entries()) own.set(String(i), 'us', 'model/1', scanRecord(stored));
    own.set('1', 'us', 'model/1', scanRecord(query));
    own.remove('0');
    own.remove('absent');
    expect(own.size).toBe(4);
    const found = own.nearest({ record: scanRecord(query), pdqForms: [query.pdq], model: 'model/1' }, 9, everybody);
    expect(found.embedding768[0]).toBe('1');
    expect(found.embedding768.toSorted()).toEqual(['1', '2', '3', '4']);
  });

  test('lengths that are not those of a fingerprint are refused', () => {
    expect(() => scanRecord({ ...query, embedding768: unit(767) })).toThrow(RangeError);
    expect(() => scan.set('x', 'us', 'model/1', new Uint8Array(SCAN_RECORD_BYTES - 1))).toThrow(RangeError);
  });
});
