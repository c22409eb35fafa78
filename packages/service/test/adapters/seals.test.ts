import { expect, test } from 'vitest';
import { createSeals } from '../../src/adapters/seals.ts';
import { manualClock } from '../fakes/manualClock.ts';

const facts = { userId: 'u', next: 'x' };

test('facts come back for their purpose, until their time is over', async () => {
  const clock = manualClock();
  const seals = createSeals(Buffer.alloc(32, 1), clock);
  const text = await seals.seal('code', facts, 60);
  expect(await seals.open('code', text)).toEqual(facts);
  expect(await seals.open('cookie', text)).toBeNull();
  clock.advance(59_000);
  expect(await seals.open('code', text)).toEqual(facts);
  clock.advance(1_000);
  expect(await seals.open('code', text)).toBeNull();
});

test('null for what another key sealed, for changed facts, for anything else', async () => {
  const clock = manualClock();
  const seals = createSeals(Buffer.alloc(32, 1), clock);
  const [header, payload, tag] = (await seals.seal('code', facts, 60)).split('.') as [string, string, string];
  const forged = Buffer.from(payload, 'base64url').toString().replace('"u"', '"v"');
  const none = Buffer.from('{"alg":"none"}').toString('base64url');
  for (const text of [
    await createSeals(Buffer.alloc(32, 2), clock).seal('code', facts, 60),
    `${header}.${Buffer.from(forged).toString('base64url')}.${tag}`,
    `${none}.${payload}.`,
    '',
    'x',
  ])
    expect(await seals.open('code', text)).toBeNull();
});
