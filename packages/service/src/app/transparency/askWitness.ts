/** Has the newest checkpoint cosigned by one witness; docs/spec/transparency-log.md#witnesses. @module */
import { readNote } from '@assay/core/transparency/signedNote';
import { readWitnessedSize } from '@assay/core/transparency/tlogWitness';
import type { SignedCheckpoint, TransparencyLog } from '../ports/ledger/transparencyLog.ts';
import { LogForked } from './logForked.ts';
import type { LogCosignatures, Witness, WitnessAnswer } from '../ports/ledger/witnesses.ts';

export interface WitnessDeps {
  readonly transparencyLog: Pick<TransparencyLog, 'latest' | 'consistencyProof'>;
  readonly cosignatures: LogCosignatures;
}

/** What a witness says when it does not cosign. Source: C2SP tlog-witness, add-checkpoint. */
const REFUSALS: Readonly<Record<number, string>> = {
  403: 'trusts no signature on the checkpoint: give it the verifier key of this log',
  404: 'does not know this log: have it registered there, with its verifier key',
};

/**
 * One run; what fails is tried again by the next one, and nothing waits for it.
 * @throws {LogForked} if it saw another log than this one
 * @throws {Error} with a sentence for the operator, as long as the newest checkpoint is not cosigned
 */
export async function askWitness(deps: WitnessDeps, witness: Witness): Promise<void> {
  const latest = await deps.transparencyLog.latest();
  if (latest === null || latest.size === 0) return;
  const known = await deps.cosignatures.newestOf(witness.key);
  if (known === latest.size) return;
  let answer = await askFrom(deps, witness, latest, known);
  if (answer.status === 409) {
    // It saw more than we kept of it, or less: its own size is what counts.
    const size = readWitnessedSize(answer.body);
    if (size === null) throw said(witness, 'answered 409 without its size');
    const newest = size > latest.size ? await deps.transparencyLog.latest() : latest;
    // Another process may have signed more meanwhile; the next run asks with that.
    if (size > latest.size && size <= (newest?.size ?? 0)) return;
    if (size > latest.size)
      throw forked(witness, `saw a checkpoint of ${size} entries, and the newest has ${latest.size}`);
    answer = await askFrom(deps, witness, latest, size);
  }
  if (answer.status === 422) throw forked(witness, 'says that the checkpoint does not continue what it saw before');
  if (answer.status !== 200) throw said(witness, REFUSALS[answer.status] ?? `answered ${answer.status}`);
  await keep(deps, witness, latest, answer);
}

const said = (witness: Witness, what: string): Error => new Error(`The witness ${nameOf(witness)} ${what}.`);

/** Of a strict witness, which has seen what the log signed. */
const forked = (witness: Witness, what: string): LogForked =>
  new LogForked(
    `The witness ${nameOf(witness)} ${what}.`,
    'The log was set back or changed, or somebody else signs with its key: compare with the database of before.',
  );

const nameOf = ({ key }: Witness): string => key.slice(0, key.indexOf('+'));

async function askFrom(
  { transparencyLog }: WitnessDeps,
  witness: Witness,
  { size, note }: SignedCheckpoint,
  oldSize: number,
): Promise<WitnessAnswer> {
  const proof = oldSize === 0 ? [] : await transparencyLog.consistencyProof(oldSize, size);
  if (proof === null) throw said(witness, `knows ${oldSize} entries, of which no checkpoint tells`);
  return witness.ask({ oldSize, proof, checkpoint: note });
}

/** Only a line that holds is kept, and of several the one that does. */
async function keep(
  { cosignatures }: WitnessDeps,
  witness: Witness,
  latest: SignedCheckpoint,
  { body }: WitnessAnswer,
) {
  for (const line of body.split('\n')) {
    const note = readNote(`${latest.note}${line}\n`);
    const cosignedAt = note && witness.cosignedAt(note);
    if (!cosignedAt) continue;
    return cosignatures.add({ size: latest.size, witness: witness.key, line, cosignedAt });
  }
  throw said(witness, 'answered with no cosignature that holds');
}
