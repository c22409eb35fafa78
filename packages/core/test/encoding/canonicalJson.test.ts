import { expect, test } from 'vitest';
import { canonicalJson, type Json, orderedJson } from '../../src/encoding/canonicalJson.ts';

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

/** RFC 8785, appendix B: the bits of a double, and its text. */
test.each([
  ['0000000000000000', '0'],
  ['8000000000000000', '0'],
  ['0000000000000001', '5e-324'],
  ['8000000000000001', '-5e-324'],
  ['7fefffffffffffff', '1.7976931348623157e+308'],
  ['ffefffffffffffff', '-1.7976931348623157e+308'],
  ['4340000000000000', '9007199254740992'],
  ['c340000000000000', '-9007199254740992'],
  ['4430000000000000', '295147905179352830000'],
  ['44b52d02c7e14af5', '9.999999999999997e+22'],
  ['44b52d02c7e14af6', '1e+23'],
  ['44b52d02c7e14af7', '1.0000000000000001e+23'],
  ['444b1ae4d6e2ef4e', '999999999999999700000'],
  ['444b1ae4d6e2ef4f', '999999999999999900000'],
  ['444b1ae4d6e2ef50', '1e+21'],
  ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
  ['3eb0c6f7a0b5ed8d', '0.000001'],
  ['41b3de4355555553', '333333333.3333332'],
  ['41b3de4355555554', '333333333.33333325'],
  ['41b3de4355555555', '333333333.3333333'],
  ['41b3de4355555556', '333333333.3333334'],
  ['41b3de4355555557', '333333333.33333343'],
  ['becbf647612f3696', '-0.0000033333333333333333'],
  ['43143ff3c1cb0959', '1424953923781206.2'],
])('the double %s of RFC 8785 is written %s', (bits, text) => {
  expect(canonicalJson(Buffer.from(bits, 'hex').readDoubleBE())).toBe(text);
});

test('what has no canonical form can still be compared', () => {
  const value = { b: '\ud800', a: [Number.POSITIVE_INFINITY] };
  expect(orderedJson(value)).toBe('{"a":[null],"b":"\\ud800"}');
  expect(orderedJson({ b: 1, a: ['x'] })).toBe(canonicalJson({ a: ['x'], b: 1 }));
});
