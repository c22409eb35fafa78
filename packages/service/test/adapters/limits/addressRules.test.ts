import { expect, test } from 'vitest';
import { addressRules } from '../../../src/adapters/limits/addressRules.ts';

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2:ffff::', '2001:db8:1:2::/64'],
  ['', ''],
  ['no address', 'no address'],
])('%s is counted as %s', (ip, network) => {
  expect(addressRules.networkOf(ip)).toBe(network);
});
