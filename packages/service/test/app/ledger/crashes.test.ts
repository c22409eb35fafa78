import { afterAll, beforeAll, expect, test } from 'vitest';
import { readTransaction } from '../../../src/adapters/ledger/memoTransaction.ts';
import { commitmentJob } from '../../../src/app/ledger/commitmentJobs.ts';
import type { Ledger } from '../../../src/app/ports/ledger/ledger.ts';
import { type Account, formOf, openAccount, startTestService, type TestService } from '../../fakes/testService.ts';
import { memoryCommitments } from '../../fakes/memoryCommitments.ts';
import { toyPicture } from '../../fakes/toyEngine.ts';
import { type LedgerNode, startLedgerNode } from '../../support/ledgerNode.ts';

/**
 * Kills the service before and after each thing that a commitment does to the database or the ledger, one place after the
 * other, and then lets a successor go on from what is left. What SIGKILL does to the whole process is `killCommit.slow.test.ts`.
 */
class Killed extends Error {}

const life = { calls: 0, endsAt: Number.POSITIVE_INFINITY };
const alive = (): void => {
  if (++life.calls > life.endsAt) throw new Killed(`killed at place ${life.endsAt}`);
};

/** The same object, whose every method may be the last one that is called. */
const mortal = <T extends object>(target: T): T =>
  new Proxy(target, {
    get(object, name) {
      const member = Reflect.get(object, name) as unknown;
      if (typeof member !== 'function') return member;
      return async (...input: unknown[]) => {
        alive();
        const result = (await member.apply(object, input)) as unknown;
        alive();
        return result;
      };
    },
  });

const stored = memoryCommitments();
const signed: { readonly memo: string; readonly txHash: string }[] = [];
let node: LedgerNode;
let ledger: Ledger;
let service: TestService;
let ada: Account;
let assetId: string;

beforeAll(async () => {
  node = await startLedgerNode();
  const honest = node.ledger();
  ledger = {
    ...honest,
    async sign(memo) {
      const made = await honest.sign(memo);
      signed.push({ memo, txHash: made.txHash });
      return made;
    },
  };
  service = await startTestService({}, () => ({ commitments: mortal(stored), ledger: mortal(ledger) }));
  ada = await openAccount(service, 'ada@example.org');
  const form = formOf([{ name: 'file', value: toyPicture('harbour'), fileName: 'a.jpg' }]);
  const headers = { ...form.headers, ...ada.headers };
  const made = await service.app.inject({ method: 'POST', url: '/v1/assets/', payload: form.payload, headers });
  assetId = (made.json() as { id: string }).id;
});
afterAll(async () => {
  await service.app.close();
  await node.close();
});

const commit = () =>
  service.app.inject({
    method: 'POST',
    url: '/v1/blockchain/commit',
    headers: ada.headers,
    payload: { asset_id: assetId },
  });

/** A new process on what the old one left. */
async function successor(): Promise<void> {
  const deps = { ...service.ports, commitments: mortal(stored), ledger: mortal(ledger) };
  await commitmentJob(
    { ...deps, commitmentsInFlight: new Set() },
    () => false,
    () => {},
  )().catch((cause: unknown) => {
    if (!(cause instanceof Killed)) throw cause;
  });
}

/** Every commitment there is ends once, and nothing is on the chain without one. */
async function check(): Promise<void> {
  const memos = new Map<string, number>();
  for (const { memo, txHash } of signed) {
    const found = await node.chain.find(txHash);
    if (!found) continue;
    expect(readTransaction(found.bytes)?.memo).toBe(memo);
    memos.set(memo, (memos.get(memo) ?? 0) + 1);
  }
  const rows = [...stored.rows.values()];
  for (const row of rows) expect(row, row.lastError ?? '').toMatchObject({ status: 'finalized', verified: true });
  expect([...memos.values()].every((count) => count === 1)).toBe(true);
  expect(memos.size).toBe(rows.length);
}

test('killed at any place, a commitment is not there at all or reaches its end as one transaction', async () => {
  let places = 0;
  for (let ended = false; !ended; places++) {
    Object.assign(life, { calls: 0, endsAt: places });
    ended = (await commit()).statusCode === 201;
    // The successor may be killed as well, at another place, before one lives long enough.
    Object.assign(life, { calls: 0, endsAt: places % 7 });
    await successor();
    Object.assign(life, { calls: 0, endsAt: Number.POSITIVE_INFINITY });
    await successor();
    await check();
  }
  // Otherwise nothing was tried: each call is two places.
  expect(places).toBeGreaterThan(15);
}, 60_000);
