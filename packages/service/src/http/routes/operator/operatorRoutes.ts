/** What operators do over HTTP. @module */
import type { Route } from '../../httpDeps.ts';
import { decideDisputeRoute } from './decideDispute.ts';
import { disputedPictureRoute } from './disputedPicture.ts';
import { listDisputesRoute } from './listDisputes.ts';
import { lookAtServiceRoute } from './lookAtService.ts';

export const operatorRoutes: readonly Route[] = [
  lookAtServiceRoute,
  listDisputesRoute,
  disputedPictureRoute,
  decideDisputeRoute,
];
