/** Work that counts as verifications, with its count: one quota for all that judges pictures. @module */
import type { Caller } from '../accounts/caller.ts';
import { matchesByContent } from '../credentials/resolveBindings.ts';
import type { Ports } from '../ports/ports.ts';
import { type Comparison, compareImages } from '../verify/compareImages.ts';
import type { ToldVerification, VerifyInput, VerifyRequester } from '../verify/verification.ts';
import { type BatchInput, type BatchOutcome, verifiedItem, verifyBatch } from '../verify/verifyBatch.ts';
import { verifiedBefore, type VerifyDeps, verifyImage } from '../verify/verifyImage.ts';
import { countVerifications, costsItsUnit } from './countVerifications.ts';

type CountDeps = Pick<Ports, 'quotas' | 'memberships' | 'addressRules'>;
type First<Work extends (...given: never[]) => unknown> = Parameters<Work>[0];

/** @throws {AppError} as `countVerifications` and `verifyImage` */
export const countedVerification = (
  deps: VerifyDeps & CountDeps,
  caller: Caller | null,
  input: VerifyInput,
): Promise<ToldVerification> => {
  const before = input.once?.made?.['id'];
  if (before !== undefined) return verifiedBefore(deps, caller, input, before);
  return countVerifications(deps, [caller, input.requester], 1, () => verifyImage(deps, caller, input));
};

/** Pictures that could not be judged through no fault of theirs do not count. @throws {AppError} as `countVerifications` and `verifyBatch` */
export const countedBatch = (
  deps: First<typeof verifyBatch> & CountDeps,
  caller: Caller | null,
  input: BatchInput,
  wait: (ms: number) => Promise<void>,
): Promise<BatchOutcome> => {
  const judge = () => verifyBatch(deps, caller, input, wait);
  // An earlier try of the request has judged, and counted, the others.
  const units = input.files.filter((_file, index) => verifiedItem(input, index) === null).length;
  if (units === 0) return judge();
  return countVerifications(
    deps,
    [caller, input.requester],
    units,
    judge,
    ({ items }) => items.filter(({ outcome }) => !outcome.ok && !costsItsUnit(outcome.error.code)).length,
  );
};

/** @throws {AppError} as `countVerifications` and `compareImages` */
export const countedComparison = (
  deps: First<typeof compareImages> & CountDeps,
  caller: Caller,
  requester: VerifyRequester,
  pair: Parameters<typeof compareImages>[1],
): Promise<Comparison> => countVerifications(deps, [caller, requester], 1, () => compareImages(deps, pair));

/** @throws {AppError} as `countVerifications` and `matchesByContent` */
export const countedMatches = (
  deps: First<typeof matchesByContent> & CountDeps,
  caller: Caller | null,
  requester: VerifyRequester,
  query: Parameters<typeof matchesByContent>[2],
): ReturnType<typeof matchesByContent> =>
  countVerifications(deps, [caller, requester], 1, () => matchesByContent(deps, { caller, ip: requester.ip }, query));
