import { expect, test } from 'vitest';
import { createStateTokens } from '../../../src/adapters/crypto/stateTokens.ts';
import { manualClock } from '../../fakes/manualClock.ts';

const facts = { userId: 'u', next: 'x' };

test('facts come back for their purpose, until their time is over', async () => {
  const clock = manualClock();
  const stateTokens = createStateTokens(Buffer.alloc(32, 1), clock);
  const text = await stateTokens.sign('code', facts, 60);
  expect(await stateTokens.verify('code', text)).toEqual(facts);
  expect(await stateTokens.verify('cookie', text)).toBeNull();
  clock.advance(59_000);
  expect(await stateTokens.verify('code', text)).toEqual(facts);
  clock.advance(1_000);
  expect(await stateTokens.verify('code', text)).toBeNull();
});

test('null for what another key signed, for changed facts, for anything else', async () => {
  const clock = manualClock();
  const stateTokens = createStateTokens(Buffer.alloc(32, 1), clock);
  const [header, payload, tag] = (await stateTokens.sign('code', facts, 60)).split('.') as [string, string, string];
  const forged = Buffer.from(payload, 'base64url').toString().replace('"u"', '"v"');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  for (const text of [
    await createStateTokens(Buffer.alloc(32, 2), clock).sign('code', facts, 60),
    `${header}.${Buffer.from(forged).toString('base64url')}.${tag}`,
    `${none}.${payload}.`,
    '',
    'x',
  ])
    expect(await stateTokens.verify('code', text)).toBeNull();
});
