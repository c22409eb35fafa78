/**
 * One step of a commitment towards the ledger. Everything it knows is in the database, and everything it does may be
 * done twice: signed bytes are stored before they are sent, the same bytes are the same transaction, and another one is
 * signed only when the first can no longer appear. So whoever is killed, wherever, leaves something to go on from.
 *
 *     no transaction -> sign, store                  unknown to the ledger -> send (again)
 *     unknown, and its time is over -> sign anew      known -> read back, compare, write down
 *
 * @module
 */
import { newEvent } from '../newEvent.ts';
import type { Commitment, ConfirmationStatus } from '../ports/ledger/commitments.ts';
import type { OutboxEvent } from '../ports/delivery/events.ts';
import { LedgerContradiction, type SignedTransaction, type TransactionState } from '../ports/ledger/ledger.ts';
import type { Ports } from '../ports/ports.ts';
import { contradiction, memoOf } from './checkRecord.ts';

export type StepDeps = Pick<Ports, 'commitments' | 'ledger' | 'clock' | 'ids'>;

/** How long until the ledger is asked again about a transaction on its way. */
export const POLL_MS = 2_000;

/** Whose transaction is signed: then all of it is known. */
type Sent = Commitment & { readonly [Field in keyof Transaction]: NonNullable<Transaction[Field]> };
type Transaction = Pick<Commitment, 'txHash' | 'txBytes' | 'lastValidBlockHeight' | 'signedSlot'>;

/**
 * The commitment as it is then; null if it was deleted meanwhile.
 * @param isFresh its bytes were just signed, so that the ledger cannot know them
 * @throws {AppError} BLOCKCHAIN_ERROR; {LedgerRefusal}; {LedgerContradiction}
 */
export async function takeStep(deps: StepDeps, commitment: Commitment, isFresh = false): Promise<Commitment | null> {
  if (commitment.status === 'finalized') return commitment;
  const given = isSigned(commitment) ? commitment : null;
  const first = given ?? (await signInstead(deps, commitment, null));
  if (!first) return deps.commitments.find(commitment.id);
  if (!given || isFresh) return sendAndLook(deps, first);

  const state = await deps.ledger.state(first.txHash);
  if (state) return writeDown(deps, first, state);
  const prospect = await deps.ledger.prospect(termsOf(first));
  if (prospect === 'open') return sendAndLook(deps, first);
  if (prospect === 'unknowable')
    throw new LedgerContradiction(
      'The history of this node begins after the transaction was signed, so that it cannot tell whether it was recorded. Ask a node with the whole history.',
    );
  if (first.status !== 'pending')
    throw new LedgerContradiction('The ledger had confirmed the transaction, and no longer knows it.');
  const second = await signInstead(deps, first, first.txHash);
  return second ? sendAndLook(deps, second) : deps.commitments.find(commitment.id);
}

const isSigned = (commitment: Commitment): commitment is Sent => commitment.txHash !== null;

const termsOf = ({ txHash, lastValidBlockHeight, signedSlot }: Sent): Omit<SignedTransaction, 'bytes'> => ({
  txHash,
  lastValidBlockHeight,
  signedSlot,
});

/** Null if another process was faster; its transaction is the one then. */
async function signInstead(deps: StepDeps, commitment: Commitment, instead: string | null): Promise<Sent | null> {
  const ledgerId = await deps.ledger.identity();
  const signed = await deps.ledger.sign(memoOf(commitment));
  if (!(await deps.commitments.keepSigned(commitment.id, { ...signed, ledgerId }, instead))) return null;
  const { txHash, bytes: txBytes, lastValidBlockHeight, signedSlot } = signed;
  return { ...commitment, ledgerId, txHash, txBytes, lastValidBlockHeight, signedSlot };
}

async function sendAndLook(deps: StepDeps, commitment: Sent): Promise<Commitment | null> {
  await deps.ledger.send(commitment.txBytes);
  const state = await deps.ledger.state(commitment.txHash);
  return state ? writeDown(deps, commitment, state) : noteStatus(deps, commitment, 'pending');
}

async function writeDown(deps: StepDeps, commitment: Sent, state: TransactionState): Promise<Commitment | null> {
  if (state.level === 'processed') return noteStatus(deps, commitment, commitment.status);
  const recorded = await deps.ledger.find(commitment.txHash, state.level);
  // A node may know the status before it can show the transaction.
  if (!recorded) return noteStatus(deps, commitment, commitment.status);
  const wrong = contradiction(commitment, recorded);
  if (wrong !== null) throw new LedgerContradiction(wrong);
  const isFinal = state.level === 'finalized';
  return deps.commitments.advance(
    commitment.id,
    {
      status: state.level,
      blockHeight: recorded.blockHeight,
      confirmedAt: commitment.confirmedAt ?? recorded.blockTime ?? deps.clock.now(),
      verified: isFinal,
      verifiedAt: isFinal ? deps.clock.now() : null,
    },
    nextPoll(deps),
    (from) => eventsBetween(deps, commitment, from, state.level as ConfirmationStatus),
  );
}

function noteStatus(deps: StepDeps, commitment: Commitment, status: ConfirmationStatus): Promise<Commitment | null> {
  const { blockHeight, confirmedAt, verified, verifiedAt } = commitment;
  const found = { status, blockHeight, confirmedAt, verified, verifiedAt };
  return deps.commitments.advance(commitment.id, found, nextPoll(deps), () => []);
}

const nextPoll = ({ clock }: Pick<StepDeps, 'clock'>): Date => new Date(clock.now().getTime() + POLL_MS);

/** A ledger that is fast gives both at once; whoever waits for the first must hear of it too. */
function eventsBetween(
  deps: StepDeps,
  { id, assetId, organizationId }: Commitment,
  from: ConfirmationStatus,
  to: ConfirmationStatus,
): OutboxEvent[] {
  const event = (status: 'confirmed' | 'finalized'): OutboxEvent =>
    newEvent(deps, organizationId, `commitment.${status}`, {
      commitment_id: id,
      asset_id: assetId,
      confirmation_status: status,
    });
  return [
    ...(from === 'pending' && to !== 'pending' ? [event('confirmed')] : []),
    ...(from !== 'finalized' && to === 'finalized' ? [event('finalized')] : []),
  ];
}
