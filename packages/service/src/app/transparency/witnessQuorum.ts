/** Whether so many witnesses cosigned the newest checkpoint as the operator wants. Signing never waits for it. @module */
import type { ReportedCondition } from './logCondition.ts';

/** Tells of each attempt: true if the witness has cosigned the newest checkpoint. */
export type ReportWitness = (key: string, hasCosigned: boolean) => void;

/** @param quorum 0: never a problem @param count how many witnesses there are; each is heard before anything is said */
export function watchQuorum(condition: ReportedCondition, quorum: number, count: number): ReportWitness {
  const heard = new Map<string, boolean>();
  return (key, hasCosigned) => {
    heard.set(key, hasCosigned);
    if (heard.size < count) return;
    const cosigned = [...heard.values()].filter(Boolean).length;
    const problem = `Only ${cosigned} of ${count} witnesses cosigned the newest checkpoint of the transparency log; ${quorum} are wanted.`;
    condition.report('witnesses', cosigned < quorum ? problem : null);
  };
}
