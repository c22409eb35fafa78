/** Commitments on the ledger. @module */
import type { Route } from '../../httpDeps.ts';
import { checkTransactionRoute } from './checkTransaction.ts';
import { commitAssetRoute } from './commitAsset.ts';
import { getCommitmentRoute } from './getCommitment.ts';
import { listCommitmentsRoute } from './listCommitments.ts';

export const blockchainRoutes: readonly Route[] = [
  commitAssetRoute,
  listCommitmentsRoute,
  getCommitmentRoute,
  checkTransactionRoute,
];
