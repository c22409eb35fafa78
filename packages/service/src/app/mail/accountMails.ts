/**
 * The words of mails about accounts. No mail repeats a name: whoever registers with somebody else's address chooses it,
 * and must not choose words that we send there.
 * @module
 */
import type { Mail } from '../ports/delivery/mail.ts';
import { mailFromTemplate } from './mailTemplate.ts';

const NOT_YOU = 'If that was not you, reset your password now: whoever did it knows it.';

/** @param link opens a page with one button, so that mail scanners that open links confirm nothing */
export const verifyEmailMail = (to: string, link: string): Mail =>
  mailFromTemplate(
    to,
    'Verify your email address',
    'An Assay account was opened with this email address. To confirm that it is yours, open this page within 24 hours and press the button there:',
    link,
    'If you did not open an account, ignore this mail. Nobody can confirm the address without the link.',
  );

export const changeEmailMail = (to: string, link: string): Mail =>
  mailFromTemplate(
    to,
    'Verify your email address: it becomes the new one of your account',
    'You asked to use this email address for your Assay account. To confirm it, open this page within 24 hours and press the button there:',
    link,
    'Your account keeps its present address until then and, if that one is confirmed, until 24 hours after the request. If you did not ask for this, ignore this mail.',
  );

/** @param link opens a page whose button cancels the change */
export const emailChangeAskedMail = (to: string, newEmail: string, link: string): Mail =>
  mailFromTemplate(
    to,
    'Your email address is about to change',
    `Somebody who knows the password of your Assay account asked to change its email address to ${newEmail}. The change counts once that address is confirmed and, if you have confirmed the present one, not before 24 hours have passed. To stop it, open this page and press the button there:`,
    link,
    NOT_YOU,
  );

export const emailChangedMail = (to: string, newEmail: string): Mail =>
  mailFromTemplate(
    to,
    'Your email address was changed',
    `Your Assay account now has the email address ${newEmail}. Mails about the account no longer come here.`,
    'If that was not you, answer to the people who run this service at once.',
  );

export const resetPasswordMail = (to: string, link: string): Mail =>
  mailFromTemplate(
    to,
    'Reset your password',
    'Somebody asked for a new password for the Assay account with this email address. To choose one, open this page within one hour:',
    link,
    'Every session and every API key of the account ends with it. If you did not ask for this, ignore this mail: your password stays as it is.',
  );

export const passwordChangedMail = (to: string): Mail =>
  mailFromTemplate(
    to,
    'Your password was changed',
    'The password of your Assay account was changed just now, and all other sessions were ended, with the links that mails about the account held.',
    'If that was not you, choose "forgot password" at once and end all sessions.',
  );

export const tokenReusedMail = (to: string): Mail =>
  mailFromTemplate(
    to,
    'A session of your account was ended for safety',
    'A refresh token of your Assay account was used a second time after it had been replaced. That happens when somebody has a copy of it, so the session it belongs to was ended.',
    'Log in again. If you use Assay on a machine that others can reach, change your password as well.',
  );

export const accountDeletedMail = (to: string): Mail =>
  mailFromTemplate(
    to,
    'Your account was deleted',
    'Your Assay account and everything that belonged to it alone were deleted, as you asked.',
  );
