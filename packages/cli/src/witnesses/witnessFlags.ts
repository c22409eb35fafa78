/** `--witness` and `--witnesses-min`, as the command line declares them: without what checks a key, which help does not need. @module */
import { several, value } from '../options.ts';

export interface WitnessOptions {
  readonly witness?: readonly string[] | undefined;
  readonly witnessesMin?: string | undefined;
}

export const WITNESS_FLAGS = {
  witness: several('KEY', 'verifier key of a witness that you trust; may be given again'),
  witnessesMin: value('N', 'so many of them must have cosigned the checkpoint; default all'),
} as const;
