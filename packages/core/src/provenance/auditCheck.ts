/**
 * What is wrong with an audit log, held against the heads of it that the transparency log signed. The chain alone shows a
 * change inside; the heads show a chain that was made anew as a whole, and a tail that was cut off.
 * Source: docs/spec/organizations.md#audit-log.
 * @module
 */
import { auditHash, type ChainedAuditRecord } from './auditChain.ts';

export interface SignedAuditHead {
  readonly sequence: number;
  /** 64 lower-case hex characters. */
  readonly hash: string;
}

export type AuditFault = 'changed' | 'removed' | 'added' | 'reordered' | 'cut off' | 'rewritten';

export interface AuditFinding {
  readonly fault: AuditFault;
  /** Of the entry, from 1. */
  readonly sequence: number;
  /** A sentence for people. */
  readonly says: string;
}

const finding = (fault: AuditFault, sequence: number, says: string): AuditFinding => ({ fault, sequence, says });

/**
 * All of it, the first entry first; empty if the log is what was signed.
 * @param records of one organization, by their sequence
 */
export function findAuditFaults(
  records: readonly ChainedAuditRecord[],
  heads: readonly SignedAuditHead[],
): AuditFinding[] {
  return [...gaps(records), ...broken(records), ...missed(records, heads)].sort((a, b) => a.sequence - b.sequence);
}

function* gaps(records: readonly ChainedAuditRecord[]): Generator<AuditFinding> {
  let expected = 1;
  for (const { sequence } of records) {
    if (sequence < expected) yield finding('added', sequence, `There is more than one entry ${sequence}.`);
    else if (sequence > expected)
      yield finding(
        'removed',
        expected,
        sequence === expected + 1
          ? `Entry ${expected} is missing.`
          : `Entries ${expected} to ${sequence - 1} are missing.`,
      );
    expected = sequence + 1;
  }
}

function* broken(records: readonly ChainedAuditRecord[]): Generator<AuditFinding> {
  for (const [index, record] of records.entries()) {
    const { sequence, hash, prev_hash } = record;
    if (hash !== auditHash(record, prev_hash)) {
      const place = placeOf(record, records.length);
      yield place === null
        ? finding('changed', sequence, `Entry ${sequence} is not what its hash was made of.`)
        : finding('reordered', sequence, `In the place of entry ${sequence} stands what was entry ${place}.`);
      continue;
    }
    const previous = records[index - 1];
    // After a gap nothing can follow: that was said.
    if (previous && previous.sequence === sequence - 1 && previous.hash !== prev_hash)
      yield finding('changed', sequence, `Entry ${sequence} does not follow the entry before it.`);
    if (sequence === 1 && prev_hash !== null) yield finding('changed', sequence, 'Entry 1 follows another one.');
  }
}

/** The sequence with which the hash is right, if the entry was only moved. */
function placeOf(record: ChainedAuditRecord, count: number): number | null {
  for (let sequence = 1; sequence <= count + 1; sequence++)
    if (sequence !== record.sequence && auditHash({ ...record, sequence }, record.prev_hash) === record.hash)
      return sequence;
  return null;
}

function* missed(records: readonly ChainedAuditRecord[], heads: readonly SignedAuditHead[]): Generator<AuditFinding> {
  const bySequence = new Map(records.map((record) => [record.sequence, record]));
  const newest = records.at(-1)?.sequence ?? 0;
  for (const { sequence, hash } of heads) {
    const record = bySequence.get(sequence);
    if (record?.hash === hash) continue;
    if (record)
      yield finding('rewritten', sequence, `Entry ${sequence} is not the one whose hash the transparency log holds.`);
    else if (sequence > newest)
      yield finding(
        'cut off',
        sequence,
        `The transparency log holds the hash of entry ${sequence}, and the log ends with entry ${newest}.`,
      );
  }
}
