/** Sign-in through other services, and of programs. @module */
import type { Route } from '../../httpDeps.ts';
import { authorizeDeviceRoute } from './authorizeDevice.ts';
import { decideDeviceLoginRoute } from './decideDeviceLogin.ts';
import { deviceTokenRoute } from './deviceToken.ts';
import { exchangeSignInCodeRoute } from './exchangeSignInCode.ts';
import { finishSignInRoute } from './finishSignIn.ts';
import { getDeviceLoginRoute } from './getDeviceLogin.ts';
import { issueTokenRoute } from './issueToken.ts';
import { listProvidersRoute } from './listProviders.ts';
import { startSignInRoute } from './startSignIn.ts';

export const signInRoutes: readonly Route[] = [
  listProvidersRoute,
  startSignInRoute,
  finishSignInRoute,
  exchangeSignInCodeRoute,
  issueTokenRoute,
  authorizeDeviceRoute,
  deviceTokenRoute,
  getDeviceLoginRoute,
  decideDeviceLoginRoute,
];
