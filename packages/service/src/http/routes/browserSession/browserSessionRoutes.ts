/** The session that a browser keeps for the pages of this service. @module */
import type { Route } from '../../httpDeps.ts';
import { endBrowserSessionRoute } from './endBrowserSession.ts';
import { openBrowserSessionRoute } from './openBrowserSession.ts';
import { refreshBrowserSessionRoute } from './refreshBrowserSession.ts';

export const browserSessionRoutes: readonly Route[] = [
  openBrowserSessionRoute,
  refreshBrowserSessionRoute,
  endBrowserSessionRoute,
];
