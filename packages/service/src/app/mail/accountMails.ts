/**
 * Mails about accounts. No mail repeats a name: whoever registers with somebody else's address chooses it,
 * and must not choose words that we send there.
 * @module
 */
import type { Mail } from '../ports/delivery/mail.ts';
import { mailFromTemplate, type Reader } from './mailTemplate.ts';

/** @param link opens a page with one button, so that mail scanners that open links confirm nothing */
export const verifyEmailMail = (to: Reader, link: string): Mail => mailFromTemplate(to, 'verify', { link });

export const changeEmailMail = (to: Reader, link: string): Mail => mailFromTemplate(to, 'change', { link });

/** @param link opens a page whose button cancels the change */
export const emailChangeAskedMail = (to: Reader, newEmail: string, link: string): Mail =>
  mailFromTemplate(to, 'changeAsked', { email: newEmail, link });

export const emailChangedMail = (to: Reader, newEmail: string): Mail =>
  mailFromTemplate(to, 'changed', { email: newEmail });

export const resetPasswordMail = (to: Reader, link: string): Mail => mailFromTemplate(to, 'reset', { link });

export const passwordChangedMail = (to: Reader): Mail => mailFromTemplate(to, 'passwordChanged');

export const sessionsEndedMail = (to: Reader): Mail => mailFromTemplate(to, 'sessionsEnded');

export const tokenReusedMail = (to: Reader): Mail => mailFromTemplate(to, 'tokenReused');

export const accountDeletedMail = (to: Reader): Mail => mailFromTemplate(to, 'deleted');
