import type { MailWords } from './mailWords.ts';

const NOT_YOU = 'If that was not you, reset your password now: whoever did it knows it.';

export const en: MailWords = {
  greeting: 'Hello,',
  verify: {
    subject: 'Verify your email address',
    paragraphs: [
      'An Assay account was opened with this email address. To confirm that it is yours, open this page within 24 hours and press the button there:',
      '{link}',
      'If you did not open an account, ignore this mail. Nobody can confirm the address without the link.',
    ],
  },
  change: {
    subject: 'Verify your email address: it becomes the new one of your account',
    paragraphs: [
      'You asked to use this email address for your Assay account. To confirm it, open this page within 24 hours and press the button there:',
      '{link}',
      'Your account keeps its present address until then and, if that one is confirmed, until 24 hours after the request. If you did not ask for this, ignore this mail.',
    ],
  },
  changeAsked: {
    subject: 'Your email address is about to change',
    paragraphs: [
      'Somebody who knows the password of your Assay account asked to change its email address to {email}. The change counts once that address is confirmed and, if you have confirmed the present one, not before 24 hours have passed. To stop it, open this page and press the button there:',
      '{link}',
      NOT_YOU,
    ],
  },
  changed: {
    subject: 'Your email address was changed',
    paragraphs: [
      'Your Assay account now has the email address {email}. Mails about the account no longer come here.',
      'If that was not you, answer to the people who run this service at once.',
    ],
  },
  reset: {
    subject: 'Reset your password',
    paragraphs: [
      'Somebody asked for a new password for the Assay account with this email address. To choose one, open this page within one hour:',
      '{link}',
      'Every session and every API key of the account ends with it. If you did not ask for this, ignore this mail: your password stays as it is.',
    ],
  },
  passwordChanged: {
    subject: 'Your password was changed',
    paragraphs: [
      'The password of your Assay account was changed just now, and all other sessions were ended, with the links that mails about the account held.',
      'If that was not you, choose "forgot password" at once and end all sessions.',
    ],
  },
  sessionsEnded: {
    subject: 'Whoever runs Assay ended your sessions',
    paragraphs: [
      'Whoever runs this service ended all sessions of your Assay account, with the links that mails about the account held and, unless it was agreed otherwise, the API keys that you made.',
      'Log in again. If nobody told you why, choose a new password: somebody else may have used your account.',
    ],
  },
  tokenReused: {
    subject: 'A session of your account was ended for safety',
    paragraphs: [
      'A refresh token of your Assay account was used a second time after it had been replaced. That happens when somebody has a copy of it, so the session it belongs to was ended.',
      'Log in again. If you use Assay on a machine that others can reach, change your password as well.',
    ],
  },
  deleted: {
    subject: 'Your account was deleted',
    paragraphs: ['Your Assay account and everything that belonged to it alone were deleted, as you asked.'],
  },
  invitation: {
    subject: 'Invitation to {organization} on Assay',
    paragraphs: [
      'You are invited to join the organization "{organization}" on Assay as {role}.',
      'Sign in with this address, or open an account with it, then follow this link:',
      '{link}',
      'The link works once, until {until}. If you did not expect it, do nothing.',
    ],
  },
  webhookFailing: {
    subject: 'A webhook of your organization fails',
    paragraphs: [
      'For three days every attempt to deliver an event to the endpoint at {host} (webhook {id}) failed.',
      'Events wait and are tried again. If nothing arrives for two more days, the webhook is switched off.',
    ],
  },
  webhookGone: {
    subject: 'A webhook of your organization was switched off',
    paragraphs: [
      'Assay sends no more events to the endpoint at {host} (webhook {id}). Its server answered 410 Gone, which says that it takes no more events.',
      'Once the endpoint works again, switch the webhook on, then ask for the events it missed with POST /v1/webhooks/{id}/recover.',
    ],
  },
  webhookOff: {
    subject: 'A webhook of your organization was switched off',
    paragraphs: [
      'Assay sends no more events to the endpoint at {host} (webhook {id}). Every attempt to deliver an event to it failed for five days.',
      'Once the endpoint works again, switch the webhook on, then ask for the events it missed with POST /v1/webhooks/{id}/recover.',
    ],
  },
  roles: { owner: 'owner', admin: 'admin', editor: 'editor', verifier: 'verifier', viewer: 'viewer' },
};
