/** Accounts and sessions. @module */
import type { Route } from '../../httpDeps.ts';
import { cancelEmailChangeRoute } from './cancelEmailChange.ts';
import { changePasswordRoute } from './changePassword.ts';
import { deleteMeRoute } from './deleteMe.ts';
import { editMeRoute } from './editMe.ts';
import { endAllSessionsRoute } from './endAllSessions.ts';
import { endSessionRoute } from './endSession.ts';
import { exportMeRoute } from './exportMe.ts';
import { forgotPasswordRoute } from './forgotPassword.ts';
import { listIdentitiesRoute } from './listIdentities.ts';
import { listSessionsRoute } from './listSessions.ts';
import { loginRoute } from './login.ts';
import { logoutRoute } from './logout.ts';
import { meRoute } from './me.ts';
import { refreshRoute } from './refresh.ts';
import { registerRoute } from './register.ts';
import { resendVerificationRoute } from './resendVerification.ts';
import { resetPasswordRoute } from './resetPassword.ts';
import { showCancelEmailChangeRoute } from './showCancelEmailChange.ts';
import { showResetPasswordRoute } from './showResetPassword.ts';
import { showVerifyEmailRoute } from './showVerifyEmail.ts';
import { verifyEmailRoute } from './verifyEmail.ts';

export const accountRoutes: readonly Route[] = [
  registerRoute,
  loginRoute,
  refreshRoute,
  logoutRoute,
  meRoute,
  showVerifyEmailRoute,
  verifyEmailRoute,
  resendVerificationRoute,
  forgotPasswordRoute,
  showResetPasswordRoute,
  resetPasswordRoute,
  showCancelEmailChangeRoute,
  cancelEmailChangeRoute,
  editMeRoute,
  deleteMeRoute,
  exportMeRoute,
  changePasswordRoute,
  listIdentitiesRoute,
  listSessionsRoute,
  endAllSessionsRoute,
  endSessionRoute,
];
