import fc from 'fast-check';
import { unzipSync, zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readStoredZip, writeStoredZip, ZipFormError, type ZipFile } from '../../src/encoding/storedZip.ts';

const LIMITS = { entriesMax: 64, bytesMax: 1_000_000 };
const bytesOf = (text: string) => new Uint8Array(Buffer.from(text));
const read = (zip: Uint8Array) => readStoredZip(zip, LIMITS);
const FILES: readonly ZipFile[] = [
  { name: 'a.txt', bytes: bytesOf('one') },
  { name: 'maps/b-2.png', bytes: bytesOf('') },
];

describe('archives of stored files', () => {
  test('are ZIP files to others, and come back as they were', () => {
    const zip = writeStoredZip(FILES);
    expect(Object.keys(unzipSync(zip))).toEqual(['a.txt', 'maps/b-2.png']);
    expect(Buffer.from(unzipSync(zip)['a.txt']!).toString()).toBe('one');
    expect(read(zip)).toEqual({ files: FILES, isExact: true });
    expect(Buffer.from(writeStoredZip(FILES)).equals(Buffer.from(zip))).toBe(true);
  });

  test('one byte that is otherwise is noticed, wherever it stands', () => {
    const zip = writeStoredZip(FILES);
    for (let at = 0; at < zip.length; at++)
      for (const bit of [0, 3, 7]) {
        const changed = zip.slice();
        changed[at] = changed[at]! ^ (1 << bit);
        let isExact = false;
        try {
          ({ isExact } = read(changed));
        } catch (error) {
          expect(error).toBeInstanceOf(ZipFormError);
        }
        expect(isExact, `bit ${bit} of byte ${at}`).toBe(false);
      }
  });

  test('any beginning of one is refused, and so is anything else', () => {
    const zip = writeStoredZip(FILES);
    for (let length = 0; length < zip.length; length++) {
      const outcome = () => read(zip.subarray(0, length)).isExact;
      try {
        expect(outcome()).toBe(false);
      } catch (error) {
        expect(error).toBeInstanceOf(ZipFormError);
      }
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(() => read(bytes)).toThrow(ZipFormError);
      }),
    );
  });

  test.each(['../up', '/root', 'a/../b', 'a//b', '.hidden', 'a\\b', 'C:x', 'ü', 'a\0b', ''])(
    'the name %j is refused',
    (name) => {
      expect(() => writeStoredZip([{ name, bytes: bytesOf('') }])).toThrow(RangeError);
      expect(() => read(zipSync({ [name]: [bytesOf('x'), { level: 0 }] }))).toThrow(ZipFormError);
    },
  );

  test('packed entries are refused before anything is unpacked, and so are 100,000 entries, and one name twice', () => {
    expect(() => read(zipSync({ 'bomb.txt': new Uint8Array(500_000) }))).toThrow(/packed/);
    const many = Object.fromEntries(Array.from({ length: 100_000 }, (_, index) => [`f${index}`, new Uint8Array()]));
    const zip = zipSync(many, { level: 0 });
    expect(() => readStoredZip(zip, { ...LIMITS, bytesMax: zip.length })).toThrow(/more than 64 entries/);
    expect(() => read(zip)).toThrow(/at most 1000000/);
    const one = writeStoredZip([FILES[0]!]);
    const entry = one.subarray(0, 30 + 5 + 3);
    expect(() => read(Buffer.concat([entry, entry, one.subarray(entry.length)]))).toThrow(/twice/);
  });
});
