/** What the marks of a picture were seen to survive when it was registered, as its history says. @module */
import type { Provenance } from '@assay/sdk/types';

export interface AttackOutcome {
  readonly attack: string;
  readonly survived: boolean;
}

/** Of the last time it was marked; null if nothing was tried then. */
export function attacksOf(entries: Provenance['entries']): readonly AttackOutcome[] | null {
  const tried = entries.findLast(({ action }) => action === 'marked')?.details['attacks'];
  if (!Array.isArray(tried)) return null;
  return tried.flatMap((one: Partial<AttackOutcome> | null) =>
    typeof one?.attack === 'string' && typeof one.survived === 'boolean'
      ? [{ attack: one.attack, survived: one.survived }]
      : [],
  );
}
