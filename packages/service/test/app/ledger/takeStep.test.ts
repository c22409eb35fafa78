import { sha256Hex } from '@assay/core/commitment/payload';
import { beforeEach, describe, expect, test } from 'vitest';
import { memoOf } from '../../../src/app/ledger/checkRecord.ts';
import { commitmentJob } from '../../../src/app/ledger/commitmentJobs.ts';
import { takeStep } from '../../../src/app/ledger/takeStep.ts';
import type { Commitment } from '../../../src/app/ports/ledger/commitments.ts';
import {
  type Ledger,
  LedgerContradiction,
  LedgerRefusal,
  type Prospect,
  type RecordedTransaction,
  type TransactionState,
} from '../../../src/app/ports/ledger/ledger.ts';
import { manualClock } from '../../fakes/manualClock.ts';
import { type MemoryCommitments, memoryCommitments } from '../../fakes/memoryCommitments.ts';
import { randomUUID } from 'node:crypto';

/** A ledger that says what the test wants, and remembers what it was given. */
function scriptedLedger() {
  let signatures = 0;
  const said = {
    level: null as TransactionState['level'] | null,
    failed: null as string | null,
    prospect: 'open' as Prospect,
    memo: null as string | null,
    signed: [] as string[],
    sent: [] as string[],
    refuses: false,
  };
  const memos = new Map<string, string>();
  const ledger: Ledger = {
    network: 'devnet',
    isEmbedded: false,
    identity: async () => 'genesis',
    async sign(memo) {
      const txHash = `tx${++signatures}`;
      memos.set(txHash, memo);
      said.signed.push(txHash);
      return { txHash, bytes: Buffer.from(txHash), lastValidBlockHeight: 150, signedSlot: 1 };
    },
    async send(bytes) {
      if (said.refuses) throw new LedgerRefusal('BlockhashNotFound');
      said.sent.push(Buffer.from(bytes).toString());
    },
    state: async (txHash) =>
      said.level && said.sent.includes(txHash) ? { level: said.level, failed: said.failed } : null,
    prospect: async () => said.prospect,
    async find(txHash): Promise<RecordedTransaction | null> {
      const memo = said.memo ?? memos.get(txHash) ?? null;
      const blockTime = new Date('2026-11-20T12:00:05.000Z');
      return { bytes: Buffer.from(txHash), memo, slot: 9, blockHeight: 8, blockTime, failed: said.failed };
    },
    newestMemo: async () => null,
    explorerUrl: () => null,
  };
  return { ledger, said };
}

let said: ReturnType<typeof scriptedLedger>['said'];
let deps: { ledger: Ledger; commitments: MemoryCommitments } & Pick<Parameters<typeof takeStep>[0], 'clock' | 'ids'>;
let clock: ReturnType<typeof manualClock>;
const inFlight = new Set<string>();

beforeEach(() => {
  const scripted = scriptedLedger();
  said = scripted.said;
  clock = manualClock();
  deps = { ledger: scripted.ledger, commitments: memoryCommitments(), clock, ids: { uuid: randomUUID } };
});

async function added(): Promise<Commitment> {
  const payload = Buffer.from(randomUUID());
  const id = randomUUID();
  const names = { assetId: randomUUID(), organizationId: randomUUID() };
  const signature = new Uint8Array(64).fill(1);
  const network = { network: 'devnet', isEmbedded: false } as const;
  const rest = { keyVersion: 1, metadata: null, createdAt: clock.now(), signed: null };
  await deps.commitments.add(
    { id, ...names, hash: sha256Hex(payload), payload, signature, ...network, ...rest },
    clock.now(),
    [],
    [],
  );
  return (await deps.commitments.find(id))!;
}
const now = async ({ id }: Commitment): Promise<Commitment> => (await deps.commitments.find(id))!;
const step = async (commitment: Commitment) => takeStep(deps, await now(commitment));
const events = () => deps.commitments.events.map(({ event }) => event);
const job = () =>
  commitmentJob(
    { ...deps, commitmentsInFlight: inFlight },
    () => false,
    (error) => {
      throw error;
    },
  );

describe('a transaction on its way', () => {
  test('is stored before it is sent, and sent again as the same bytes while the ledger does not know it', async () => {
    const commitment = await added();
    said.refuses = true;
    await expect(step(commitment)).rejects.toBeInstanceOf(LedgerRefusal);
    expect(await now(commitment)).toMatchObject({ txHash: 'tx1', txBytes: Buffer.from('tx1'), status: 'pending' });
    said.refuses = false;
    await step(commitment);
    await step(commitment);
    expect(said.signed).toEqual(['tx1']);
    expect(said.sent).toEqual(['tx1', 'tx1']);
  });

  test('goes from pending over confirmed to finalized, each told once, verified only at the end', async () => {
    const commitment = await added();
    said.level = 'processed';
    expect(await step(commitment)).toMatchObject({ status: 'pending', confirmedAt: null });
    said.level = 'confirmed';
    expect(await step(commitment)).toMatchObject({
      status: 'confirmed',
      verified: false,
      confirmedAt: expect.any(Date),
    });
    await step(commitment);
    said.level = 'finalized';
    expect(await step(commitment)).toMatchObject({ status: 'finalized', verified: true, blockHeight: 8 });
    said.level = 'confirmed';
    expect(await step(commitment)).toMatchObject({ status: 'finalized' });
    expect(events()).toEqual(['commitment.confirmed', 'commitment.finalized']);
  });

  test('that can no longer appear is replaced by one other', async () => {
    const commitment = await added();
    await step(commitment);
    said.prospect = 'expired';
    await step(commitment);
    expect(said.sent).toEqual(['tx1', 'tx2']);
    said.level = 'finalized';
    said.prospect = 'open';
    expect(await step(commitment)).toMatchObject({ status: 'finalized', txHash: 'tx2' });
  });

  test('is replaced once, though two processes see its end at the same time', async () => {
    const commitment = await added();
    await step(commitment);
    said.prospect = 'expired';
    const seen = await now(commitment);
    await Promise.all([takeStep(deps, seen), takeStep(deps, seen)]);
    const { txHash } = await now(commitment);
    // Both signed, but only the stored one was ever sent.
    expect(said.sent.filter((sent) => sent !== 'tx1')).toEqual([txHash]);
  });

  test('is not replaced while nobody can know whether it was recorded', async () => {
    const commitment = await added();
    await step(commitment);
    said.prospect = 'unknowable';
    await expect(step(commitment)).rejects.toThrow(/history of this node begins after/);
    expect(said.signed).toEqual(['tx1']);
  });
});

describe('a ledger that contradicts itself or us', () => {
  test.each([
    ['another memo', { memo: `assay:c1:${'0'.repeat(64)}:${'A'.repeat(86)}` }, /another hash or another signature/],
    ['no memo', { memo: '' }, /another hash or another signature/],
    ['a failed transaction', { failed: '{"InstructionError":[0,"Custom"]}' }, /as failed/],
  ])('that holds %s verifies nothing', async (_what, lie, reason) => {
    const commitment = await added();
    Object.assign(said, { level: 'finalized' }, lie);
    await expect(step(commitment)).rejects.toThrow(reason);
    expect(await now(commitment)).toMatchObject({ status: 'pending', verified: false });
    expect(said.signed).toEqual(['tx1']);
  });

  test('that lost what it had confirmed is told so, and nothing is signed anew', async () => {
    const commitment = await added();
    said.level = 'confirmed';
    await step(commitment);
    Object.assign(said, { level: null, prospect: 'expired' });
    await expect(step(commitment)).rejects.toBeInstanceOf(LedgerContradiction);
    expect(said.signed).toEqual(['tx1']);
    expect(await now(commitment)).toMatchObject({ status: 'confirmed', verified: false });
  });
});

describe('commitment job', () => {
  test('bring what waits to its end, and leave a commitment alone that a request works on', async () => {
    const [waiting, busy] = [await added(), await added()];
    inFlight.add(busy.id);
    said.level = 'finalized';
    await job()();
    expect(await now(waiting)).toMatchObject({ status: 'finalized', verified: true });
    expect(await now(busy)).toMatchObject({ status: 'pending', txHash: null });
    inFlight.clear();
  });

  test('that fail come later and later, say why, and tell it once', async () => {
    const commitment = await added();
    said.refuses = true;
    const run = job();
    const at: number[] = [];
    for (let i = 0; i < 12; i++) {
      const before = (await now(commitment)).attempts;
      await run();
      if ((await now(commitment)).attempts > before) at.push(clock.now().getTime());
      clock.advance(2 ** i * 1_000);
    }
    expect(at.length).toBeGreaterThan(8);
    expect(events()).toEqual(['commitment.failed']);
    expect((await now(commitment)).lastError).toBe('The ledger refused the transaction: BlockhashNotFound');
    said.refuses = false;
    said.level = 'finalized';
    clock.advance(600_000);
    await run();
    expect(await now(commitment)).toMatchObject({ status: 'finalized', attempts: 0, lastError: null });
  });

  test('do not touch commitments of another ledger', async () => {
    const commitment = await added();
    await step(commitment);
    const elsewhere = { ...deps.ledger, identity: async () => 'another genesis' };
    clock.advance(600_000);
    said.prospect = 'expired';
    await commitmentJob(
      { ...deps, ledger: elsewhere, commitmentsInFlight: inFlight },
      () => false,
      () => {},
    )();
    expect(said.signed).toEqual(['tx1']);
    expect(memoOf(await now(commitment))).toContain(commitment.hash);
  });
});
