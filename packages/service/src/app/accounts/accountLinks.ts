/** Addresses that mails lead to. They belong to this service alone, so mails work without any other page. @module */

/** @param base of this service, without a slash at the end */
export const verifyEmailLink = (base: string, token: string): string => `${base}/v1/auth/verify-email?token=${token}`;

export const resetPasswordLink = (base: string, token: string): string =>
  `${base}/v1/auth/reset-password?token=${token}`;

export const cancelEmailChangeLink = (base: string, token: string): string =>
  `${base}/v1/auth/cancel-email-change?token=${token}`;
