/** What the model of today would change of the log, and cases that it is held to: docs/reference/evidence.md. @module */
import { EVIDENCE_FORMAT } from '@assay/core/verdict/evidence';
import {
  type Judgement,
  newRegressionCase,
  type RegressionCase,
  type Replay,
  replay,
} from '@assay/core/verdict/replay';
import type { Ports } from '../ports/ports.ts';
import type { VerificationEntry } from '../ports/verify/verifications.ts';
import type { VerificationRecord } from '../verify/verification.ts';

export interface ReplayedVerification extends Replay {
  readonly id: string;
  readonly createdAt: Date;
  /** That judged it. */
  readonly modelVersion: string;
}

export interface ReplayedLog {
  /** Verifications that were judged again. */
  readonly judged: number;
  /** Logged in another format of evidence. */
  readonly skipped: number;
  readonly changed: readonly ReplayedVerification[];
}

const recordOf = ({ evidence }: VerificationEntry): VerificationRecord => evidence as VerificationRecord;

const judgementOf = (entry: VerificationEntry): Judgement => ({
  verdict: entry.verdict,
  confidence: entry.confidence,
  ruleId: recordOf(entry).firedRules[0] ?? '',
});

/** The newest first, at most `limit` of those made at `since` or later. */
export async function replayVerdicts(
  { verifications }: { readonly verifications: Pick<Ports['verifications'], 'logged'> },
  since: Date | null,
  limit: number,
): Promise<ReplayedLog> {
  let [judged, skipped] = [0, 0];
  const changed: ReplayedVerification[] = [];
  for await (const entry of verifications.logged(since, limit)) {
    const { format, evidence } = recordOf(entry);
    if (format !== EVIDENCE_FORMAT) {
      skipped += 1;
      continue;
    }
    judged += 1;
    const again = replay(evidence, judgementOf(entry));
    const { id, createdAt, modelVersion } = entry;
    if (again.isChanged) changed.push({ id, createdAt, modelVersion, ...again });
  }
  return { judged, skipped, changed };
}

/** As many as one file may have. */
const CASES_MAX = 10_000;

/** Every decided dispute of which somebody knows what would have been right, by the names of nobody. */
export async function disputedCases({
  disputes,
}: {
  readonly disputes: Pick<Ports['disputes'], 'list'>;
}): Promise<readonly RegressionCase[]> {
  const decided = [...(await disputes.list('upheld', CASES_MAX)), ...(await disputes.list('overturned', CASES_MAX))];
  return decided.flatMap(({ dispute, verification }) => {
    const { format, evidence } = recordOf(verification);
    if (format !== EVIDENCE_FORMAT) return [];
    return newRegressionCase(evidence, {
      id: dispute.id,
      what: `${dispute.reason}, ${dispute.status}`,
      expected: dispute.correctedVerdict ?? verification.verdict,
      given: judgementOf(verification),
      modelVersion: verification.modelVersion,
    });
  });
}
