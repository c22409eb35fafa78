/** What the marks of a picture were seen to survive after it was registered, as its history says. @module */
import type { Provenance } from '@assay/sdk/types';

export interface AttackOutcome {
  readonly attack: string;
  readonly survived: boolean;
}

/** Of the file that was marked last; null if nothing was tried on it yet. */
export function attacksOf(entries: Provenance['entries']): readonly AttackOutcome[] | null {
  const last = entries.findLast(({ action }) => action === 'marked' || action === 'robustness_measured');
  const tried = last?.details['attacks'];
  if (!Array.isArray(tried)) return null;
  return tried.flatMap((one: Partial<AttackOutcome> | null) =>
    typeof one?.attack === 'string' && typeof one.survived === 'boolean'
      ? [{ attack: one.attack, survived: one.survived }]
      : [],
  );
}
