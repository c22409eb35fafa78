/** Work on bodies in the thread that answers everybody: one step of one body in each turn of its loop. @module */
import { setImmediate as nextTurn } from 'node:timers/promises';
import { inSteps, oneEachTurn } from '@assay/core/steps';

const pause = oneEachTurn(nextTurn);

export const inBodySteps = <Result>(work: Generator<void, Result>): Promise<Result> => inSteps(work, pause);
