/** How the service is, and whom to tell about a weakness. @module */
import type { Route } from '../../httpDeps.ts';
import { aliveRoute } from './alive.ts';
import { describeServiceRoute } from './describeService.ts';
import { healthRoute } from './health.ts';
import { readyRoute } from './ready.ts';
import { securityTxtRoute } from './securityTxt.ts';

export const healthRoutes: readonly Route[] = [
  healthRoute,
  aliveRoute,
  readyRoute,
  describeServiceRoute,
  securityTxtRoute,
];
