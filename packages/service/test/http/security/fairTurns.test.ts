import type { IncomingMessage, ServerResponse } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { addressRules } from '../../../src/adapters/limits/addressRules.ts';
import { fairTurns } from '../../../src/http/security/fairTurns.ts';

const RESPONSE = {} as ServerResponse;

function told() {
  const begun: string[] = [];
  const handle = fairTurns(({ url }) => void begun.push(url ?? ''), addressRules.networkOf);
  const ask = (remoteAddress: string, url: string, socket = { remoteAddress, destroyed: false }): typeof socket => {
    handle({ url, socket } as unknown as IncomingMessage, RESPONSE);
    return socket;
  };
  return { begun, ask };
}

test('a request that is alone begins at once', async () => {
  const { begun, ask } = told();
  ask('192.0.2.1', 'a');
  expect(begun).toEqual(['a']);
  await turn();
  await turn();
  ask('192.0.2.1', 'b');
  expect(begun).toEqual(['a', 'b']);
});

test('of a hundred that a network sends at once none delays that of another', async () => {
  const { begun, ask } = told();
  for (let i = 0; i < 100; i++) ask('192.0.2.1', `many ${i}`);
  ask('198.51.100.1', 'other 0');
  ask('198.51.100.1', 'other 1');
  expect(begun).toEqual(['many 0', 'other 0']);
  await turn();
  // In turns, and each in the order in which it sent them.
  expect(begun.slice(2, 4)).toEqual(['many 1', 'other 1']);
  while (begun.length < 102) await turn();
  expect(begun.filter((name) => name.startsWith('many'))).toEqual(Array.from({ length: 100 }, (_, i) => `many ${i}`));
});

test('addresses of one network of IPv6 wait in one line', () => {
  const { begun, ask } = told();
  ask('2001:db8::1', 'a');
  ask('2001:db8::2', 'b');
  ask('2001:db8:1::1', 'c');
  expect(begun).toEqual(['a', 'c']);
});

test('what waits on a connection that ends is never begun', async () => {
  const { begun, ask } = told();
  ask('192.0.2.1', 'a');
  const gone = ask('192.0.2.1', 'gone');
  ask('192.0.2.1', 'b');
  gone.destroyed = true;
  while (begun.length < 2) await turn();
  expect(begun).toEqual(['a', 'b']);
});
