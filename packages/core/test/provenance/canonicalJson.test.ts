import { expect, test } from 'vitest';
import { canonicalJson, type Json } from '../../src/provenance/canonicalJson.ts';

test('the example of RFC 8785, 3.2.2 and 3.2.3, character for character', () => {
  const value = JSON.parse(
    `{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],
      "string":"\\u20ac$\\u000F\\u000aA'\\u0042\\u0022\\u005c\\\\\\"\\/","literals":[null,true,false]}`,
  ) as Json;
  expect(canonicalJson(value)).toBe(
    `{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA'B\\"\\\\\\\\\\"/"}`,
  );
});

test('names are sorted by UTF-16 units (RFC 8785, 3.2.3)', () => {
  const value = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\u{1f600}': 5, '\u0080': 6, '\u00f6': 7 };
  expect(Object.values(JSON.parse(canonicalJson(value)) as object)).toHaveLength(7);
  expect(canonicalJson(value)).toBe('{"\\r":2,"1":4,"\u0080":6,"ö":7,"€":1,"😀":5,"\ufb33":3}');
});

test('the order of members does not matter, undefined ones do not exist', () => {
  expect(canonicalJson({ b: [{ d: 1, c: 2 }], a: undefined as unknown as Json })).toBe('{"b":[{"c":2,"d":1}]}');
});

test.each([Number.NaN, Number.POSITIVE_INFINITY, '\ud800', { '\udc00': 1 }] as Json[])('%o is refused', (value) => {
  expect(() => canonicalJson(value)).toThrow(RangeError);
});
