import { expect, test } from 'vitest';
import { createTokens } from '../../../src/adapters/crypto/tokens.ts';
import { uuidV7Ids } from '../../../src/adapters/ids/uuidV7.ts';
import { manualClock } from '../../fakes/manualClock.ts';

const clock = manualClock();
const ids = uuidV7Ids(clock);
const [old, fresh] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const claims = { userId: ids.uuid(), sessionId: ids.uuid(), type: 'access', tier: 'free' } as const;

test('what was issued is read back, and not before it was issued', async () => {
  const tokens = createTokens({ secrets: [fresh] }, clock, ids);
  const token = await tokens.issue(claims, 60);
  expect(await tokens.verify(token, 'access')).toMatchObject(claims);
  await expect(tokens.verify(token, 'refresh')).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  const past = createTokens({ secrets: [fresh] }, manualClock(new Date('2026-11-20T11:00:00Z')), ids);
  await expect(past.verify(token, 'access')).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
});

test('while a secret is changed, tokens of the old one are accepted and new ones are signed with the new one', async () => {
  const before = createTokens({ secrets: [old] }, clock, ids);
  const during = createTokens({ secrets: [fresh, old] }, clock, ids);
  const after = createTokens({ secrets: [fresh] }, clock, ids);
  const token = await before.issue(claims, 60);
  expect(await during.verify(token, 'access')).toMatchObject(claims);
  await expect(after.verify(token, 'access')).rejects.toMatchObject({ code: 'INVALID_TOKEN' });
  expect(await after.verify(await during.issue(claims, 60), 'access')).toMatchObject(claims);
});
